// Phase 7: commands that are known, with flags that are known, on paths that are really inside. Everything else is asked.
import { askedByName } from './commands/asked.js';
import { knownCommand } from './commands/index.js';
import { ask, type Finding } from './finding.js';
import type { Ground } from './paths/ground.js';
import { judgePath, type PathUse } from './paths/judge.js';
import { show } from './show.js';
import { candidates } from './words/candidates.js';

/** Everything that speaks against a command; without any it runs. */
export function judgeGeneral(words: readonly string[], ground: Ground): readonly Finding[] {
  const [name = '', ...rest] = words;
  const odd = oddName(name);
  if (odd) return [odd, ...outside(rest, ground)];
  const known = knownCommand(name);
  if (!known) return [...byName(name, rest), ...outside(rest, ground)];
  const { findings, paths } = known.read(rest, ground);
  return [...findings, ...unique(paths).flatMap((path) => judgePath(path, ground))];
}

/** Phase 7A: a command is called by its plain name, so that it is the one that the tables speak of. */
function oddName(name: string): Finding | undefined {
  if (name.includes('/'))
    return ask('7A', name, `${show(name)} is called by its path, so it need not be the command of that name`);
  return /^(?:[A-Za-z0-9][\w.+-]*|[[:.])$/.test(name)
    ? undefined
    : ask('7A', name, `${show(name)} is no plain name of a command`);
}

/** Phase 7B: what is asked for its name alone, and what nobody knows. */
function byName(name: string, rest: readonly string[]): readonly Finding[] {
  const asked = askedByName(name);
  if (!asked) return [ask('7A', name, `${show(name)} is no command that is known to be harmless`)];
  const named = ask('7B', name, `${show(name)} ${asked.why}`);
  if (asked.carries) return [named, ask('7B', '', `whatever follows ${show(name)} would run`)];
  const flags = asked.interprets ? rest.filter((word) => /^[-+@]./.test(word)) : [];
  return [named, ...flags.map((word) => ask('7B', word, `${show(word)} may make ${show(name)} run something else`))];
}

/** Of an unknown command, each word may be a path. */
function outside(rest: readonly string[], ground: Ground): readonly Finding[] {
  return [...new Set(rest)].flatMap((word) =>
    candidates(word)
      .flatMap((path) => judgePath({ word: path, use: 'name' }, ground))
      .map((finding) => ({ ...finding, word })),
  );
}

/** The paths that a command uses, as far as it can be told; of commands that are not known in full, each word may be one. */
export function pathsOf(words: readonly string[], ground: Ground): readonly PathUse[] {
  const [name = '', ...rest] = words;
  const reading = knownCommand(name)?.read(rest, ground);
  if (reading && reading.findings.length === 0) return reading.paths;
  return [...new Set(rest)].flatMap((word) => candidates(word)).map((word) => ({ word, use: 'read' }));
}

/** Each path once; a long line names few. */
function unique(paths: readonly PathUse[]): readonly PathUse[] {
  return [...new Map(paths.map((path) => [`${path.use} ${path.from ?? ''} ${path.word}`, path])).values()];
}
