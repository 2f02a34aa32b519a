// What a commit changes against another, as the tamper gate reads it: from git's own objects, so that nothing which commands
// do to the tree can show in it.
import { askGit } from '../../adapters/clone/git.js';
import { type ChangedFile, type Found, findTampering, type KnownTest } from '../../verify/tamper/index.js';
import { roleOf } from '../../verify/tamper/role.js';
import { readTexts } from './read-texts.js';

export interface Range {
  readonly base: string;
  readonly head: string;
}

/** A file that differs. A blob is null where there is none, and of links and submodules. */
export interface Entry {
  readonly path: string;
  /** Its path before. */
  readonly from: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Of more files than these, those that judge come first. */
const MOST_CHANGED = 2000;
/** Tests that did not change only help to find what was tailored to them. */
const MOST_KNOWN = 300;

/** Every file that differs. */
export async function readChange(root: string, { base, head }: Range): Promise<readonly Entry[]> {
  const pieces: string[] = [];
  const args = ['diff', '--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--find-renames'];
  const well = await askGit(root, {
    args: [...args, '--end-of-options', base, head],
    separator: '\0',
    each: (piece) => void pieces.push(piece),
  });
  if (!well) throw new Error(`git could not compare ${base} with ${head}`);
  const entries: Entry[] = [];
  while (pieces.length > 0) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = (pieces.shift() ?? ':')
      .slice(1)
      .split(' ');
    const from = pieces.shift() ?? '';
    const path = /^[RC]/.test(status) ? (pieces.shift() ?? '') : from;
    entries.push({ path, from, before: blobOf(oldMode, oldBlob), after: blobOf(newMode, newBlob) });
  }
  return entries;
}

const blobOf = (mode: string, blob: string): string | null => (/^100/.test(mode) ? blob : null);

/** Every path of a change, those before renames too. */
export const pathsOf = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ path, from }) => [path, from])),
];

/** What in a change bends what judges it. */
export async function tamperingIn(root: string, head: string, entries: readonly Entry[]): Promise<readonly Found[]> {
  const judging = (path: string) => Number(roleOf(path, '') === 'source');
  const first = [...entries].sort((a, b) => judging(a.path) - judging(b.path)).slice(0, MOST_CHANGED);
  return findTampering(await textsOf(root, first), await knownTests(root, head, new Set(pathsOf(entries))));
}

async function textsOf(root: string, entries: readonly Entry[]): Promise<readonly ChangedFile[]> {
  const texts = await readTexts(
    root,
    entries.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
  );
  const textOf = (blob: string | null) => (blob === null ? null : (texts.get(blob) ?? null));
  return entries.map(({ path, from, before, after }) => ({
    path,
    ...(from === path ? {} : { from }),
    before: textOf(before),
    after: textOf(after),
  }));
}

/** Tests of a commit that the change left alone. */
async function knownTests(root: string, head: string, changed: ReadonlySet<string>): Promise<readonly KnownTest[]> {
  const tests: { readonly path: string; readonly blob: string }[] = [];
  await askGit(root, {
    args: ['ls-tree', '-r', '-z', '--end-of-options', head],
    separator: '\0',
    each: (piece) => {
      const [, blob = '', path = ''] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(piece) ?? [];
      if (path !== '' && !changed.has(path) && ['test', 'support'].includes(roleOf(path, '')))
        tests.push({ path, blob });
      return tests.length < MOST_KNOWN;
    },
  });
  const texts = await readTexts(
    root,
    tests.map(({ blob }) => blob),
  );
  return tests.flatMap(({ path, blob }) => {
    const text = texts.get(blob);
    return text === undefined ? [] : [{ path, text }];
  });
}
