// Each recipe of CONTRIBUTING.md, done on a copy of the tree with exactly the files that it names; then the checks run there.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = process.cwd();

interface Recipe {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  /** The list, and the lines that go in: behind the one that is named. */
  readonly list?: { readonly file: string; readonly lines: readonly (readonly [after: string, line: string])[] };
}

const RECIPES: readonly Recipe[] = [
  {
    what: 'a slash command',
    files: {
      'src/commands/echo.ts': `import { define } from './define.js';

/** \`/crew echo\` */
export const echo = define({
  name: 'echo',
  summary: { en: 'repeat a text', ja: 'テキストを繰り返す' },
  access: 'write',
  workflow: 'echo',
  grammar: {},
});
`,
      'test/commands/echo.test.ts': `import { expect, it } from '@jest/globals';
import { commands } from '../../src/commands/index.js';

it('/crew echo is a command of people with write access', () => {
  expect(commands.find(({ name }) => name === 'echo')).toMatchObject({ access: 'write', workflow: 'echo' });
});
`,
    },
    list: {
      file: 'src/commands/index.ts',
      lines: [
        ["import { defer } from './defer.js';", "import { echo } from './echo.js';"],
        ['  ask,', '  echo,'],
      ],
    },
  },
  {
    what: 'a workflow',
    files: {
      'src/workflows/echo/index.ts': `// echo: repeats the text of the request. A gate alone.
import type { Workflow } from '../../ports/workflow.js';
import { repeated } from './rules/repeat.js';

export const echo: Workflow<null> = {
  name: 'echo',
  version: 1,
  exclusive: false,
  gate: async (_ctx, { text }) => ({ name: 'done', says: repeated(text) }),
  work: async () => {
    throw new Error('echo ends in its gate');
  },
  publish: async () => {
    throw new Error('echo ends in its gate');
  },
};
`,
      'src/workflows/echo/rules/repeat.ts': `/** The text, twice. */
export const repeated = (text: string): string => \`\${text}\\n\${text}\`;
`,
      'test/workflows/echo/repeat.test.ts': `import { expect, it } from '@jest/globals';
import { echo } from '../../../src/workflows/echo/index.js';
import { repeated } from '../../../src/workflows/echo/rules/repeat.js';

it('echo repeats the text of the request', () => {
  expect(repeated('a')).toBe('a\\na');
  expect(echo.name).toBe('echo');
});
`,
    },
    list: {
      file: 'src/workflows/index.ts',
      lines: [
        ["import { buildWith } from './build/index.js';", "import { echo } from './echo/index.js';"],
        ['    ask,', '    echo,'],
      ],
    },
  },
  {
    what: 'an agent tool',
    files: {
      'src/agent/tools/count.ts': `import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import * as kinds from './input-schemas.js';

const input = z.strictObject({ path: kinds.path });

/** Counts the bytes of a file. */
export const count: GuardedTool<z.infer<typeof input>> = {
  name: 'count',
  description: 'Counts the bytes of one file.',
  input,
  isReadOnly: true,
  touches: ({ path }) => [{ tool: 'Read', command: path }],
  run: async ({ path }, { workspace }) => ({ text: String((await workspace.read(path))?.length ?? 0) }),
};
`,
      'test/agent/tools/count.test.ts': `import { expect, it } from '@jest/globals';
import { count } from '../../../src/agent/tools/count.js';

it('count is a tool that reads', () => {
  expect(count).toMatchObject({ name: 'count', isReadOnly: true });
});
`,
    },
    list: {
      file: 'src/agent/tools/index.ts',
      lines: [
        ["import { askPerson } from './ask-person.js';", "import { count } from './count.js';"],
        ['    guarded(list),', '    guarded(count),'],
      ],
    },
  },
  {
    what: 'a test runner',
    files: {
      'src/verify/results/runners/tapper.ts': `import { readTap } from '../tap.js';
import type { Runner } from './runner.js';

/** tapper writes TAP to standard output. */
export const tapper: Runner = {
  name: 'tapper',
  format: 'tap',
  is: ([word]) => word === 'tapper',
  report: () => ({ output: 'copy' }),
  read: () => readTap({ plan: true, headings: false }),
  isMixedWithOutput: true,
};
`,
      'test/verify/results/tapper.test.ts': `import { expect, it } from '@jest/globals';
import { runners } from '../../../src/verify/results/runners/index.js';

it('tapper is known by its name', () => {
  expect(runners.find(({ name }) => name === 'tapper')?.is(['tapper'])).toBe(true);
});
`,
    },
    list: {
      file: 'src/verify/results/runners/index.ts',
      lines: [
        ["import { tape } from './tape.js';", "import { tapper } from './tapper.js';"],
        ['  tape,', '  tapper,'],
      ],
    },
  },
  {
    what: 'an ecosystem',
    files: {
      'src/verify/detect/ecosystems/just.ts': `import { inFolder, rootFolders } from '../folders.js';
import { type Ecosystem, tool } from '../step.js';

/** just: the recipe \`test\` of a justfile. */
export const just: Ecosystem = {
  name: 'just',
  isFallback: true,
  find: (tree) =>
    rootFolders(tree.files, (name) => name === 'justfile').map((folder) => {
      const why = { is: 'file', file: inFolder(folder, 'justfile') } as const;
      const step = { purpose: 'test', command: 'just test', why, needs: [tool('just')], leads: undefined } as const;
      return { ecosystem: 'just', name: folder, folder, uses: [], steps: [step] };
    }),
};
`,
      'test/verify/detect/just.test.ts': `import { expect, it } from '@jest/globals';
import { ecosystems } from '../../../src/verify/detect/ecosystems/index.js';

it('just is in the list of ecosystems', () => {
  expect(ecosystems.map(({ name }) => name)).toContain('just');
});
`,
    },
    list: {
      file: 'src/verify/detect/ecosystems/index.ts',
      lines: [
        ["import { gradle } from './gradle.js';", "import { just } from './just.js';"],
        ['  gradle,', '  just,'],
      ],
    },
  },
  {
    what: 'a command of the terminal',
    files: {
      'src/cli/commands/now.ts': `import type { CliCommand } from '../flags.js';

/** \`crew now\` */
export const now: CliCommand = async ({ env }) => ({ text: String(env.now), json: { now: env.now }, exit: 0 });
`,
      'test/cli/now.test.ts': `import { expect, it } from '@jest/globals';
import { now } from '../../src/cli/commands/now.js';

it('crew now is a function', () => {
  expect(typeof now).toBe('function');
});
`,
    },
    list: {
      file: 'src/cli/commands/index.ts',
      lines: [
        [
          'export const cliCommands: readonly CliEntry[] = [',
          `  {
    name: 'now',
    usage: 'crew now',
    summary: { en: 'print the time of CREW_NOW', ja: 'CREW_NOW の時刻を表示する' },
    explained: [],
    example: 'crew now',
    load: async () => (await import('./now.js')).now,
  },`,
        ],
      ],
    },
  },
  {
    what: 'a role',
    files: {
      '.agent/historian/agent.json': readFileSync('.agent/explorer/agent.json', 'utf8').replace(
        /"explorer"/g,
        '"historian"',
      ),
      '.agent/historian/prompt.md': 'You read the history of a repository and answer in one paragraph.\n',
    },
  },
];

