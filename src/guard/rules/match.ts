// Decides which commands and paths a rule of the guard matches. Used by ../bash.ts, ../files.ts and ../index.ts; `pathDenials` is used by
// src/services/environment.ts and verify-trees.ts, for the sandbox.

import { matchesGlob, matchesSegments } from '../../text/glob.js';
import type { GuardOptions } from '../options.js';
import type { GuardContext, Place } from '../paths/context.js';
import { joinPath, segmentsOf } from '../paths/posix.js';
import { type FileTool, type Pattern, type Rule, ruleBook } from './pattern.js';

type Words = Extract<Pattern, { of: 'words' }>;

/**
 * Whether an allow rule covers exactly these words. The name must be written as in the rule. `npm run te*` allows `npm run te x`, but not
 * `npm run test`: in an allow rule the star does not extend the word. Only ask and deny rules read `isPrefix` (see `Pattern` in pattern.ts).
 */
export function allowsWords({ pattern }: Rule, words: readonly string[]): boolean {
  if (pattern.of === 'argv')
    return pattern.words.length === words.length && pattern.words.every((word, at) => word === words[at]);
  if (pattern.of !== 'words' || (!pattern.mayContinue && words.length !== pattern.words.length)) return false;
  return (
    pattern.words.length > 0 &&
    pattern.words.every((glob, at) => at < words.length && allowsWord(glob, words[at] ?? ''))
  );
}

/** Whether a glob of an allow rule covers a word. `ci/*` does not cover `ci/../x`. */
function allowsWord(glob: string, word: string): boolean {
  return glob === word || (matchesGlob(glob, word) && !segmentsOf(word).includes('..'));
}

/**
 * Whether an allow rule that matched also overrides an `ask` about this word: only if it names the word literally. An `argv` rule (see
 * `Pattern` in pattern.ts) names all its words.
 */
export function namesWord({ pattern }: Rule, word: string): boolean {
  return pattern.of === 'argv' || (pattern.of === 'words' && pattern.words.includes(word));
}

/**
 * Whether a deny or ask rule stops a command. It also matches other spellings: another path to the program, flags combined or separated,
 * options between the words. `name`: the first word as `commandName` gives it, without folder, in lower case.
 */
export function stopsWords({ pattern }: Rule, name: string, words: readonly string[]): boolean {
  if (pattern.of === 'argv')
    return stops({ of: 'words', words: pattern.words, mayContinue: false, isPrefix: false }, name, words);
  return pattern.of === 'words' && stops(pattern, name, words);
}

/** Whether a rule is `Bash` or `Bash(*)`. Such a rule stops every line, also one without a command, such as `(( ))`. */
export function stopsAll({ pattern }: Rule): boolean {
  return pattern.of === 'words' && pattern.words.length === 0;
}

/** As `stopsWords`, for a pattern of words. `mayContinue` and `isPrefix`: see `Pattern` in pattern.ts. */
function stops(
  { words: [first = '*', ...globs], mayContinue, isPrefix }: Words,
  name: string,
  words: readonly string[],
): boolean {
  const nameGlob = isPrefix && globs.length === 0 ? `${first}*` : first;
  if (!matchesGlob(nameGlob.slice(nameGlob.lastIndexOf('/') + 1).toLowerCase(), name)) return false;
  const flags = globs.filter((glob) => glob.startsWith('-'));
  const rest = words.slice(1);
  if (!flags.every((flag) => hasFlag(flag, rest))) return false;
  const operands = globs.filter((glob) => !glob.startsWith('-'));
  const last = operands.at(-1);
  if (isPrefix && last !== undefined && !globs.at(-1)?.startsWith('-')) operands[operands.length - 1] = `${last}*`;
  return followsInOrder(operands, rest, mayContinue);
}

