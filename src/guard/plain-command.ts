// Permission phases 3 to 7 (specs parent-session) of a plain command. Phases 3 to 6: a script in scripts/ runs without a question if it is
// byte for byte the file of the base commit. Phase 7: any other command runs without a question if its name and flags are known and its paths
// lie inside the project. Everything else is asked about. Used by bash.ts and page.ts.
import { askedByName } from './commands/asked-commands.js';
import { knownCommand } from './commands/index.js';
import { ask, type Finding, show } from './finding.js';
import type { GuardContext } from './paths/context.js';
import { judgePath, type PathUse } from './paths/judge.js';
import { RUNS_AFTER } from './shell/inner-commands.js';

/** Permission phase 4: flags of each interpreter that run no other code. Every other letter is asked about. */
export const INTERPRETERS: Readonly<Record<string, string>> = { bash: 'euxvn', sh: 'euxvn', python3: 'uBOsIbEq' };

/** The folder of a project's scripts. */
const SCRIPTS_FOLDER = 'scripts/';

/** Returns the objections to a call of a script, or null if the call is not of a script. */
export function judgeScript(words: readonly string[], context: GuardContext): readonly Finding[] | null {
  const [name = '', ...rest] = words;
  const letters = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (letters === undefined) return name.includes('/') ? judgeFile(name, rest, context) : null;
  const at = rest.findIndex((word) => !/^-./.test(word));
  const script = rest[at];
  const flags = at === -1 ? rest : rest.slice(0, at);
  const unknownFlag = flags.find((word) => ![...word.slice(1)].every((letter) => letters.includes(letter)));
  if (unknownFlag !== undefined)
    return [ask('4', unknownFlag, `${show(unknownFlag)} makes ${show(name)} run more than a script`)];
  return script === undefined ? null : judgeFile(script, rest.slice(at + 1), context);
}

function judgeFile(script: string, args: readonly string[], context: GuardContext): readonly Finding[] | null {
  const place = context.placeOf(script);
  if (!place.relativePath?.startsWith(SCRIPTS_FOLDER)) return null;
  if (!context.isBaseBlob(place.path))
    return [ask('6', script, `${show(script)} differs from the base commit, so this run may have written it`)];
  const tooLong = args.find(hasTooManyParts);
  if (tooLong !== undefined) return [ask('6', tooLong, `${show(tooLong)} has too many parts that could be paths`)];
  return args.flatMap((word) => possiblePaths(word)).flatMap((word) => judgePath({ word, use: 'write' }, context));
}

const CONTAINER_STARTERS = ['run', 'exec', 'create', 'compose', 'container', 'debug', 'attach'];

/** By command: the words that make it start another command, such as `npm exec`. `npm test -- --watch` starts none. */
const STARTER_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(RUNS_AFTER).map(([name, words]) => [name, words.filter((word) => word !== '--')]),
  ),
  ...Object.fromEntries(
    ['docker', 'podman', 'nerdctl', 'docker-compose', 'kubectl', 'lxc'].map((name) => [name, CONTAINER_STARTERS]),
  ),
};

/** Returns all objections to a command. Empty if the command is allowed. */
export function judgePlainCommand(words: readonly string[], context: GuardContext): readonly Finding[] {
  const [name = '', ...rest] = words;
  const unusual = unusualName(name);
  if (unusual) return [unusual, ...pathFindings(rest, context)];
  const known = knownCommand(name);
  if (!known) return [...judgeName(name, rest), ...pathFindings(rest, context)];
  const { findings, paths } = known.read(rest, context);
  return [...findings, ...unique(paths).flatMap((path) => judgePath(path, context))];
}

