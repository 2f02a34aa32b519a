// What cannot be taken back: outside the tree, of its history, of the machine.
import { deny, type Finding } from '../finding.js';
import { spelledOut } from '../paths/judge.js';
import { lies } from '../paths/posix.js';
import { spotOf } from '../paths/spot-of.js';
import { matchesGlob } from '../rules/glob.js';
import { show } from '../show.js';
import { nameOf } from '../words/name-of.js';
import { type Change, changesOf } from './changes.js';
import type { Ruin, Suspect } from './ruin.js';

const DISKS = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|loop|dm-|md|zd|mem|kmem|port)/;

/** What a word begins with before the shell would put something in, up to the last whole folder. */
function fixedPart(word: string): { readonly path: string; readonly rest: string } {
  const at = word.search(/[*?[{$`]/);
  if (at === -1) return { path: word, rest: '' };
  const cut = word.lastIndexOf('/', at) + 1;
  return { path: word.slice(0, cut), rest: word.slice(cut) };
}

function changes(suspect: Suspect): Finding | undefined {
  for (const change of changesOf(suspect)) {
    const found = judgeChange(change, suspect);
    if (found) return found;
  }
  return undefined;
}

function judgeChange({ word, how }: Change, { name, ground }: Suspect): Finding | undefined {
  const { path, rest } = fixedPart(spelledOut(word, ground.home));
  if (path === '' && rest !== '') return how === 'destroys' ? hiddenGit(rest, word) : undefined;
  const place = ground.place(path);
  if (DISKS.test(place.path)) return deny('7D', word, `${show(word)} is a disk or the memory of the machine`);
  const spot = spotOf(place.below ?? '', ground.protected);
  if (spot && place.below !== '') return deny('7D', word, `${show(word)} ${spot.why}`);
  if (ground.own.some((each) => lies(place.path, each))) return deny('7D', word, `${show(word)} is crew’s own`);
  if (how === 'writes') return undefined;
  if (!place.inside)
    return deny('7D', word, `${show(name)} would change or remove ${show(word)}, which lies outside the project`);
  if (rest !== '') return hiddenGit(rest, word);
  return place.below === '' && how === 'destroys'
    ? deny('7D', word, `${show(word)} is the whole project, with its history`)
    : undefined;
}

/** Whether a glob also means `.git`. */
function hiddenGit(rest: string, word: string): Finding | undefined {
  const first = rest.split('/')[0] ?? '';
  const named = rest.split(/[{},/]/).includes('.git');
  return named || (first.startsWith('.') && matchesGlob(first, '.git'))
    ? deny('7D', word, `${show(word)} means \`.git\`, too`)
    : undefined;
}

const MACHINE = ['fdisk', 'sfdisk', 'parted', 'wipefs', 'shutdown', 'reboot', 'halt', 'poweroff', 'mkswap'];

function machine({ name }: Suspect): Finding | undefined {
  return MACHINE.includes(name) || name.startsWith('mkfs')
    ? deny('7B', name, `${show(name)} stops or wipes the machine`)
    : undefined;
}

function everybody({ words }: Suspect): Finding | undefined {
  const mode = words.find(
    (word) => /^[0-7]?777$/.test(word) || /^(?:a|ugo|o)[+=]([rwxX]*)$/.exec(word)?.[1]?.includes('w'),
  );
  return mode === undefined ? undefined : deny('7B', mode, `mode ${show(mode)} lets everybody write`);
}

const DROPS = /\b(?:drop\s+(?:table|database|schema)|truncate\s+table)\b/i;

function database({ words }: Suspect): Finding | undefined {
  const statement = words.find((word) => DROPS.test(word.slice(0, 20_000)));
  return statement === undefined ? undefined : deny('7B', statement, `${show(statement)} drops data of a database`);
}

/** A function that calls itself more than once never ends, and takes the machine with it. */
function bomb({ name, run, line }: Suspect): Finding | undefined {
  if (!run.functions.includes(name)) return undefined;
  const calls = line.runs.filter((each) => each.functions.includes(name) && nameOf(each.words) === name);
  return calls.length > 1
    ? deny('2', name, `${show(name)} starts itself over and over, until the machine stands still`)
    : undefined;
}

export const destruction: readonly Ruin[] = [
  {
    what: 'removing, or changing the rights of, what lies outside the project, and the project itself; removing or writing `.git`, workflows and crew’s own files',
    find: changes,
  },
  { what: 'formatting disks and stopping the machine', find: machine },
  { what: 'rights for everybody (`chmod 777`)', names: ['chmod'], find: everybody },
  {
    what: 'dropping tables and databases',
    names: ['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlcmd', 'clickhouse-client', 'cockroach', 'duckdb'],
    find: database,
  },
  { what: 'fork bombs', find: bomb },
];
