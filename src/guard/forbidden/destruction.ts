// Actions that cannot be undone: outside the tree, in git's data, or on the machine.
import { deny, type Finding } from '../finding.js';
import { spelledOut } from '../paths/judge.js';
import { listedPathOf } from '../paths/listed-path-of.js';
import { lies } from '../paths/posix.js';
import { matchesGlob } from '../rules/glob.js';
import { nameOf } from '../shell/name-of.js';
import { show } from '../show.js';
import { type Change, changesOf } from './changed-paths.js';
import type { CommandContext, ForbiddenUse } from './types.js';

const DISKS = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|loop|dm-|md|zd|mem|kmem|port)/;

/** The path before the first expansion of a word, up to its last complete folder. */
function fixedPart(word: string): { readonly path: string; readonly rest: string } {
  const at = word.search(/[*?[{$`]/);
  if (at === -1) return { path: word, rest: '' };
  const cut = word.lastIndexOf('/', at) + 1;
  return { path: word.slice(0, cut), rest: word.slice(cut) };
}

function changes(command: CommandContext): Finding | undefined {
  for (const change of changesOf(command)) {
    const found = judgeChange(change, command);
    if (found) return found;
  }
  return undefined;
}

function judgeChange({ word, how }: Change, { name, context }: CommandContext): Finding | undefined {
  const { path, rest } = fixedPart(spelledOut(word, context.home));
  if (path === '' && rest !== '') return how === 'destroys' ? hiddenGit(rest, word) : undefined;
  const place = context.place(path);
  if (DISKS.test(place.path)) return deny('7D', word, `${show(word)} is a disk or the memory of the machine`);
  const listed = listedPathOf(place.below ?? '', context.protected);
  if (listed && place.below !== '') return deny('7D', word, `${show(word)} ${listed.why}`);
  if (context.own.some((each) => lies(place.path, each))) return deny('7D', word, `${show(word)} is crew’s own`);
  if (how === 'writes') return undefined;
  if (!place.inside)
    return deny('7D', word, `${show(name)} would change or remove ${show(word)}, which lies outside the project`);
  if (rest !== '') return hiddenGit(rest, word);
  return place.below === '' && how === 'destroys'
    ? deny('7D', word, `${show(word)} is the whole project, with its history`)
    : undefined;
}

/** Denies a glob that also matches `.git`. */
function hiddenGit(rest: string, word: string): Finding | undefined {
  const first = rest.split('/')[0] ?? '';
  const named = rest.split(/[{},/]/).includes('.git');
  return named || (first.startsWith('.') && matchesGlob(first, '.git'))
    ? deny('7D', word, `${show(word)} also matches \`.git\``)
    : undefined;
}

const MACHINE = ['fdisk', 'sfdisk', 'parted', 'wipefs', 'shutdown', 'reboot', 'halt', 'poweroff', 'mkswap'];

function machineCommand({ name }: CommandContext): Finding | undefined {
  return MACHINE.includes(name) || name.startsWith('mkfs')
    ? deny('7B', name, `${show(name)} stops or wipes the machine`)
    : undefined;
}

function worldWritable({ words }: CommandContext): Finding | undefined {
  const mode = words.find(
    (word) => /^[0-7]?777$/.test(word) || /^(?:a|ugo|o)[+=]([rwxX]*)$/.exec(word)?.[1]?.includes('w'),
  );
  return mode === undefined ? undefined : deny('7B', mode, `mode ${show(mode)} lets every user write`);
}

const DROPS = /\b(?:drop\s+(?:table|database|schema)|truncate\s+table)\b/i;

function database({ words }: CommandContext): Finding | undefined {
  const statement = words.find((word) => DROPS.test(word.slice(0, 20_000)));
  return statement === undefined ? undefined : deny('7B', statement, `${show(statement)} drops data of a database`);
}

/** A function that calls itself more than once is a fork bomb. */
function forkBomb({ name, run, line }: CommandContext): Finding | undefined {
  if (!run.functions.includes(name)) return undefined;
  const calls = line.runs.filter((each) => each.functions.includes(name) && nameOf(each.words) === name);
  return calls.length > 1 ? deny('2', name, `${show(name)} starts copies of itself without end`) : undefined;
}

export const destruction: readonly ForbiddenUse[] = [
  {
    what: 'removing, or changing the rights of, what lies outside the project, and the project itself; removing or writing `.git`, workflows and crew’s own files',
    find: changes,
  },
  { what: 'formatting disks and stopping the machine', find: machineCommand },
  { what: 'rights for everybody (`chmod 777`)', names: ['chmod'], find: worldWritable },
  {
    what: 'dropping tables and databases',
    names: ['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlcmd', 'clickhouse-client', 'cockroach', 'duckdb'],
    find: database,
  },
  { what: 'fork bombs', find: forkBomb },
];
