// Permission phase 7D (specs parent-session): judges the paths that a call uses. Used by ../bash.ts, ../plain-command.ts, ../files.ts, and
// by the tables in ../commands and ../forbidden.

import { matchesSegments } from '../../text/glob.js';
import { ask, deny, type Finding, show } from '../finding.js';
import type { GuardContext, Place } from './context.js';
import {
  HARMLESS_NAMES,
  LIKELY_SECRETS,
  type ListedPath,
  SECRETS,
  SECRETS_OUTSIDE,
  SENSITIVE_TO_WRITE,
} from './path-lists.js';
import { isWithin, segmentsOf } from './posix.js';

/**
 * How a command uses a path: `name` uses names only; `read` reads a file or lists a folder; `file` reads a file and would also read the
 * files of a folder, so folders are asked about; `tree` reads everything below; `search` reads everything below that is not hidden.
 */
export type Use = 'name' | 'read' | 'file' | 'tree' | 'search' | 'write';

/** A word of a call that is used as a path. */
export interface PathUse {
  readonly word: string;
  readonly use: Use;
  /** The folder that a relative path starts from, if not the call's working folder. */
  readonly from?: string | undefined;
}

const sentenceAbout = (word: string, listed: ListedPath) => `${show(word)} ${listed.why}`;

/** Permission phase 7D: the strongest objection to one path; empty if there is none. */
export function judgePath({ word, use, from }: PathUse, context: GuardContext): readonly Finding[] {
  const place = context.placeOf(word, from);
  const worst =
    secretPath(place, context) ??
    wholeGitFolder(place, use) ??
    (use === 'write' ? protectedPath(place, context) : undefined);
  if (worst) return [worst];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word))
    return [ask('7D', word, `${show(word)} is an address, not a file of the project`)];
  if (!place.isInside) return [ask('7D', word, `${show(word)} leads outside the project`)];
  return use === 'write' ? judgeWriting(place) : judgeReading(place, use, context);
}

function secretPath({ word, path, isInside }: Place, { home }: GuardContext): Finding | undefined {
  const expanded = expandHome(word, home);
  // SECRETS holds everywhere; SECRETS_OUTSIDE only for paths outside the project. `~/.ssh` counts as outside, because the shell expands it.
  const places = [
    ...(isInside ? [] : [path]),
    ...(expanded.startsWith('/') && (!isInside || expanded !== word) ? [expanded] : []),
  ];
  const listed =
    listedPathOf(path, SECRETS) ??
    places
      .map((each) => listedPathOf(each, SECRETS) ?? listedPathOf(each, SECRETS_OUTSIDE))
      .find((each) => each !== undefined);
  return listed && !hasHarmlessName(path) ? deny('7D', word, sentenceAbout(word, listed)) : undefined;
}

/** Reading everything in `.git` includes its configuration, which may hold a token. */
function wholeGitFolder({ word, path }: Place, use: Use): Finding | undefined {
  const isGit = (use === 'tree' || use === 'search') && segmentsOf(path.toLowerCase()).includes('.git');
  return isGit ? deny('7D', word, `${show(word)} contains git’s configuration, which may hold a token`) : undefined;
}

/** Replaces a leading `~`, `$HOME` or `${HOME}`; the rest of the word stays. */
export function expandHome(word: string, home: string): string {
  return word.replace(/^(?:~[\w-]*|\$HOME|\$\{HOME\})(?=\/|$)/, home);
}

function protectedPath(
  { word, path, relativePath }: Place,
  { crewPaths, protected: paths }: GuardContext,
): Finding | undefined {
  const listed = relativePath === null ? undefined : listedPathOf(relativePath, paths);
  if (listed) return deny('7D', word, sentenceAbout(word, listed));
  return crewPaths.some((each) => isWithin(path, each)) ? deny('7D', word, `${show(word)} is crew’s own`) : undefined;
}

function judgeWriting({ word, relativePath }: Place): readonly Finding[] {
  const listed = listedPathOf(relativePath ?? '', SENSITIVE_TO_WRITE);
  return listed && !hasHarmlessName(relativePath ?? '') ? [ask('7D', word, sentenceAbout(word, listed))] : [];
}

function judgeReading({ word, path, relativePath }: Place, use: Use, context: GuardContext): readonly Finding[] {
  if (use === 'name') return [];
  const listed = listedPathOf(relativePath ?? '', LIKELY_SECRETS);
  if (listed && !hasHarmlessName(relativePath ?? '')) return [ask('7D', word, sentenceAbout(word, listed))];
  if (use === 'file' && context.entryKind(path) === 'folder')
    return [ask('7D', word, `${show(word)} is a folder, and links in it would be followed`)];
  if (use === 'tree' && context.entryKind(path) === 'folder' && !hasNoSecretsBelow(path, relativePath, context))
    return [
      ask(
        '7D',
        word,
        `it would read everything below ${show(word)}, which may include secrets; \`rg\` and \`git grep\` skip hidden and ignored files`,
      ),
    ];
  return [];
}

/** Whether a folder, other than the root, contains no file whose name suggests a secret. */
function hasNoSecretsBelow(path: string, relativePath: string | null, context: GuardContext): boolean {
  if (relativePath === null || relativePath === '') return false;
  const names = context.filesBelow(path);
  return names?.every((name) => isNoSecret(`${relativePath}/${name}`)) ?? false;
}

const isNoSecret = (file: string): boolean =>
  !segmentsOf(file.toLowerCase()).includes('.git') &&
  (hasHarmlessName(file) || (!listedPathOf(file, LIKELY_SECRETS) && !listedPathOf(file, SECRETS)));

const HARMLESS_GLOBS = HARMLESS_NAMES.map(segmentsOf);

function hasHarmlessName(path: string): boolean {
  const segments = segmentsOf(path.toLowerCase());
  return HARMLESS_GLOBS.some((glob) => matchesSegments(glob, segments));
}

interface Table {
  /** Rows by their first component without wildcards, so that most paths need no comparison. */
  readonly anchored: ReadonlyMap<string, readonly Row[]>;
  readonly unanchored: readonly Row[];
}

interface Row {
  readonly segments: readonly string[];
  readonly listed: ListedPath;
}

const tables = new WeakMap<readonly ListedPath[], Table>();

function tableOf(listed: readonly ListedPath[]): Table {
  const rows = listed.map((listed) => ({ segments: segmentsOf(listed.glob.toLowerCase()), listed }));
  const anchored = new Map<string, Row[]>();
  const unanchored: Row[] = [];
  for (const row of rows) {
    const anchor = row.segments.find((segment) => !/[*?]/.test(segment));
    if (anchor === undefined) unanchored.push(row);
    else anchored.set(anchor, [...(anchored.get(anchor) ?? []), row]);
  }
  return { anchored, unanchored };
}

/** The row whose glob matches the path (a folder's row ends in `/**`). */
export function listedPathOf(path: string, listed: readonly ListedPath[]): ListedPath | undefined {
  const table = tables.get(listed) ?? tableOf(listed);
  tables.set(listed, table);
  const segments = segmentsOf(path.toLowerCase());
  const matches = (row: Row) => matchesSegments(row.segments, segments);
  for (const segment of segments) {
    const row = table.anchored.get(segment)?.find(matches);
    if (row) return row.listed;
  }
  return table.unanchored.find(matches)?.listed;
}
