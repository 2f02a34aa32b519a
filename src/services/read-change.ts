// The change between two commits, or between a commit and the working tree, as the check for weakened tests needs it. `crew verify` and the
// verify job use it. Between commits it is read from git objects, so that commands that changed the tree cannot affect it.

import { gitBytes, runGit } from '../adapters/git/index.js';
import { openWorkspace } from '../adapters/workspace/index.js';
import { isTest, MOST_KNOWN } from '../verify/tamper/context.js';
import { type ChangedFile, findTampering, type KnownTest } from '../verify/tamper/index.js';
import { type FileRole, roleOf } from '../verify/tamper/role.js';

/** Larger files are generated and are not read. */
const MAX_BYTES = 1_000_000;
const LINE_BREAK = 0x0a;
/** Git reads blobs of at most this many bytes together at once, since they are held in memory. */
const BATCH_BYTES = 32_000_000;

/** The texts of blobs, by blob id, each with a line break at its end. Large and binary blobs are left out. */
async function readTexts(root: string, blobs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const batch of await batchesOf(root, [...new Set(blobs)])) {
    const output = await gitBytes(root, ['cat-file', '--batch'], batch.map((blob) => `${blob}\n`).join(''));
    for (const [blob, bytes] of blobsIn(output)) {
      const text = textWithLineEnd(bytes);
      if (text !== null) texts.set(blob, text);
    }
  }
  return texts;
}

/** The blobs that are small enough, in batches of `BATCH_BYTES`. */
async function batchesOf(root: string, blobs: readonly string[]): Promise<readonly (readonly string[])[]> {
  const batches: string[][] = [];
  let total = BATCH_BYTES;
  await runGit(root, {
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'],
    input: blobs.map((blob) => `${blob}\n`).join(''),
    each: (line) => {
      const [blob = '', type, size] = line.split(' ');
      if (type !== 'blob' || Number(size) > MAX_BYTES) return undefined;
      total += Number(size);
      if (total > BATCH_BYTES) {
        batches.push([]);
        total = Number(size);
      }
      batches.at(-1)?.push(blob);
      return undefined;
    },
  });
  return batches;
}

/** The blobs in the output of `git cat-file --batch`: for each a line `<id> blob <size>`, its bytes, and a line break. */
function* blobsIn(output: Buffer): Generator<readonly [string, Buffer]> {
  let at = 0;
  while (at < output.length) {
    const lineEnd = output.indexOf(LINE_BREAK, at);
    const [blob = '', , size] = output.toString('latin1', at, lineEnd).split(' ');
    const end = lineEnd + 1 + Number(size);
    yield [blob, output.subarray(lineEnd + 1, end)];
    at = end + 1;
  }
}

/** The two sides of a change. */
export interface Range {
  readonly base: string;
  /** If undefined, the working tree with its new files. */
  readonly head?: string | undefined;
}

/** The blob id of a file whose content is in the working tree only. */
const IN_TREE = 'tree';

/** A changed file. A blob is null if there is none, and for links and submodules. */
export interface ChangeEntry {
  readonly path: string;
  /** The path before a rename. */
  readonly oldPath: string;
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
}

/** The maximum number of files that are checked. Tests and configuration come first. */
const MAX_CHANGED = 2000;
/** The roles of files that are checked last, so that a thousand fixtures cannot displace the tests. */
const CHECKED_LAST: readonly FileRole[] = ['source', 'fixture'];

/** Every changed file. Throws if git cannot compare. */
export async function readChange(root: string, { base, head }: Range): Promise<readonly ChangeEntry[]> {
  const pieces: string[] = [];
  const diffOptions = [
    '--no-abbrev',
    '--no-ext-diff',
    '--no-textconv',
    '--find-renames',
    '--ignore-submodules=all',
    '--relative',
  ];
  const isSuccessful = await runGit(root, {
    args: ['diff', '--raw', '-z', ...diffOptions, '--end-of-options', base, ...(head === undefined ? [] : [head])],
    separator: '\0',
    each: (piece) => void pieces.push(piece),
  });
  if (!isSuccessful) throw new Error(`git could not compare ${base} with ${head ?? 'the tree'}`);
  const entries: ChangeEntry[] = [];
  while (pieces.length > 0) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = (pieces.shift() ?? ':')
      .slice(1)
      .split(' ');
    const oldPath = pieces.shift() ?? '';
    const path = /^[RC]/.test(status) ? (pieces.shift() ?? '') : oldPath;
    entries.push({ path, oldPath, oldBlob: blobOf(oldMode, oldBlob), newBlob: blobOf(newMode, newBlob) });
  }
  return head === undefined ? [...entries, ...(await untrackedFiles(root))] : entries;
}

