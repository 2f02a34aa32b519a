import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type CallContext, startedRunners } from '../../../src/verify/detect/runner-starts.js';
import { requestResults } from '../../../src/verify/pipeline/request-results.js';
import { readResults } from '../../../src/verify/results/read-results.js';

const made = mkdtempSync(path.join(tmpdir(), 'crew-ask-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));
let count = 0;

/** A runner of a test: it writes what jest would, and prints its arguments. */
const JEST = `#!/bin/sh
for each in "$@"; do case "$each" in --outputFile=*) file=\${each#--outputFile=} ;; esac; done
echo "jest $*" | sed 's/--outputFile=[^ ]*//'
[ -z "$file" ] || printf '{"testResults":[{"name":"%s/a.test.js","status":"passed","assertionResults":[{"title":"adds","status":"passed"}]}]}' "$PWD" > "$file"
exit \${JEST_EXIT:-0}
`;

interface Project {
  readonly command: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly testRunners?: CallContext;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command as it is, and as it is asked; what came of both. */
async function both({ command, scripts = {}, testRunners = {}, env = {} }: Project) {
  count += 1;
  const root = path.join(made, `${count}`);
  mkdirSync(path.join(root, 'bin'), { recursive: true });
  for (const [name, text] of Object.entries({
    jest: JEST,
    tape: '#!/bin/sh\nprintf "TAP version 13\\n# adds\\nok 1 a\\n1..1\\n# tests 1\\n# pass 1\\n"\nexit $TAPE_EXIT\n',
  })) {
    writeFileSync(path.join(root, 'bin', name), text);
    chmodSync(path.join(root, 'bin', name), 0o755);
  }
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'p', version: '1.0.0', scripts }));
  const resultsFolder = path.join(made, `tray-${count}`);
  const step = { command, cwd: '.', testRunners: startedRunners(command, { scripts, ...testRunners }) };
  const asked = requestResults({ step, root, resultsFolder });
  if (!asked) throw new Error(`${command} is not asked`);
  const run = (line: string, more = {}) =>
    spawnSync('bash', ['-c', line], {
      cwd: root,
      encoding: 'utf8',
      env: {
        TAPE_EXIT: '0',
        PATH: `${root}/bin:${process.env.PATH}`,
        HOME: made,
        npm_config_loglevel: 'silent',
        ...env,
        ...more,
      },
    });
  const plain = run(command);
  const told = run(asked.line, asked.env);
  const left = {
    async read(open: (name: string) => (text: string) => void) {
      for (const name of readdirSync(resultsFolder)
        .filter((each) => !each.startsWith('.'))
        .sort())
        open(name)(readFileSync(path.join(resultsFolder, name), 'utf8'));
      return 'read' as const;
    },
  };
  return { plain, told, results: await readResults(left, asked, { root, cwd: '.' }) };
}

const names = ({ results }: Awaited<ReturnType<typeof both>>) => results.tests.map(({ id }) => id);

describe('a command that is asked for results', () => {
  it.each<readonly [string, Project]>([
    ['its own line', { command: 'true && jest && echo end' }],
    ['its own line, where the runner fails in the middle', { command: 'jest && echo end', env: { JEST_EXIT: '3' } }],
    ['behind what it may fail', { command: 'false || jest' }],
    ['in a group', { command: '(cd . && jest) | cat' }],
    ['a script', { command: 'npm test', scripts: { test: 'true && jest && echo end' } }],
    ['a script of a script', { command: 'npm test', scripts: { test: 'npm run unit && echo end', unit: 'jest --ci' } }],
    [
      'a script with hooks',
      { command: 'npm test', scripts: { pretest: 'echo before', test: 'jest', posttest: 'echo behind' } },
    ],
    ['a script that fails', { command: 'npm test', scripts: { test: 'jest && false' } }],
    ['a script with arguments', { command: 'npm test -- --ci', scripts: { test: 'jest' } }],
    ['behind a program that fails', { command: 'npm test', scripts: { test: 'bash -c "exit 6" && jest && echo end' } }],
    ['before one that fails', { command: 'npm test -- --ci', scripts: { test: 'jest && bash -c "exit 6"' } }],
    ['a hook that fails first', { command: 'npm test', scripts: { pretest: 'exit 3', test: 'jest' } }],
    ['a hook that fails behind', { command: 'npm test', scripts: { test: 'jest', posttest: 'exit 4' } }],
  ])('ends as it does without that, and its tests are known: %s', async (_, project) => {
    const done = await both(project);
    expect(done.told.status).toBe(done.plain.status);
    expect(names(done)).toEqual(['a.test.js › adds']);
  });

  it('prints what it prints', async () => {
    const { plain, told } = await both({ command: 'npm test', scripts: { test: 'tape | sed s/adds/sums/' } });
    expect(told.stdout).toBe(plain.stdout);
    expect(told.stdout).toContain('sums');
  });

  it('keeps the exit code of a runner whose output is copied', async () => {
    const done = await both({ command: 'tape', env: { TAPE_EXIT: '7' } });
    expect(done.told.status).toBe(7);
    expect(names(done)).toEqual(['adds']);
  });

  it('of several runners each tells', async () => {
    const done = await both({ command: 'npm test', scripts: { test: 'tape && jest' } });
    expect(names(done).sort()).toEqual(['a.test.js › adds', 'adds']);
  });

  it('hooks that failed are named', async () => {
    const { results } = await both({ command: 'npm test', scripts: { test: 'jest', posttest: 'exit 4' } });
    expect(results.hooks).toEqual(['posttest']);
  });

  it('a runner that surely ran and left nothing is noticed', async () => {
    const silent = await both({ command: 'npm test', scripts: { test: 'jest --outputFile=' } }).catch((error) =>
      String(error),
    );
    expect(silent).toContain('is not asked');
    const skipped = await both({ command: 'true || jest' });
    expect(skipped.results.silent).toBeUndefined();
  });

  it('of a script of the same words elsewhere nothing is asked', async () => {
    const done = await both({
      command: 'npm test',
      scripts: { test: 'jest' },
      testRunners: { packages: [{ folder: 'other', scripts: { test: 'jest' } }] },
    });
    expect(names(done)).toEqual([]);
  });
});

