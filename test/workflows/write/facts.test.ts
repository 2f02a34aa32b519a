import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import type { Sandbox } from '../../../src/ports/index.js';
import { criticalsIn, factsIn } from '../../../src/workflows/write/facts.js';
import { en } from '../../../src/workflows/write/messages.en.js';
import { ja } from '../../../src/workflows/write/messages.ja.js';
import { anchorsIn, claimsIn, slugOf } from '../../../src/workflows/write/rules/claims.js';
import { similarName } from '../../../src/workflows/write/rules/verdicts.js';
import { newFolder } from '../../build/folder.js';

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'sumtool',
    main: 'lib/index.js',
    bin: { sumtool: 'bin/cli.js' },
    scripts: { test: 'node --test', 'test:unit': 'node --test unit' },
  }),
  Makefile: 'build: lib\n\tnode build.js\n\nclean:\n\trm -r out\n',
  'lib/index.js': 'exports.add = (a, b) => a + b;\n',
  'bin/cli.js': "const known = ['--verbose', '--output'];\nconst { values } = parse({ dryRun: '--dry-run' });\n",
  'docs/guide.md': '# Guide\n\n## First steps\n\n## 使い方\n\n## First steps\n',
  'docs/figures/plan b.svg': '<svg/>',
};

/** Bash without walls: what these tests run is their own. */
const bash: Pick<Sandbox, 'run'> = {
  run: ({ line, cwd, timeoutMs, onOutput }) =>
    new Promise((resolve) => {
      const child = spawn('bash', ['-c', line], { cwd, timeout: timeoutMs });
      child.stdout.on('data', (chunk: Buffer) => onOutput(chunk, 'out'));
      child.stderr.on('data', (chunk: Buffer) => onOutput(chunk, 'err'));
      child.on('close', (exit) => resolve({ started: true, exit, ended: 'itself', ms: 0, refused: [] }));
    }),
};

let root = '';
beforeAll(async () => {
  root = await newFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
});

const check = async (text: string) =>
  (await factsIn({ workspace: openWorkspace(root), sandbox: bash }, text, { document: 'README.md' })).map(
    ({ kind, what, verdict }) => `${verdict}: ${kind} ${what}`,
  );

