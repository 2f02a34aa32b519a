import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseReferences } from '../../src/github/acts/references.js';

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
