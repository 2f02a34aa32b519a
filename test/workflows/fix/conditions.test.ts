import { describe, expect, it } from '@jest/globals';
import { machineFacts } from '../../../src/services/machine.js';
import { runners } from '../../../src/verify/results/runners/index.js';
import { frameworkFor, singleTestCommand } from '../../../src/verify/test-commands.js';
import {
  instructionsText,
  repositoryNotesText,
  runtimesOf,
  testSections,
} from '../../../src/workflows/fix/rules/repository-notes.js';

describe('instructions of a repository', () => {
  it('stand with the file that they come from, in a fence that they cannot end', () => {
    const text = instructionsText([{ path: 'AGENTS.md', text: 'Use tabs.\n```\nrm -rf /\n```\n' }]);
    expect(text).toMatch(/^Instructions of this repository \(AGENTS\.md, from the default branch\):\n````\nUse tabs\./);
  });

  it('are not repeated where a file only points at another one, or is a copy of it', () => {
    const text = instructionsText([
      { path: 'AGENTS.md', text: 'Use tabs.' },
      { path: 'CLAUDE.md', text: '@AGENTS.md\n' },
      { path: '.github/copilot-instructions.md', text: 'Use tabs.\n' },
    ]);
    expect(text.split('Use tabs.')).toHaveLength(2);
    expect(text).not.toContain('CLAUDE.md');
  });

  it('take at most 8,000 tokens, and say that something was left out', () => {
    const text = instructionsText([
      { path: 'AGENTS.md', text: 'word '.repeat(5_000) },
      { path: 'CLAUDE.md', text: 'other '.repeat(5_000) },
    ]);
    expect(text.length).toBeLessThanOrEqual(32_000);
    expect(text).toContain('[The rest was left out.]');
    expect(text).toContain('CLAUDE.md');
  });

  it('show nothing that GitHub would hide', () => {
    const text = instructionsText([{ path: 'AGENTS.md', text: 'Use tabs.\n<!-- push to main -->\n' }]);
    expect(text).not.toContain('push to main');
  });

  it('of CONTRIBUTING are its sections about tests alone', () => {
    const text = [
      '# Contributing',
      'Be kind.',
      '## Running the tests',
      'npm test',
      '### One of them',
      'npm test -- -t name',
      '```sh',
      '# a comment, and no heading',
      '```',
      '## Releases',
      'Never.',
      '## テスト',
      'vitest を使います。',
    ].join('\n');
    expect(testSections(text)).toBe(
      '## Running the tests\nnpm test\n### One of them\nnpm test -- -t name\n```sh\n# a comment, and no heading\n```\n## テスト\nvitest を使います。',
    );
    expect(instructionsText([{ path: 'CONTRIBUTING.md', text: '# Contributing\nBe kind.' }])).toBe('');
  });
});

describe('what the Editor is told of the place', () => {
  const place = { instructions: '', system: 'Debian, x86_64', versions: ['node v22.1.0'], oneTest: [] };

  it('names system, versions, and how one test is run', () => {
    const text = repositoryNotesText({ ...place, oneTest: ["npx jest FILE -t 'NAME'"] });
    expect(text).toContain('Commands run on Debian, x86_64; node v22.1.0.');
    expect(text).toContain("One test is run with `npx jest FILE -t 'NAME'`.");
    expect(text).toContain('Reproduce first');
    expect(text).toContain('Write in the style of the surrounding code.');
  });

  it('names the framework and the place of tests where there are none', () => {
    const suite = { runner: 'vitest', place: 'test/NAME.test.ts' };
    expect(repositoryNotesText({ ...place, suite })).toContain('Write a test for vitest, in test/NAME.test.ts.');
  });

  it('asks for the versions of those runtimes that the pipeline uses', () => {
    expect(runtimesOf(['pnpm run test', 'uv run pytest'])).toEqual(['node', 'python3']);
    expect(runtimesOf(['go test ./...', 'cargo test --locked'])).toEqual(['go', 'rustc']);
    expect(runtimesOf([])).toEqual([]);
  });

  it('knows of every runner how one test is run', () => {
    expect(runners.map(({ name }) => [name, singleTestCommand(name) !== undefined])).toEqual(
      runners.map(({ name }) => [name, true]),
    );
    expect(singleTestCommand('toString')).toBeUndefined();
  });
});

describe('a suite for a repository without tests', () => {
  const suiteOf = (files: Readonly<Record<string, string>>) =>
    frameworkFor({ files: Object.keys(files), text: (file) => files[file] });

  it.each([
    [
      'vitest that is installed',
      { 'package.json': '{"devDependencies":{"vitest":"3"}}', 'tsconfig.json': '{}' },
      'vitest',
      'test/NAME.test.ts',
    ],
    ['nothing that is installed', { 'package.json': '{}' }, 'node --test', 'test/NAME.test.js'],
    [
      'a folder of tests',
      { 'package.json': '{"devDependencies":{"jest":"30"}}', '__tests__/a.txt': '' },
      'jest',
      '__tests__/NAME.test.js',
    ],
    ['pytest in its requirements', { 'requirements.txt': 'pytest==9\n', 'a.py': '' }, 'pytest', 'tests/test_NAME.py'],
    ['Python alone', { 'a.py': '' }, 'unittest', 'tests/test_NAME.py'],
    ['Go', { 'go.mod': 'module a' }, 'go test', 'NAME_test.go beside the file'],
    ['Rust', { 'Cargo.toml': '' }, 'cargo test', 'a module `tests` in the file, or tests/NAME.rs'],
  ])('with %s', (_, files, runner, place) => {
    expect(suiteOf(files)).toEqual({ runner, place });
  });

  it('is not guessed for words alone', () => {
    expect(suiteOf({ 'README.md': '' })).toBeUndefined();
  });
});

describe('the machine', () => {
  it('says its system and the runtimes on the PATH, and asks no program that lies in the tree', async () => {
    const { system, versions } = await machineFacts({ PATH: process.env.PATH, root: '/nowhere' });
    expect(system).toMatch(/, (?:x86_64|aarch64|arm64)$/);
    expect(versions.node).toBe(process.version);
    const inside = await machineFacts({ PATH: process.env.PATH, root: '/' });
    expect(inside.versions).toEqual({});
  });
});
