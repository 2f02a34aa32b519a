// Manifests that say nothing, because they cannot be read: a pipeline that is missing for such a reason is no empty one.
import { parse as parseToml } from 'smol-toml';
import { homes, inFolder, nameOf } from './folders.js';
import type { Tree } from './step.js';
import { LONGEST, record } from './texts.js';

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'package.json': JSON.parse,
  'pyproject.toml': parseToml,
  'Cargo.toml': parseToml,
};

/** The manifests of a tree, as far as an ecosystem is at home there, that hold nothing which can be read. */
export function unreadIn(tree: Tree): readonly string[] {
  return Object.keys(PARSERS).flatMap((name) =>
    homes(tree.files, (each) => each === name)
      .map((home) => inFolder(home, name))
      .filter((file) => isUnread(file, tree.text(file))),
  );
}

/** One that is too long was never parsed either. */
function isUnread(file: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text.length > LONGEST) return true;
  try {
    const value = PARSERS[nameOf(file)]?.(text);
    return record(value) !== value;
  } catch {
    return true;
  }
}
