// The interface of a package manager for Node, and the rule which one a repository uses. Used by node-package.ts.
import { inFolder } from '../folders.js';
import { json, string } from '../manifest-text.js';
import type { Tree } from '../step.js';

/** How npm, pnpm, Yarn or Bun installs packages and runs scripts. */
export interface NodeManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Files by which the package manager is recognised. */
  readonly files: readonly string[];
  readonly install: (frozen: boolean) => string;
  readonly run: (script: string) => string;
}

/** Whether a root folder uses this package manager: by its manifest, else its lock file, else npm. */
export function isManagedBy({ files: marks, name }: NodeManager, tree: Tree, home: string): boolean {
  const named = string(json(tree.text(inFolder(home, 'package.json'))).packageManager)?.split('@')[0];
  if (named !== undefined && ALL.some(([each]) => each === named)) return named === name;
  const marked = ALL.find(([, files]) => files.some((file) => tree.files.includes(inFolder(home, file))));
  return marked
    ? marked[0] === name
    : name === 'npm' || marks.some((file) => tree.files.includes(inFolder(home, file)));
}

/** In order of precedence, since repositories often keep the lock file of an earlier package manager. */
const ALL = [
  ['pnpm', ['pnpm-lock.yaml', 'pnpm-workspace.yaml']],
  ['bun', ['bun.lock', 'bun.lockb']],
  ['yarn', ['yarn.lock']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
] as const;