describe('a test command that shows no runner', () => {
  const VITEST = `import { writeFileSync } from 'node:fs';
const file = process.argv.find((word) => word.startsWith('--outputFile.json='))?.split('=')[1];
const tests = [{ title: 'adds ' + [process.argv[2], process.env.NODE_OPTIONS, process.env.CREW_RESULTS].join(), status: 'passed' }];
if (file) writeFileSync(file, JSON.stringify({ testResults: [{ name: process.cwd() + '/a.test.js', status: 'passed', assertionResults: tests }] }));
process.exitCode = 5;
`;
  const TOOL = `const { spawnSync } = require('node:child_process');
process.exitCode = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit' }).status;
`;
  const MOCHA = `module.exports = class Mocha {
  constructor() { this._reporter = class {}; }
  run(done) {
    const listeners = {};
    new this._reporter({ on: (name, act) => { listeners[name] = act; } }, {});
    const test = (title) => ({ titlePath: () => ['sums', title], file: process.cwd() + '/a.test.js', duration: 1 });
    listeners.pass(test('adds ' + [process.env.NODE_OPTIONS, process.env.CREW_RESULTS].join()));
    listeners.fail(test('subtracts'), new Error('3 is not 4'));
    listeners.end();
    done(1);
  }
};
`;

  async function run(files: Readonly<Record<string, string>>, command: string) {
    count += 1;
    const root = path.join(made, `program-${count}`);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    const resultsFolder = path.join(made, `tray-program-${count}`);
    const asked = requestResults({ step: { command, cwd: '.', purpose: 'test' }, root, resultsFolder });
    const env = { PATH: process.env.PATH ?? '', HOME: made, ...asked?.env };
    const { status } = spawnSync('bash', ['-c', asked?.line ?? ''], { cwd: root, env });
    const read = async (open: (name: string) => (text: string) => void) => {
      for (const name of readdirSync(resultsFolder).filter((each) => !each.startsWith('.')))
        open(name)(readFileSync(path.join(resultsFolder, name), 'utf8'));
      return 'read' as const;
    };
    const {
      tests,
      files: found,
      flaw,
    } = await readResults({ read }, asked ?? { runners: [], expects: [] }, { root, cwd: '.' });
    return { status, tests: tests.map(({ id, status: is }) => `${id}: ${is}`), found, flaw };
  }

  it('is told what a runner reports that a tool starts, and the runner sees nothing of it', async () => {
    const files = { 'node_modules/vitest/vitest.mjs': VITEST, 'node_modules/tool/bin.js': TOOL };
    const { status, tests } = await run(files, 'node node_modules/tool/bin.js');
    expect({ status, tests }).toEqual({ status: 5, tests: ['a.test.js › adds run,,: passed'] });
  });

  it('is told what Mocha reports where a file of the repository starts it', async () => {
    const test = `const Mocha = require('mocha'); new Mocha().run((failures) => process.exit(failures));`;
    const files = { 'node_modules/mocha/index.js': MOCHA, 'test.js': test };
    const { status, tests, flaw } = await run(files, 'node test.js');
    expect({ status, tests, flaw }).toEqual({
      status: 1,
      tests: ['a.test.js › sums › adds ,: passed', 'a.test.js › sums › subtracts: failed'],
      flaw: undefined,
    });
  });

  it('runs as it is where no runner is started', async () => {
    const { status, tests, found } = await run({ 'test.js': 'process.exitCode = 3;' }, 'node test.js');
    expect({ status, tests, found }).toEqual({ status: 3, tests: [], found: 0 });
  });

  it.each(['make check', './run-tests.sh', 'cargo nextest run'])('is left alone outside of Node: %s', (command) => {
    expect(
      requestResults({ step: { command, cwd: '.', purpose: 'test' }, root: made, resultsFolder: made }),
    ).toBeNull();
  });
});

it('node’s own options stay, and those of the command too', async () => {
  const root = path.join(made, 'node');
  mkdirSync(root);
  writeFileSync(
    path.join(root, 'a.test.mjs'),
    `import test from 'node:test'; test('sees ' + process.env.NODE_OPTIONS, () => {});`,
  );
  const command = 'NODE_OPTIONS=--no-warnings node --test';
  const resultsFolder = path.join(made, 'tray-node');
  const asked = requestResults({
    step: { command, cwd: '.', testRunners: startedRunners(command) },
    root,
    resultsFolder,
  });
  execFileSync('bash', ['-c', asked?.line ?? 'false'], { cwd: root, env: { PATH: process.env.PATH ?? '' } });
  const [file] = readdirSync(resultsFolder).filter((name) => name.startsWith('own.0.'));
  expect(readFileSync(path.join(resultsFolder, file ?? ''), 'utf8')).toContain('sees --no-warnings');
});
