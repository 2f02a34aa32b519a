// The interface of a package manager for Node, and the rule which one a repository uses. Used by node-package.ts.
import { inFolder } from '../folders.js';
import { json, string } from '../manifest-text.js';
import type { Tree } from '../step.js';

/** How npm, pnpm, Yarn or Bun installs packages and runs scripts. */
export interface NodeManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  readonly install: (frozen: boolean) => string;
  readonly run: (script: string) => string;
}

/** Files that only one package manager uses. In order of precedence, since repositories often keep the lock file of an earlier one. */
const LOCK_FILES = [
  ['pnpm', ['pnpm-lock.yaml', 'pnpm-workspace.yaml']],
  ['bun', ['bun.lock', 'bun.lockb']],
  ['yarn', ['yarn.lock']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
] as const satisfies readonly (readonly [NodeManager['name'], readonly string[]])[];

/** Whether a root folder uses this package manager: by its manifest, else its lock file, else npm. */
export function isManagedBy(name: NodeManager['name'], tree: Tree, home: string): boolean {
  const named = string(json(tree.text(inFolder(home, 'package.json'))).packageManager)?.split('@')[0];
  if (named !== undefined && LOCK_FILES.some(([each]) => each === named)) return named === name;
  const locked = LOCK_FILES.find(([, files]) => files.some((file) => tree.files.includes(inFolder(home, file))));
  return name === (locked?.[0] ?? 'npm');
}