const at = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, CREW_NO_SKIPS: '' } });

describe('CONTRIBUTING.md', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const folder = mkdtempSync(path.join(tmpdir(), 'crew-recipes-'));
  const put = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };

  beforeAll(() => {
    const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    for (const file of tracked
      .split('\0')
      .filter((each) => existsSync(path.join(ROOT, each)) && each && !/^(?:test\/corpus|docs\/images)\//.test(each)))
      cpSync(path.join(ROOT, file), path.join(folder, file), { dereference: false, force: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    for (const { files, list } of RECIPES) {
      for (const [file, content] of Object.entries(files)) put(file, content);
      if (!list) continue;
      let source = readFileSync(path.join(folder, list.file), 'utf8');
      for (const [after, line] of list.lines) {
        expect(source).toContain(after);
        source = source.replace(after, `${after}\n${line}`);
      }
      put(list.file, source);
    }
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(RECIPES.map(({ what, list }) => [what, list?.file ?? '–'] as const))(
    'has the recipe for %s, in %s',
    (what, file) => {
      const row = text.split('\n').find((line) => line.startsWith(`| ${what} |`));
      expect(row).toContain(file);
    },
  );

  it.each([
    ['types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']],
    [
      'lint',
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', 'src', 'test/commands', 'test/agent'],
    ],
    ['the imports between folders', ['scripts/check-habits.mjs']],
    ['unused code', ['node_modules/knip/bin/knip.js']],
  ] as const)('recipes that are followed pass %s', (_what, args) => {
    const { status, stdout, stderr } = at(folder, ...args);
    expect(status === 0 ? '' : `${stdout}${stderr}`).toBe('');
  });

  it('recipes that are followed pass their own tests', () => {
    const tests = RECIPES.flatMap(({ files }) => Object.keys(files).filter((file) => file.endsWith('.test.ts')));
    const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...tests];
    const { status, stderr } = at(folder, ...jest);
    expect(status === 0 ? '' : stderr).toBe('');
  });
});
