// What stands beside the lines of somebody's pull request: how much of it, and which files it does not bring about.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { lastOf } from '../../../src/core/recorded.js';
import type { Target } from '../../../src/workflows/fix/aim.js';
import { pullsIn, type Run, type Scene } from './scene.js';
import { REPO } from './shop.js';
import { gitIn } from './stands.js';

/** Every suggestion is taken over, as a person would; a file that is another one then than what was verified, is left. */
export function suggestedIn(scene: Scene, { target, journal }: Run): { count: number; left: readonly string[] } {
  const own = suggestionsIn(scene, target);
  const tree = gitTreeOf(scene, { target, journal });
  const taken = (file: string): string => {
    const lines = textAt(scene, target?.commit ?? '', file).split('\n');
    const here = own.filter((each) => each.path === file).sort((a, b) => b.line - a.line);
    for (const { startLine, line, text } of here)
      lines.splice((startLine ?? line) - 1, line - (startLine ?? line) + 1, ...text.split('\n'));
    return lines.join('\n');
  };
  const files = lastOf(journal, 'diff')?.files ?? [];
  return { count: own.length, left: files.filter((file) => taken(file) !== textAt(scene, tree, file)) };
}

function suggestionsIn(scene: Scene, target: Target | undefined) {
  const pull = pullsIn(scene).find(({ number }) => number === target?.pull?.number);
  return (pull?.threads ?? []).flatMap(({ began, comments }) => {
    const text = /^(`{3,})suggestion\n([\s\S]*?)\n?\1/.exec(comments[0]?.body ?? '')?.[2];
    return text === undefined ? [] : [{ ...began, text }];
  });
}

const textAt = (scene: Scene, at: string, file: string): string => {
  const there = gitIn(scene.shop, 'ls-tree', '--name-only', at, '--', file);
  return there === '' ? '' : gitIn(scene.shop, 'show', `${at}:${file}`);
};

const trees = new Map<string, string>();

/** What a diff of the journal makes of the commit that it is on top of, by git itself. */
export function gitTreeOf({ shop }: Pick<Scene, 'shop'>, { target, journal }: Pick<Run, 'target' | 'journal'>): string {
  const cwd = shop.embedded.repository(REPO).gitDir;
  const { text = '', sha256 = '' } = lastOf(journal, 'diff') ?? {};
  const key = [cwd, target?.commit, sha256].join(' ');
  const known = trees.get(key);
  if (known !== undefined) return known;
  const env = { ...process.env, GIT_INDEX_FILE: path.join(cwd, `index-${randomUUID()}`) };
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, { cwd, env, input, encoding: 'utf8', stdio: 'pipe' }).trim();
  git(['read-tree', target?.commit ?? '']);
  git(['apply', '--cached', '-'], text);
  const tree = git(['write-tree']);
  trees.set(key, tree);
  return tree;
}
