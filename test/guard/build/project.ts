// A project on disk as the corpus means it: `/project` and `/home/runner` stand for two folders that are made anew.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGuard, type Gate, noRules, type Rules } from '../../../src/guard/index.js';
import { guardContextOf } from '../../../src/services/guard-context.js';

export interface Row {
  readonly id: string;
  readonly tool: string;
  readonly command: string;
  readonly cwd?: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly why: string;
  readonly group: string;
  readonly setup?: readonly string[];
  readonly rules?: Partial<Rules>;
}

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "sample", "scripts": { "test": "true" } }\n',
  'package-lock.json': '{}\n',
  'README.md': '# Sample\n\nTODO: more words.\n',
  'CHANGELOG.md': '- first\n'.repeat(30),
  'src/index.ts': '// TODO\nexport const createApp = 1;\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': 'export const b = 2;\n',
  'scripts/check.sh': '#!/bin/sh\necho checked "$@"\n',
  'scripts/gen.py': 'print("made")\n',
  'scripts/sub/one.sh': 'true\n',
  'tools/x.sh': 'id\n',
  '.github/workflows/ci.yml': 'on: push\n',
};

const IGNORED: Readonly<Record<string, string>> = { '.env': 'KEY=canary\n', '.npmrc': 'token=canary\n' };

export interface Project {
  readonly root: string;
  readonly home: string;
  /** The corpus's two folders, replaced by these. */
  readonly place: (text: string) => string;
  readonly gate: (rules?: Partial<Rules>) => Gate;
  /** A command of a row's `setup`, done for real. */
  readonly prepare: (command: string) => void;
}

const GIT = ['-c', 'user.name=Maya', '-c', 'user.email=maya@example.com', '-c', 'core.hooksPath=/dev/null'];

/** Where everything is made; whoever calls removes it. */
export function newPlace(): string {
  return realpathSync.native(mkdtempSync(path.join(tmpdir(), 'crew-guard-')));
}

/** Makes a project with one commit and a clean tree. */
export function newProject(place: string): Project {
  const root = path.join(place, 'project');
  const home = path.join(place, 'home/runner');
  for (const [file, text] of Object.entries({ ...FILES, ...IGNORED })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(home, '.ssh'), { recursive: true });
  chmodSync(path.join(root, 'scripts/check.sh'), 0o755);
  writeFileSync(path.join(root, '.gitignore'), Object.keys(IGNORED).join('\n'));
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', [...GIT, ...args], { cwd: root, stdio: 'ignore' });
  return projectAt(root, home);
}

/** The same project once more, in a folder of its own, for a row that changes it. */
export function copyOf({ root, home }: Project): Project {
  const place = mkdtempSync(path.join(path.dirname(root), 'copy-'));
  cpSync(root, path.join(place, 'project'), { recursive: true });
  cpSync(home, path.join(place, 'home/runner'), { recursive: true });
  return projectAt(path.join(place, 'project'), path.join(place, 'home/runner'));
}

function projectAt(root: string, home: string): Project {
  const context = guardContextOf({ root });
  const place = (text: string) => text.replaceAll('/home/runner', home).replaceAll(/\/project(?![\w])/g, root);
  return {
    root,
    home,
    place,
    gate: (rules = {}) => createGuard({ ...context, home, rules: { run: { ...noRules, ...rules } } }),
    prepare: (command) => {
      execFileSync('sh', ['-c', place(command)], {
        cwd: root,
        stdio: 'ignore',
        env: { PATH: process.env.PATH, HOME: home },
      });
    },
  };
}
