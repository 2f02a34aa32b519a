// Searches text files of a tree with `git grep`. Links are not followed, and ignored files are left out.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { SearchMatch, SearchOptions } from '../../ports/index.js';
import { gitArgs, gitEnv, runGit } from '../git/index.js';
import { realPathIn } from './files.js';
import { fitsGlobs } from './glob.js';
import { linesOf, type ProcessResult } from './lines-of.js';
import { shownPath } from './paths.js';

/** The matching lines, sorted; `more` if there are others. */
export async function searchIn(
  root: string,
  options: SearchOptions,
): Promise<{ readonly found: readonly SearchMatch[]; readonly more: boolean }> {
  refuseInvalid(options);
  const folderSearch = { ...options, root, folder: realPathIn(root, options.under ?? '.') };
  const hits = (await isIgnored(root)) ? null : await grepIn(folderSearch, 'repository');
  const { found, hasMore } = hits ?? (await grepIn(folderSearch, 'folder')) ?? { found: [], hasMore: false };
  return sortedHits(found, { most: options.limit, hasMore });
}

function refuseInvalid({ pattern, globs = [] }: SearchOptions): void {
  if ([pattern, ...globs].some((text) => text.includes('\0') || text.includes('\n') || text.length > 10_000))
    throw new UserError({
      expected: 'a pattern of one line, of at most 10,000 characters',
      found: shownPath([pattern, ...globs].find((text) => /[\0\n]/.test(text)) ?? 'a longer one'),
      remedy: 'Search for a part of it.',
    });
}

/** Whether the folder is inside a repository that ignores it. */
const isIgnored = async (root: string): Promise<boolean> =>
  !existsSync(path.join(root, '.git')) &&
  runGit(root, { args: ['check-ignore', '--quiet', '.'], each: () => undefined });

/** Uses Perl's regular expressions, whose engine limits backtracking; if git was built without them, extended ones. */
async function grepIn(folderSearch: FolderSearch, where: Where): Promise<Hits | null> {
  const perl = await grep(folderSearch, { where, dialect: folderSearch.literal ? '--fixed-strings' : '--perl-regexp' });
  return perl?.lacksPerl ? grep(folderSearch, { where, dialect: '--extended-regexp' }) : perl;
}

/** `repository`: tracked and new files; `folder`: all files. In both, ignored files are left out. */
type Where = 'repository' | 'folder';

type Dialect = '--fixed-strings' | '--perl-regexp' | '--extended-regexp';

async function grep(
  folderSearch: FolderSearch,
  options: { where: Where; dialect: Dialect },
): Promise<(Hits & { lacksPerl?: boolean }) | null> {
  const found: SearchMatch[] = [];
  const wanted = fitsGlobs(folderSearch.globs ?? []);
  let matched = 0;
  const { PATH = '' } = process.env;
  const printed = await linesOf({
    command: 'git',
    args: argsOf(folderSearch, options),
    cwd: folderSearch.root,
    // Prevents git from using a repository around the folder.
    env: {
      ...gitEnv({ PATH }),
      ...(options.where === 'folder' && { GIT_CEILING_DIRECTORIES: path.dirname(folderSearch.root) }),
    },
    signal: folderSearch.signal,
    each: (line) => {
      const hit = hitOf(line);
      if (hit === null || !wanted(hit.file)) return true;
      found.push(hit);
      matched += hit.matched ? 1 : 0;
      return matched <= maxLinesRead(folderSearch);
    },
  });
  const hasMore = matched > maxLinesRead(folderSearch);
  return hasMore ? { found, hasMore } : searchResult(printed, found);
}

/** Exit code 1: nothing found; 128: invalid pattern, or no repository (null). */
function searchResult(
  { exit, stderr, hasTimedOut, hasDropped }: ProcessResult,
  found: readonly SearchMatch[],
): (Hits & { lacksPerl?: boolean }) | null {
  if (hasTimedOut) throw tooSlow();
  if (exit === 0 || exit === 1) return { found, hasMore: hasDropped };
  if (/USE_LIBPCRE|Perl-compatible/i.test(stderr)) return { found, hasMore: false, lacksPerl: true };
  if (exit === null || /not a git repository/i.test(stderr)) return null;
  throw badPattern(stderr);
}

function argsOf(
  { pattern, ignoreCase, context = 0, folder }: FolderSearch,
  { where, dialect }: { where: Where; dialect: Dialect },
): readonly string[] {
  const options = [
    where === 'repository' ? '--untracked' : '--no-index',
    '--exclude-standard',
    '-I',
    '-n',
    '--column',
    '-z',
    '--no-color',
    '--no-recurse-submodules',
  ];
  return [
    ...gitArgs(),
    'grep',
    ...options,
    dialect,
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(context > 0 ? [`-C${context}`] : []),
    '-e',
    pattern,
    '--',
    ...(folder === '' ? [] : [`:(literal)${folder}`]),
  ];
}

/** Parses a line of output: name, line number and, for a match, the column, each followed by a NUL. */
function hitOf(line: string): SearchMatch | null {
  const [file, number, columnOrText, ...rest] = line.split('\0');
  if (file === undefined || number === undefined || columnOrText === undefined) return null;
  const matched = rest.length > 0;
  const text = matched ? rest.join('\0') : columnOrText;
  const at = matched ? Number(columnOrText) - 1 : 0;
  return { file, line: Number(number), text: windowOf(text, at), matched };
}

/** A search in a folder whose real path is known. */
export interface FolderSearch extends SearchOptions {
  readonly root: string;
  /** Relative to the root; empty for all of it. */
  readonly folder: string;
}

/** Unsorted matches; `hasMore`: some were left out. */
export interface Hits {
  readonly found: readonly SearchMatch[];
  readonly hasMore: boolean;
}

/** The number of lines that are read before sorting: enough that the first ones are nearly always among them. */
export const maxLinesRead = ({ limit }: SearchOptions): number => Math.max(2_000, limit * 4);

/** The error for an invalid pattern. */
export function badPattern(stderr: string): UserError {
  return new UserError({
    expected: 'a regular expression',
    found: stderr.trim().slice(0, 500),
    remedy: 'Mend it, or search for it word for word (literal).',
  });
}

/** The error for a search that takes too long. */
export function tooSlow(): UserError {
  return new UserError({
    expected: 'a search that ends within 30 seconds',
    found: 'one that does not',
    remedy: 'Search below one folder, or for something simpler.',
  });
}

const MAX_LINE_CHARACTERS = 400;

/** A line of the result; of a very long one the part around the match, whose position is given in bytes. */
export function windowOf(line: string, bytesBefore = 0): string {
  const text = line.replace(/\r?\n?$/, '');
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const at = Buffer.from(text).subarray(0, bytesBefore).toString().length;
  const from = Math.max(0, Math.min(at - 100, text.length - MAX_LINE_CHARACTERS));
  const to = from + MAX_LINE_CHARACTERS;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** At most `most` matches, sorted by file and line, with their context lines. */
export function sortedHits(
  found: readonly SearchMatch[],
  { most, hasMore }: { most: number; hasMore: boolean },
): { readonly found: readonly SearchMatch[]; readonly more: boolean } {
  const sorted = [...found].sort(byFileAndLine);
  let matched = 0;
  const end = sorted.findIndex((hit) => {
    matched += hit.matched ? 1 : 0;
    return matched > most;
  });
  return end < 0 ? { found: sorted, more: hasMore } : { found: sorted.slice(0, end), more: true };
}

function byFileAndLine(one: SearchMatch, other: SearchMatch): number {
  if (one.file === other.file) return one.line - other.line;
  return one.file < other.file ? -1 : 1;
}
