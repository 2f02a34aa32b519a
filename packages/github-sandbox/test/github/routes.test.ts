import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseReferences } from '../../src/github/acts/references.js';
import { createRouter } from '../../src/github/http/route.js';
import { routes } from '../../src/github/rest/index.js';

type Described = { paths: { [path: string]: { [method: string]: { operationId: string } } } };

const description: Described = JSON.parse(
  readFileSync(new URL('../fixtures/openapi/github.json', import.meta.url), 'utf8'),
);

describe('the list of routes', () => {
  it.each(routes.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'has %s as GitHub describes it',
    (_, one) => {
      expect(description.paths[one.path]?.[one.method.toLowerCase()]?.operationId).toBe(one.operation);
    },
  );

  it('is the whole of the trimmed description: what is not served is not kept', () => {
    const described = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map((one) => one.operationId),
    );
    expect(described.toSorted()).toEqual(routes.map(({ operation }) => operation).toSorted());
  });

  it('finds each of its routes by its own path, however similar others are', () => {
    const find = createRouter(routes);
    for (const one of routes) {
      const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => `some-${name}`);
      expect(find(one.method, path)?.route.operation).toBe(one.operation);
    }
  });

  it('gives parameters decoded, with slashes where GitHub allows them', () => {
    const find = createRouter(routes);
    const label = find('GET', '/repos/ann/shop/labels/crew%3Afix%2Fnow');
    expect(label?.params).toEqual({ owner: 'ann', repo: 'shop', name: 'crew:fix/now' });
    expect(find('GET', '/repos/ann/shop/git/ref/heads/a/b')?.params.ref).toBe('heads/a/b');
    expect(find('GET', '/repos/ann/shop/contents')?.params.path).toBe('');
    expect(find('GET', '/repos/ann/shop/labels/50%')?.params.name).toBe('50%');
    expect(find('GET', '/repos/ann')).toBeNull();
  });
});

const origin = 'http://127.0.0.1:80';
const found = (text: string) =>
  parseReferences(text, origin).map(
    ({ repo, number, closing }) => `${closing ? 'closes ' : ''}${repo ?? ''}#${number}`,
  );

describe('a mention', () => {
  it.each([
    ['see #3', ['#3']],
    ['Fixes #3', ['closes #3']],
    ['fixed: #3', ['closes #3']],
    ['RESOLVES acme/app#3', ['closes acme/app#3']],
    [`closes ${origin}/acme/app/issues/3`, ['closes acme/app#3']],
    [`${origin}/acme/app/pull/3`, ['acme/app#3']],
    ['closed GH-3', ['closes #3']],
    ['Fixes #1, #2', ['closes #1', '#2']],
    ['does not fix #3', ['closes #3']],
    ['fixing #3', ['#3']],
    ['prefixes #3', ['#3']],
    ['a#3 and x/y/z#3 and ##3', []],
    ['`fixes #3` <!-- fixes #4 --> #5', ['#5']],
    ['```\nfixes #3\n```\nfixes #4', ['closes #4']],
    ['#3rd', []],
  ])('in %j is %j', (text, mentions) => {
    expect(found(text)).toEqual(mentions);
  });

  it('is never found inside a fence, whatever stands there', () => {
    const inside = fc.string().filter((text) => !text.includes('`') && !text.includes('~') && !text.includes('<!--'));
    fc.assert(
      fc.property(inside, (text) => found(`\`\`\`\n${text}\nfixes #7\n\`\`\``).length === 0),
      { numRuns: 200 },
    );
  });
});
