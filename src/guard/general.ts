// Phase 7: commands that are known, with flags that are known, on paths that are really inside. Everything else is asked.
import { askedByName } from './commands/asked.js';
import { knownCommand } from './commands/index.js';
import { ask, type Finding } from './finding.js';
import type { Ground } from './paths/ground.js';
import { judgePath, type PathUse } from './paths/judge.js';
import { show } from './show.js';
import { candidates, holdsMore } from './words/candidates.js';
import { RUNS_AFTER } from './words/carriers.js';

const CONTAINERS = ['run', 'exec', 'create', 'compose', 'container', 'debug', 'attach'];

/** Words that make a command start another one; `npm test -- --watch` does not. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(RUNS_AFTER).map(([name, words]) => [name, words.filter((word) => word !== '--')]),
  ),
  ...Object.fromEntries(
    ['docker', 'podman', 'nerdctl', 'docker-compose', 'kubectl', 'lxc'].map((name) => [name, CONTAINERS]),
  ),
};

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
  if (asked.runsRest) return [named, ask('7B', '', `whatever follows ${show(name)} would run`)];
  const may = (word: string) => ask('7B', word, `${show(word)} may make ${show(name)} run something else`);
  // tar reads its first word as letters, with a dash or without.
  const flags = asked.interprets ? rest.filter((word, at) => /^[-+@]./.test(word) || (name === 'tar' && at === 0)) : [];
  return [named, ...[...flags, ...started(name, rest)].map(may)];
}

/** The word that makes a command start another one, and what it says of that one, up to its name: a star covers none of it. */
function started(name: string, rest: readonly string[]): readonly string[] {
  const behind = STARTS[name] ?? [];
  const at = rest.findIndex(
    (word) => behind.includes(word) || (name === 'npm' && /^(?:exe|expl|explo|explor)$/.test(word)),
  );
  if (at === -1) return [];
  const operand = rest.findIndex((word, nth) => nth > at && !word.startsWith('-'));
  return rest.slice(at, operand === -1 ? rest.length : operand + 1);
}

/** Of an unknown command, each word may be a path. */
function outside(rest: readonly string[], ground: Ground): readonly Finding[] {
  const words = [...new Set(rest)];
  const more = words
    .filter(holdsMore)
    .map((word) => ask('7D', word, `${show(word)} holds more that could be a path than is looked at`));
  const found = words.flatMap((word) =>
    candidates(word)
      .flatMap((path) => judgePath({ word: path, use: 'name' }, ground))
      .map((finding) => ({ ...finding, word })),
  );
  return [...more, ...found];
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
