// `crew verify` as a person types it, in a repository of its own.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { cli } from '../../../src/cli/cli.js';
import { newFolder } from '../../build/folder.js';
import { type Files, projectOf } from './projects.js';

const GIT = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org'];
/** Git in a folder, as somebody. */
export const git = (root: string, ...args: readonly string[]) =>
  execFileSync('git', [...GIT, ...args], { cwd: root, stdio: 'pipe' });

/** A repository with these files committed. */
export async function repositoryOf(files: Files): Promise<string> {
  const root = await projectOf(files);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  return root;
}

/** `crew verify` as a person types it. */
export async function crewVerify(root: string, ...words: readonly string[]) {
  let out = '';
  let err = '';
  const exit = await cli({
    argv: ['verify', '--root', root, ...words],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CREW_HOME: path.join(await newFolder(), 'home') },
    colors: false,
    input: async () => '',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { exit, out, err, json: () => JSON.parse(out) };
}
