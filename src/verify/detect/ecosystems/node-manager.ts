// The four package managers of Node's world differ in their words only.
import { inFolder } from '../folders.js';
import { json, string } from '../manifest-text.js';
import type { Tree } from '../step.js';

export interface Manager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Files of a home that only it has. */
  readonly marks: readonly string[];
  readonly install: (frozen: boolean) => string;
  readonly run: (script: string) => string;
}

/** Which manager a home belongs to: as its manifest says, else as its lock file shows, else npm. */
export function managedBy({ marks, name }: Manager, tree: Tree, home: string): boolean {
  const said = string(json(tree.text(inFolder(home, 'package.json'))).packageManager)?.split('@')[0];
  if (said !== undefined && ALL.some(([each]) => each === said)) return said === name;
  const marked = ALL.find(([, files]) => files.some((file) => tree.files.includes(inFolder(home, file))));
  return marked
    ? marked[0] === name
    : name === 'npm' || marks.some((file) => tree.files.includes(inFolder(home, file)));
}

/** In this order: a repository that moved from one to another seldom removes what it had last. */
const ALL = [
  ['pnpm', ['pnpm-lock.yaml', 'pnpm-workspace.yaml']],
  ['bun', ['bun.lock', 'bun.lockb']],
  ['yarn', ['yarn.lock']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
] as const;
