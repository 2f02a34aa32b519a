// The known forms of `git`: a closed list of subcommands and flags, since many others run programs that arguments or the configuration
// name. Used by index.ts and ../page.ts.
import { ask, type Finding, show } from '../finding.js';
import type { GuardContext, Place } from '../paths/context.js';
import { parentOf } from '../paths/posix.js';
import { gitTable } from './git-table.js';
import { type CallReading, commandFrom, type KnownCommand } from './grammar.js';

const subcommands = new Map(Object.entries(gitTable).map(([name, row]) => [name, commandFrom(`git ${name}`, row)]));

/** Permission phase 7B2 (specs parent-session): git subcommands that are always asked about, with the reason. */
export const GIT_ASKED: Readonly<Record<string, string>> = {
  push: 'sends commits elsewhere',
  clean: 'deletes files that git does not know',
  reset: 'moves the branch, and may drop changes',
  rebase: 'rewrites commits, and may run commands',
  merge: 'changes the branch',
  'cherry-pick': 'changes the branch',
  revert: 'changes the branch',
  rm: 'deletes files',
  pull: 'fetches from elsewhere, and merges',
  fetch: 'fetches from elsewhere, with a program that its flags may name',
  clone: 'fetches from elsewhere, and may run what its address names',
  submodule: 'fetches from addresses that the repository names',
  config: 'changes what git runs',
  'update-ref': 'moves or deletes refs',
  'filter-branch': 'runs commands on each commit',
  bisect: 'changes the tree, and may run commands',
  gc: 'drops what is no longer reachable',
  prune: 'drops what is no longer reachable',
  apply: 'writes what a patch says',
  am: 'makes commits from patches, and runs hooks',
  init: 'makes a repository, with hooks from a template',
  daemon: 'opens a port',
  archive: 'writes, or asks another machine',
  'ls-remote': 'asks another machine, with a program that its flags may name',
  credential: 'prints credentials',
  var: 'prints the configuration',
  notes: 'writes notes',
  replace: 'puts one object in place of another',
  'symbolic-ref': 'moves HEAD',
};

const GLOBAL_FLAGS = ['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs'];

/** A git call, split at its subcommand. */
interface GitCall {
  readonly subcommand: string | undefined;
  readonly rest: readonly string[];
  /** The folder that git works in. */
  readonly place: Place;
  readonly findings: readonly Finding[];
}

/** The options before the subcommand: `-C` changes the folder, any other unknown one is asked about. */
function readCall(words: readonly string[], context: GuardContext): GitCall {
  const findings: Finding[] = [];
  let place = context.cwd;
  let at = 0;
  for (; at < words.length && words[at]?.startsWith('-'); at += 1) {
    const word = words[at] ?? '';
    if (word === '--version' || word === '--help')
      return { subcommand: word, rest: words.slice(at + 1), place, findings };
    if (word === '-C' && words[at + 1] !== undefined) {
      at += 1;
      place = context.placeOf(words[at] ?? '', place.path);
    } else if (!GLOBAL_FLAGS.includes(word)) {
      findings.push(ask('7B2', word, `${show(word)} before the subcommand changes what git runs, or where`));
      if (word === '-c') at += 1;
    }
  }
  return { subcommand: words[at], rest: words.slice(at + 1), place, findings };
}

function read(words: readonly string[], context: GuardContext): CallReading {
  const call = readCall(words, context);
  const findings = [...call.findings, ...otherRepository(call.place, context)];
  const { subcommand = '' } = call;
  // `git --help COMMAND` may start a viewer that the configuration names.
  if (subcommand === '--version' || (subcommand === '--help' && call.rest.length === 0)) return { findings, paths: [] };
  const row = subcommands.get(subcommand);
  const reason = GIT_ASKED[subcommand];
  if (row) {
    // With `-C`, relative paths start from that folder.
    const contextThere = {
      ...context,
      cwd: call.place,
      placeOf: (word: string, from = call.place.path) => context.placeOf(word, from),
    };
    const reading = row.read(call.rest, contextThere);
    const paths = reading.paths.map((path) => ({ ...path, from: call.place.path }));
    return { findings: [...findings, ...reading.findings], paths };
  }
  const why = reason
    ? `${show(`git ${subcommand}`)} ${reason}`
    : `${show(`git ${subcommand}`)} is not known to be safe`;
  return { findings: [...findings, ask('7B2', subcommand, why), ...riskyFlags(call.rest)], paths: [] };
}

const NAMES_PROGRAM = 'may name a program that git runs';

/** Flags that are asked about even if a rule allows the subcommand (see `Finding.word`), with the reason. */
const RISKY_FLAGS: readonly (readonly [flag: string, why: string])[] = [
  ['--upload-pack', NAMES_PROGRAM],
  ['--receive-pack', NAMES_PROGRAM],
  ['--exec', NAMES_PROGRAM],
  ['--template', NAMES_PROGRAM],
  ['--config', NAMES_PROGRAM],
  ['--unsafe-paths', 'writes outside the project'],
  ['--no-verify', 'skips the hooks'],
];

/** git accepts every abbreviation that fits one flag only, such as `--up` for `--upload-pack`. */
function riskOf(word: string): string | undefined {
  if (/^-[cx]/.test(word)) return NAMES_PROGRAM;
  const [name = ''] = word.split('=');
  // `--` and `-` are no flags.
  return name.length > 2 ? RISKY_FLAGS.find(([flag]) => flag.startsWith(name))?.[1] : undefined;
}

function riskyFlags(words: readonly string[]): readonly Finding[] {
  return words.flatMap((word) => {
    const why = riskOf(word);
    return why === undefined ? [] : [ask('7B2', word, `${show(word)} ${why}`)];
  });
}

/**
 * git uses the nearest repository above the working folder, and a folder with `HEAD`, `objects` and `refs` counts as one. Its
 * configuration may name programs. So no folder between the working folder and the root may look like a repository.
 */
function otherRepository(place: Place, context: GuardContext): readonly Finding[] {
  if (!place.isInside) return [ask('7D', place.word, `${show(place.word)} leads outside the project`)];
  for (let at = place.path; at !== context.root; at = parentOf(at)) {
    if (context.entryKind(`${at}/.git`) === null && context.entryKind(`${at}/HEAD`) === null) continue;
    return [ask('7D', at, `${show(at)} looks like a repository of its own, whose configuration may name programs`)];
  }
  if (context.entryKind(`${context.root}/.git`) !== null) return [];
  return [ask('7D', context.root, 'the root is not a repository, so git would use one outside the project')];
}

export const git: KnownCommand = {
  name: 'git',
  does: 'looks at history and changes, and commits',
  form: 'git [-C folder] [--no-pager] subcommand …',
  read,
};

/** For docs/guard.md. */
export const gitSubcommands: readonly KnownCommand[] = [...subcommands.values()];
