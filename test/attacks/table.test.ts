// The table of attacks is whole, and what it names is there.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { lintWorkflow } from '../../scripts/workflow-rules.mjs';
import { ROWS } from './table.js';
import { isTitled } from './titled.js';

const TESTS = path.join(import.meta.dirname, '..');

/** How many ways in are known. */
const KNOWN = 40;

it.each([
  [true, "it('a title', () => {});"],
  [true, 'describe(\n  `a title`, () => {});'],
  [true, "itWith(proc, 'a title', async () => {});"],
  [true, "it.each([1, 2])('a title', () => {});"],
  [true, "it.each([\n  ['a title', 1],\n])('%s', () => {});"],
  [false, "it.skip('a title', () => {});"],
  [false, "describe.skip('all', () => {\n  it('a title', () => {});\n});"],
  [false, "it.skip.each([1])('a title', () => {});"],
  [false, "xit('a title', () => {});"],
  [false, "const name = 'a title';"],
  [false, "commit('a title');"],
  [false, "// it('a title', () => {});"],
  [false, "it('another', () => {\n  say(['a title']);\n});"],
])('a title counts (%s) where it stands as %j', (counts, source) => {
  expect(isTitled(source, 'a title')).toBe(counts);
});

it('has a row for every way in, and none of another', () => {
  const ids = Array.from({ length: KNOWN }, (_, n) => `A${String(n + 1).padStart(2, '0')}`);
  expect(Object.keys(ROWS)).toEqual(ids);
});

describe.each(Object.entries(ROWS))('%s', (_, { comesIn, mustHappen, shownBy }) => {
  it(`${comesIn}: ${mustHappen}`, async () => {
    expect(shownBy.length).toBeGreaterThan(0);
    for (const [file, ...sentences] of shownBy) {
      const source = await readFile(path.join(TESTS, file), 'utf8');
      expect(sentences.filter((sentence) => !isTitled(source, sentence))).toEqual([]);
    }
  });
});

describe('Actions workflows', () => {
  const ROOT = path.join(import.meta.dirname, '../..');
  const FOLDERS = ['.github/workflows', 'templates/workflows'];

  const files = new Map<string, string>();
  beforeAll(async () => {
    for (const folder of FOLDERS)
      for (const name of await readdir(path.join(ROOT, folder)))
        files.set(`${folder}/${name}`, await readFile(path.join(ROOT, folder, name), 'utf8'));
  });

  /** A step put before all others of the last job that has any. */
  const step = (text: string) => (file: string) => {
    const at = file.lastIndexOf('    steps:\n');
    return at === -1 ? file : `${file.slice(0, at)}    steps:\n${text}${file.slice(at + '    steps:\n'.length)}`;
  };

  const SLIPS: readonly (readonly [slip: string, rule: string, put: (file: string) => string])[] = [
    [
      'a comment pasted into a script',
      'template-injection',
      step(`      - run: echo \${{ github.event.comment.body }}\n`),
    ],
    [
      'a title pasted into a script',
      'template-injection',
      step(`      - run: |\n          echo "\${{ github.event.issue.title }}"\n`),
    ],
    ['an action by its tag', 'pinned-uses', step('      - uses: actions/setup-go@v3\n')],
    ['somebody else’s action', 'forbidden-uses', step(`      - uses: evil/act@${'a'.repeat(40)} # v1.0.0\n`)],
    [
      'a checkout that keeps its token',
      'persist-credentials',
      step(`      - uses: actions/checkout@${'a'.repeat(40)} # v1.0.0\n`),
    ],
    ['a cache', 'cache-poisoning', step(`      - uses: actions/cache@${'a'.repeat(40)} # v1.0.0\n`)],
    ['a variable for the steps after it', 'github-env', step('      - run: echo "A=1" >> "$GITHUB_ENV"\n')],
    [
      'a whole pull request with our rights',
      'pull-request-target',
      (file) =>
        file.includes('pull_request_target') ? file : file.replace(/^on:\n/m, 'on:\n  pull_request_target:\n'),
    ],
    ['all rights', 'permissions', (file) => file.replace(/^permissions: \{\}$/m, 'permissions: write-all')],
  ];

  describe('a slip', () => {
    it.each(SLIPS)('is found when it is put into any of them: %s', (_, rule, put) => {
      const tried = [...files]
        .map(([name, text]) => [name, text, put(text)] as const)
        .filter(([, text, bad]) => text !== bad);
      expect(tried.length).toBeGreaterThan(3);
      for (const [name, , bad] of tried)
        expect([name, lintWorkflow(bad).map((one) => one.rule)]).toEqual([name, expect.arrayContaining([rule])]);
    });
  });

  interface Job {
    readonly permissions?: Readonly<Record<string, string>>;
    readonly steps?: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[];
  }

  const jobs = () =>
    [...files].flatMap(([name, text]) => {
      const read = parse(text) as { jobs: Readonly<Record<string, Job>> };
      return Object.entries(read.jobs).map(([job, value]) => ({
        name: `${name} ${job}`,
        job: value,
        text: JSON.stringify(value),
      }));
    });

  describe('the workflows that are shipped', () => {
    it('listens to no repository_dispatch, and runs nothing of a stranger’s with a right or a secret', () => {
      for (const [name, text] of files) {
        const { on } = parse(text) as { on: unknown };
        expect([name, JSON.stringify(on)]).toEqual([
          name,
          expect.not.stringMatching(/repository_dispatch|pull_request_target/),
        ]);
      }
      const checkingOut = jobs().filter(({ job }) => job.steps?.some((one) => String(one.with?.path) === 'tree'));
      expect(checkingOut.map(({ name }) => name)).toEqual([
        '.github/workflows/crew-run.yml work',
        '.github/workflows/crew-run.yml verify',
        '.github/workflows/crew-verify.yml verify',
      ]);
      for (const { name, job } of checkingOut)
        expect([name, ...new Set(Object.values(job.permissions ?? { none: 'write' }))]).toEqual([name, 'read']);
      // One secret is among them: the model's key, which goes to crew's own step and to no other.
      const [work, ...verifies] = checkingOut;
      expect(work?.text.match(/secrets\.[\w-]+/g)).toEqual(['secrets.anthropic-api-key']);
      for (const { text } of verifies) expect(text).not.toMatch(/secrets\.|github\.token/);
    });

    it('caches nothing, and shares no file between jobs but artifacts', () => {
      for (const { name, job } of jobs())
        for (const one of job.steps ?? []) {
          const uses = one.uses ?? '';
          expect([name, uses]).toEqual([name, expect.not.stringMatching(/cache/)]);
          expect([name, one.with?.cache]).toEqual([name, undefined]);
        }
    });

    it('is built by itself: the check holds the bundle against its source', async () => {
      const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      expect(scripts.fresh).toMatch(/^node scripts\/check-fresh\.mjs/);
      expect(await readFile(path.join(ROOT, 'scripts/check.mjs'), 'utf8')).toMatch(/STEPS = \[.*'workflows', 'fresh'/);
      expect(files.get('.github/workflows/ci.yml')).toContain('npm run check');
    });

    it('is given nothing that runs when it is installed', async () => {
      const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Readonly<Record<string, { hasInstallScript?: boolean; dev?: boolean; optional?: boolean }>>;
      };
      const running = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
      expect(running.filter(([, { dev }]) => dev !== true).map(([name]) => name)).toEqual([]);
    });
  });
});
