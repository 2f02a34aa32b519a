// Phase 7: a command passes if its name and flags are known and its paths lie inside the project. Everything else is asked about.
import { askedByName } from './commands/asked.js';
import { knownCommand } from './commands/index.js';
import { ask, type Finding } from './finding.js';
import type { GuardContext } from './paths/context.js';
import { judgePath, type PathUse } from './paths/judge.js';
import { candidates, holdsMore } from './shell/candidates.js';
import { RUNS_AFTER } from './shell/wrappers.js';
import { show } from './show.js';

const CONTAINERS = ['run', 'exec', 'create', 'compose', 'container', 'debug', 'attach'];

/** Words that make a command start another one, such as `npm exec`. `npm test -- --watch` starts none. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(RUNS_AFTER).map(([name, words]) => [name, words.filter((word) => word !== '--')]),
  ),
  ...Object.fromEntries(
    ['docker', 'podman', 'nerdctl', 'docker-compose', 'kubectl', 'lxc'].map((name) => [name, CONTAINERS]),
  ),
};

/** All objections to a command. Without any, the command is allowed. */
export function judgeGeneral(words: readonly string[], context: GuardContext): readonly Finding[] {
  const [name = '', ...rest] = words;
  const unusual = unusualName(name);
  if (unusual) return [unusual, ...outside(rest, context)];
  const known = knownCommand(name);
  if (!known) return [...byName(name, rest), ...outside(rest, context)];
  const { findings, paths } = known.read(rest, context);
  return [...findings, ...unique(paths).flatMap((path) => judgePath(path, context))];
}

/** Phase 7A: a command must be called by its plain name; `./ls` could be another program than the `ls` of the tables. */
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

/** Phase 7B: commands that are asked about for their name, and unknown commands. */
function byName(name: string, rest: readonly string[]): readonly Finding[] {
  const asked = askedByName(name);
  if (!asked) return [ask('7A', name, `${show(name)} is not a command that is known to be safe`)];
  const named = ask('7B', name, `${show(name)} ${asked.why}`);
  if (asked.runsRest) return [named, ask('7B', '', `${show(name)} runs the words after it`)];
  const may = (word: string) => ask('7B', word, `${show(word)} may make ${show(name)} run another program`);
  // tar reads its first word as flags, with or without a dash.
  const flags = asked.interprets ? rest.filter((word, at) => /^[-+@]./.test(word) || (name === 'tar' && at === 0)) : [];
  return [named, ...[...flags, ...started(name, rest)].map(may)];
}

/** The word that starts another command, with everything up to that command's name. An allow rule must name these words literally. */
function started(name: string, rest: readonly string[]): readonly string[] {
  const starters = STARTS[name] ?? [];
  const at = rest.findIndex(
    (word) => starters.includes(word) || (name === 'npm' && /^(?:exe|expl|explo|explor)$/.test(word)),
  );
  if (at === -1) return [];
  const operand = rest.findIndex((word, nth) => nth > at && !word.startsWith('-'));
  return rest.slice(at, operand === -1 ? rest.length : operand + 1);
}

/** Any word of an unknown command may be a path. */
function outside(rest: readonly string[], context: GuardContext): readonly Finding[] {
  const words = [...new Set(rest)];
  const more = words
    .filter(holdsMore)
    .map((word) => ask('7D', word, `${show(word)} has too many parts that could be paths`));
  const found = words.flatMap((word) =>
    candidates(word)
      .flatMap((path) => judgePath({ word: path, use: 'name' }, context))
      .map((finding) => ({ ...finding, word })),
  );
  return [...more, ...found];
}

/** The paths that a command uses. For a command that is not fully known, every word counts as a path. */
export function pathsOf(words: readonly string[], context: GuardContext): readonly PathUse[] {
  const [name = '', ...rest] = words;
  const reading = knownCommand(name)?.read(rest, context);
  if (reading && reading.findings.length === 0) return reading.paths;
  return [...new Set(rest)].flatMap((word) => candidates(word)).map((word) => ({ word, use: 'read' }));
}

/** Removes duplicates, since a long line usually names few different paths. */
function unique(paths: readonly PathUse[]): readonly PathUse[] {
  return [...new Map(paths.map((path) => [`${path.use} ${path.from ?? ''} ${path.word}`, path])).values()];
}