function blobOf(mode: string, blob: string): string | null {
  if (!/^100/.test(mode)) return null;
  return /^0+$/.test(blob) ? IN_TREE : blob;
}

/** Untracked files that git does not ignore, without crew's own folder. */
async function untrackedFiles(root: string): Promise<readonly ChangeEntry[]> {
  const paths: string[] = [];
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  await runGit(root, { args, separator: '\0', each: (path) => void paths.push(path) });
  const outsideCrew = paths.filter((path) => path !== '' && !path.startsWith('.crew/'));
  return outsideCrew.map((path) => ({ path, oldPath: path, oldBlob: null, newBlob: IN_TREE }));
}

/** Every path of a change, also those before renames. */
export const pathsOf = (entries: readonly ChangeEntry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ path, oldPath }) => [path, oldPath])),
];

/** Weakened tests in a change. */
export async function tamperingIn(root: string, { base, head = base }: Range, entries: readonly ChangeEntry[]) {
  const rank = ({ path }: ChangeEntry) => CHECKED_LAST.indexOf(roleOf(path, ''));
  const checked = [...entries].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_CHANGED);
  return findTampering(await textsOf(root, checked), await knownTests(root, head, new Set(pathsOf(entries))));
}

async function textsOf(root: string, entries: readonly ChangeEntry[]): Promise<readonly ChangedFile[]> {
  const texts = await readTexts(
    root,
    entries.flatMap(({ oldBlob, newBlob }) => [oldBlob ?? [], newBlob ?? []].flat()),
  );
  const textOf = (blob: string | null) => (blob === null ? null : (texts.get(blob) ?? null));
  const tree = openWorkspace(root);
  const textIn = async (path: string) =>
    textWithLineEnd(await tree.read(path, { from: 0, to: MAX_BYTES + 1 }).catch(() => null));
  const changed: ChangedFile[] = [];
  for (const { path, oldPath, oldBlob, newBlob } of entries) {
    const newText = newBlob === IN_TREE ? await textIn(path) : textOf(newBlob);
    changed.push({ path, ...(oldPath === path ? {} : { from: oldPath }), before: textOf(oldBlob), after: newText });
  }
  return changed;
}

/** Bytes as text with a line break at its end, like blobs; null if there are none, too many, or they are binary. */
function textWithLineEnd(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length > MAX_BYTES || bytes.includes(0)) return null;
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/[^\n]$/, '$&\n');
}

/** Tests of a commit that the change does not touch. */
async function knownTests(root: string, head: string, changed: ReadonlySet<string>): Promise<readonly KnownTest[]> {
  const isUntouched = (path: string) => !changed.has(path) && isTest(path);
  const texts = await textsAt(root, head, { isWanted: isUntouched, limit: MOST_KNOWN.tests });
  return texts.map(({ path, text }) => ({ path, text: text.slice(0, MOST_KNOWN.bytes) }));
}

/** Files that may read documentation: tests, and manifests of every kind. */
const READERS: readonly FileRole[] = ['test', 'support', 'manifest', 'check-config'];
const MANIFEST = /(?:^|\/)(?:setup\.py|MANIFEST\.in|go\.mod|build\.rs|[\w.-]+\.(?:gemspec|podspec|csproj))$/;

/** The texts of the files that may name a documentation file which a program reads. */
export async function readersAt(root: string, commit: string): Promise<readonly string[]> {
  const isWanted = (path: string) => READERS.includes(roleOf(path, '')) || MANIFEST.test(path);
  return (await textsAt(root, commit, { isWanted, limit: MAX_CHANGED })).map(({ text }) => text);
}

async function textsAt(
  root: string,
  commit: string,
  { isWanted, limit }: { isWanted: (path: string) => boolean; limit: number },
): Promise<readonly KnownTest[]> {
  const files: { readonly path: string; readonly blob: string }[] = [];
  await runGit(root, {
    args: ['ls-tree', '-r', '-z', '--end-of-options', commit],
    separator: '\0',
    each: (piece) => {
      const [, blob = '', path = ''] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(piece) ?? [];
      if (path !== '' && isWanted(path)) files.push({ path, blob });
      return files.length < limit;
    },
  });
  const texts = await readTexts(
    root,
    files.map(({ blob }) => blob),
  );
  return files.flatMap(({ path, blob }) => {
    const text = texts.get(blob);
    return text === undefined ? [] : [{ path, text }];
  });
}