/** Permission phase 7A: a command must be called by its plain name; `./ls` could be another program than the `ls` of the tables. */
function unusualName(name: string): Finding | undefined {
  if (name.includes('/'))
    return ask(
      '7A',
      name,
      `${show(name)} is called by its path, so it may be another program than the command of that name`,
    );
  return /^(?:[A-Za-z0-9][\w.+-]*|[[:.])$/.test(name)
    ? undefined
    : ask('7A', name, `${show(name)} is not a plain command name`);
}

/** Permission phase 7B: commands that are asked about for their name, and unknown commands. */
function judgeName(name: string, rest: readonly string[]): readonly Finding[] {
  const asked = askedByName(name);
  if (!asked) return [ask('7A', name, `${show(name)} is not a command that is known to be safe`)];
  const finding = ask('7B', name, `${show(name)} ${asked.why}`);
  if (asked.runsRest) return [finding, ask('7B', '', `${show(name)} runs the words after it`)];
  const mayRunProgram = (word: string) => ask('7B', word, `${show(word)} may make ${show(name)} run another program`);
  // tar reads its first word as flags, with or without a dash.
  const flags = asked.interprets ? rest.filter((word, at) => /^[-+@]./.test(word) || (name === 'tar' && at === 0)) : [];
  return [finding, ...[...flags, ...starterWords(name, rest)].map(mayRunProgram)];
}

/** The word that starts another command, with everything up to that command's name. An allow rule must name these words literally. */
function starterWords(name: string, rest: readonly string[]): readonly string[] {
  const starters = STARTER_WORDS[name] ?? [];
  const at = rest.findIndex(
    (word) => starters.includes(word) || (name === 'npm' && /^(?:exe|expl|explo|explor)$/.test(word)),
  );
  if (at === -1) return [];
  const operand = rest.findIndex((word, index) => index > at && !word.startsWith('-'));
  return rest.slice(at, operand === -1 ? rest.length : operand + 1);
}

/** Any word of an unknown command may be a path. */
function pathFindings(rest: readonly string[], context: GuardContext): readonly Finding[] {
  const words = [...new Set(rest)];
  const tooLong = words
    .filter(hasTooManyParts)
    .map((word) => ask('7D', word, `${show(word)} has too many parts that could be paths`));
  const found = words.flatMap((word) =>
    possiblePaths(word)
      .flatMap((path) => judgePath({ word: path, use: 'name' }, context))
      .map((finding) => ({ ...finding, word })),
  );
  return [...tooLong, ...found];
}

/** The paths that a command uses. For a command that is not fully known, every word counts as a path. */
export function pathsOf(words: readonly string[], context: GuardContext): readonly PathUse[] {
  const [name = '', ...rest] = words;
  const reading = knownCommand(name)?.read(rest, context);
  if (reading && reading.findings.length === 0) return reading.paths;
  return [...new Set(rest)].flatMap((word) => possiblePaths(word)).map((word) => ({ word, use: 'read' }));
}

/** Removes duplicates, since a long line usually names few different paths. */
function unique(paths: readonly PathUse[]): readonly PathUse[] {
  return [...new Map(paths.map((path) => [`${path.use} ${path.from ?? ''} ${path.word}`, path])).values()];
}

/** Characters that may stand before a path within a word. */
const SEPARATORS = /[=:@,]/;

/** After so many separators, only the pieces between them are taken as paths, not the whole rest of the word. */
const MAX_SEPARATORS = 8;

/** The most pieces of a word that are examined; `hasTooManyParts` reports longer words. */
const MAX_PIECES = 256;

/** Whether a word could hold more paths than `possiblePaths` returns. */
function hasTooManyParts(word: string): boolean {
  return word.split(SEPARATORS).length > MAX_PIECES;
}

/**
 * All parts of a word that could be a path, for commands whose syntax is unknown: `--output=x`, `-Cx`, `of=x`, `HEAD:x`, `@x`,
 * `--define=out=x`, `a,x`, `-vox`.
 */
function possiblePaths(word: string): readonly string[] {
  const found = new Set<string>();
  if (!word.startsWith('-')) found.add(word);
  const [, ...pieces] = word.split(SEPARATORS);
  let at = word.length - pieces.join(' ').length;
  for (const [index, piece] of pieces.slice(0, MAX_PIECES).entries()) {
    found.add(piece);
    if (index < MAX_SEPARATORS) found.add(word.slice(at));
    at += piece.length + 1;
  }
  if (/^-[^-]./.test(word)) found.add(word.slice(2)).add(afterLetters(word));
  found.delete('');
  return [...found];
}

/** In combined short flags the last letter may take a value: the path begins at the first `/`, `.` or `~`. */
function afterLetters(word: string): string {
  const at = word.search(/[/.~]/);
  return at === -1 ? '' : word.slice(at);
}