/** Whether the words have a flag. `-rf` is found in `-fr`, `-r -f` and `-vrf`. A long flag may be abbreviated or have a value. */
function hasFlag(flag: string, words: readonly string[]): boolean {
  if (flag.startsWith('--')) {
    return words.some((word) => {
      const name = word.split('=')[0] ?? '';
      return (
        matchesGlob(flag, word) || flag === name || (name.length > 3 && name.startsWith('--') && flag.startsWith(name))
      );
    });
  }
  const letters = words.filter((word) => /^-[^-]/.test(word)).join('');
  return (
    words.some((word) => matchesGlob(flag, word)) || [...flag.slice(1)].every((letter) => letters.includes(letter))
  );
}

/** Whether the globs match words in this order. A word after an option may be the option's value, so it may be skipped. */
function followsInOrder(globs: readonly string[], words: readonly string[], mayContinue: boolean): boolean {
  // How many globs may have matched so far (several numbers, since words may be skipped).
  let positions = new Set([0]);
  for (const [at, word] of words.entries()) {
    if (word.startsWith('-')) continue;
    const next = new Set<number>();
    const isValue = words[at - 1]?.startsWith('-') ?? false;
    for (const from of positions) {
      const glob = globs[from];
      if (isValue || glob === '*' || (mayContinue && from === globs.length)) next.add(from);
      if (glob !== undefined && matchesGlob(glob, word)) next.add(from + 1);
    }
    positions = next;
  }
  return [...positions].some((from) => globs.slice(from).every((glob) => glob === '*'));
}

/** Whether a rule of a file tool matches a path. */
export function matchesPath(
  { pattern }: Rule,
  tools: readonly FileTool[],
  place: Place,
  { home }: Pick<GuardContext, 'home'>,
): boolean {
  if (pattern.of !== 'path' || !tools.includes(pattern.tool)) return false;
  const { from } = pattern;
  const path = from === 'root' ? place.relativePath : place.path;
  if (path === null) return false;
  const glob = from === 'home' ? [...segmentsOf(home), ...pattern.segments] : pattern.segments;
  const segments = segmentsOf(path);
  return matchesSegments(glob, segments) || matchesSegments([...glob, '**'], segments);
}

/**
 * Whether a rule may match a path below a folder that is read recursively. Patterns that begin with `**`, such as that of the rule
 * `Read(.env)`, whose name has no slash, are left out: they may match below every folder, so they would stop every search.
 */
export function mayMatchBelow({ pattern }: Rule, tools: readonly FileTool[], place: Place): boolean {
  if (pattern.of !== 'path' || !tools.includes(pattern.tool) || pattern.from !== 'root' || place.relativePath === null)
    return false;
  const folder = segmentsOf(place.relativePath);
  return (
    pattern.segments[0] !== '**' &&
    folder.length < pattern.segments.length &&
    matchesSegments(pattern.segments.slice(0, folder.length), folder)
  );
}

/**
 * The denied use of a path below a tree's root: `read` (denies writing too), `write`, or null if nothing is denied.
 */
export type PathDenials = (place: { readonly root: string; readonly path: string }) => 'read' | 'write' | null;

const READS: readonly FileTool[] = ['Read'];
const WRITES: readonly FileTool[] = ['Write', 'Edit'];

/**
 * The deny rules that name paths, from every layer of the configuration (`Layer` in options.ts). Undefined without any, so that callers need
 * not walk the tree.
 */
export function pathDenials({ rules, home }: Pick<GuardOptions, 'rules' | 'home'>): PathDenials | undefined {
  const deny = ruleBook({ rules }).deny.filter(namesPaths);
  if (deny.length === 0) return undefined;
  return ({ root, path }) => {
    const place = { word: path, path: joinPath(root, path), isInside: true, relativePath: path };
    const matches = (tools: readonly FileTool[]) => deny.some((rule) => matchesPath(rule, tools, place, { home }));
    if (matches(READS)) return 'read';
    return matches(WRITES) ? 'write' : null;
  };
}

/**
 * A pattern for every path (`Read` alone) forbids the tool, not a path. Hiding the whole tree from the sandbox would leave nothing to run
 * in.
 */
const namesPaths = ({ pattern }: Rule): boolean =>
  pattern.of === 'path' && pattern.segments.some((segment) => segment !== '**');