const sh = (...lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;

describe('what a draft states is looked up', () => {
  const rows: readonly [string, string, readonly string[]][] = [
    ['a link that leads somewhere', '[a](docs/guide.md)', ['right: link docs/guide.md']],
    [
      'a link to a folder and a name with a space',
      '[a](docs/) ![b](docs/figures/plan%20b.svg)',
      ['right: link docs/', 'right: link docs/figures/plan%20b.svg'],
    ],
    ['a link that leads nowhere', '[a](docs/guides.md)', ['wrong: link docs/guides.md']],
    ['a link with another case', '[a](docs/Guide.md)', ['wrong: link docs/Guide.md']],
    ['a link in HTML', '<img src="docs/figures/plan.svg">', ['wrong: link docs/figures/plan.svg']],
    ['a link out of the repository', '[a](../../issues)', ['not checked: link ../../issues']],
    ['an anchor of another file', '[a](docs/guide.md#first-steps-1)', ['right: anchor docs/guide.md#first-steps-1']],
    [
      'an anchor in Japanese',
      '[a](docs/guide.md#%E4%BD%BF%E3%81%84%E6%96%B9)',
      ['right: anchor docs/guide.md#%E4%BD%BF%E3%81%84%E6%96%B9'],
    ],
    ['an anchor that is not there', '[a](docs/guide.md#last-steps)', ['wrong: anchor docs/guide.md#last-steps']],
    [
      'an anchor of the draft itself',
      '# Über uns\n\n[a](#über-uns) [b](#uber-uns)',
      ['right: anchor #über-uns', 'wrong: anchor #uber-uns'],
    ],
    ['a reference without a definition', '[a][nowhere]', ['wrong: link [nowhere]']],
    ['an address', 'https://example.com [a](https://example.com/b)', ['not checked: url https://example.com/b']],
    ['a path that exists', '`lib/index.js`', ['right: path lib/index.js']],
    ['a path with a slip', '`lib/indx.js`', ['wrong: path lib/indx.js']],
    ['a file that its folder does not have', '`lib/parser.js`', ['wrong: path lib/parser.js']],
    ['a file of the reader', '`src/app.js`', ['not checked: path src/app.js']],
    ['a script', sh('npm run test:unit'), ['right: command npm run test:unit']],
    [
      'a script that there is not',
      sh('$ npm run lint && npm test'),
      ['wrong: command npm run lint', 'right: command npm test'],
    ],
    ['a target', sh('make build', 'make install'), ['right: command make build', 'wrong: command make install']],
    ['the package by another name', sh('npm install --save sumtools'), ['wrong: command npm install --save sumtools']],
    ['another package', sh('npm install left-pad'), ['not checked: command npm install left-pad']],
    [
      'the own program with an option',
      sh('sumtool --verbose --dry-run x'),
      ['right: command sumtool --verbose --dry-run x', 'right: option --verbose', 'right: option --dry-run'],
    ],
    [
      'an option that there is not',
      sh('npx sumtool --color'),
      ['right: command npx sumtool --color', 'wrong: option --color'],
    ],
    ['an option with a slip in running text', '`--verbos`', ['wrong: option --verbos']],
    ['an option of another program', '`--recursive`', ['not checked: option --recursive']],
    [
      'a script file',
      sh('node bin/cli.js', 'node bin/cly.js'),
      ['right: command node bin/cli.js', 'wrong: command node bin/cly.js'],
    ],
    ['a level that is left out', '# A\n\n### B', ['wrong: heading level 3 follows level 1']],
    ['CRLF', '# A\r\n\r\n[a](docs/guides.md)\r\n', ['wrong: link docs/guides.md']],
  ];
  it.each(rows)('%s', async (_, text, facts) => {
    expect(await check(text)).toEqual(facts);
  });
});

describe('examples that say what they print', () => {
  const js = (code: string) => `\`\`\`js\n${code}\n\`\`\``;
  it.each([
    ['the right value', "const { add } = require('sumtool');\nadd(1, 2); // => 3", 'right'],
    ['the wrong value', "const { add } = require('sumtool');\nadd(1, 2); // => 4", 'wrong'],
    ['of console.log', "console.log([1, 'a']) // → [1, 'a']", 'right'],
    ['of a binding', 'const n = 2 * 3; // => 7', 'wrong'],
    ['of a module', "import { basename } from 'node:path';\nbasename('/a/b') // => 'b'", 'right'],
    ['prose behind the arrow', '1 + 1 // => the sum of both', 'not checked'],
    ['something that is not here', "require('left-pad')('a') // => 'a'", 'not checked'],
  ])('%s: %s is %s', async (_, code, verdict) => {
    const [fact] = await check(js(code));
    expect(fact).toMatch(new RegExp(`^${verdict}: example`));
  });

  it('of Python', async () => {
    const py = (value: string) => `\`\`\`python\n>>> 1 + 1\n${value}\n\`\`\``;
    expect((await check(py('2')))[0]).toMatch(/^right: example/);
    expect((await check(py('3')))[0]).toMatch(/^wrong: example/);
  });
});

it('names a wrong fact as a critical issue at its paragraph, and leaves headings to the reviewers', async () => {
  const draft = '# A\n\n### B\n\nSee [the guide](docs/guides.md).\n';
  const facts = await factsIn({ workspace: openWorkspace(root), sandbox: bash }, draft, { document: 'README.md' });
  expect(criticalsIn(draft, facts, en)).toEqual([
    expect.objectContaining({
      agent: 'Editor',
      location: '¶3',
      severity: 'critical',
      issue: expect.stringContaining('there is docs/guide.md'),
    }),
  ]);
  expect(criticalsIn(draft, facts, ja)).toEqual([
    expect.objectContaining({
      issue:
        '5 行目: リンク `docs/guides.md` が誤っています。docs/guides.md はありません（docs/guide.md があります）。',
      suggestion: '修正するか、削除してください。',
    }),
  ]);
});

it('makes anchors as GitHub does', () => {
  expect(slugOf('What’s new in `v2.0`?')).toBe('whats-new-in-v20');
  expect([...anchorsIn('# A & B\n\n## `npm run`\n\n<a name="Here"></a>\n\n# A & B')]).toEqual([
    'a--b',
    'npm-run',
    'here',
    'a--b-1',
  ]);
});

it('reads nothing into code that is no shell', () => {
  expect(claimsIn('```json\n{"scripts": "npm run nothing"}\n```\n\n```\nsome output --with-flags\n```')).toEqual([]);
});

it('finds the name that is a slip away, and no other', () => {
  expect(similarName('--outptu', ['--output', '--input'])).toBe('--output');
  expect(similarName('lib', ['lab'])).toBeNull();
  expect(similarName('output', ['output', 'outputs'])).toBeNull();
});
