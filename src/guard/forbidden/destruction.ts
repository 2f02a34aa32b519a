// Forbidden commands whose effects cannot be undone: outside the tree, in git's data, or on the machine.

import { matchesGlob } from '../../text/glob.js';
import { deny, type Finding, show } from '../finding.js';
import { expandHome, listedPathOf } from '../paths/judge.js';
import { isWithin } from '../paths/posix.js';
import { commandName } from '../shell/line.js';
import type { CommandContext, ForbiddenUse } from './types.js';

/** A change of a path by a command. */
interface Change {
  readonly word: string;
  /**
   * `removes`: removes the path itself. `changes`: changes the path or removes entries in it, so the project folder may be named.
   * `writes`: writes to it.
   */
  readonly how: 'removes' | 'changes' | 'writes';
}

const operandsOf = (words: readonly string[]): readonly string[] => {
  const end = words.indexOf('--');
  const before = (end === -1 ? words : words.slice(0, end)).slice(1).filter((word) => !word.startsWith('-'));
  return [...before, ...(end === -1 ? [] : words.slice(end + 1))];
};

const change = (how: Change['how'], words: readonly string[]): readonly Change[] =>
  words.map((word) => ({ word, how }));

/** `-t folder` and `--target-directory=folder` name the target before the sources. */
function targetsOf(words: readonly string[]): {
  readonly sources: readonly string[];
  readonly targets: readonly string[];
} {
  const operands = operandsOf(words);
  const namedTargets = words.flatMap((word, at) => {
    if (/^--target(?:-[a-z]*)?=/.test(word)) return [word.slice(word.indexOf('=') + 1)];
    if (/^(?:-[a-zA-Z]*t|--target(?:-[a-z]*)?)$/.test(word)) return [words[at + 1] ?? ''];
    return /^-t./.test(word) ? [word.slice(2)] : [];
  });
  return namedTargets.length > 0
    ? { sources: operands, targets: namedTargets }
    : { sources: operands.slice(0, -1), targets: operands.slice(-1) };
}

const editsInPlace = (words: readonly string[]) => words.some((word) => /^-[a-zA-Z0-9]*i|^--in-?place/.test(word));

const BY_NAME: Readonly<Record<string, (words: readonly string[]) => readonly Change[]>> = {
  ...forEachName(['rm', 'rmdir', 'unlink', 'shred', 'srm', 'wipe', 'truncate'], (words) =>
    change('removes', operandsOf(words)),
  ),
  ...forEachName(['chmod', 'chown', 'chgrp', 'chattr', 'setfacl'], (words) =>
    change('changes', operandsOf(words).slice(1)),
  ),
  ...forEachName(['tee', 'touch', 'mkdir', 'mkfifo', 'mknod', 'patch', 'ed', 'ex', 'vi', 'vim', 'nano'], (words) =>
    change('writes', operandsOf(words)),
  ),
  ...forEachName(['cp', 'ln', 'install', 'rsync', 'scp'], (words) => change('writes', targetsOf(words).targets)),
  ...forEachName(['sed', 'gsed', 'perl', 'ruby', 'awk', 'gawk'], (words) =>
    editsInPlace(words) ? change('writes', operandsOf(words)) : [],
  ),
  mv: (words) => [...change('removes', targetsOf(words).sources), ...change('writes', targetsOf(words).targets)],
  dd: (words) =>
    change(
      'writes',
      words.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : [])),
    ),
  find: (words) => {
    const from = words.findIndex((word, at) => at > 0 && /^[-(!]/.test(word));
    const deletes = words.some(
      (word, at) =>
        word === '-delete' || (/^-(?:exec|ok)/.test(word) && /(?:^|\/)(?:rm|shred|unlink)$/.test(words[at + 1] ?? '')),
    );
    return deletes ? change('changes', words.slice(1, from === -1 ? words.length : from)) : [];
  },
};

function forEachName<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The paths that a command would change, including the targets of its output redirections. */
function changesOf({ name, words, command }: CommandContext): readonly Change[] {
  const redirected = command.redirects.filter(({ operator, body }) => operator.includes('>') && body === undefined);
  return [
    ...(BY_NAME[name]?.(words) ?? []),
    ...change(
      'writes',
      redirected.map(({ to }) => to.text),
    ),
  ];
}

const DISK_DEVICES = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|loop|dm-|md|zd|mem|kmem|port)/;

/** The path before the first expansion of a word, up to its last complete folder. */
function fixedPart(word: string): { readonly path: string; readonly rest: string } {
  const at = word.search(/[*?[{$`]/);
  if (at === -1) return { path: word, rest: '' };
  const cut = word.lastIndexOf('/', at) + 1;
  return { path: word.slice(0, cut), rest: word.slice(cut) };
}

function findChanges(command: CommandContext): Finding | undefined {
  for (const change of changesOf(command)) {
    const found = judgeChange(change, command);
    if (found) return found;
  }
  return undefined;
}

function judgeChange({ word, how }: Change, { name, context }: CommandContext): Finding | undefined {
  const { path, rest } = fixedPart(expandHome(word, context.home));
  if (path === '' && rest !== '') return how === 'removes' ? matchesGitFolder(rest, word) : undefined;
  const place = context.placeOf(path);
  if (DISK_DEVICES.test(place.path)) return deny('7D', word, `${show(word)} is a disk or the memory of the machine`);
  const listed = listedPathOf(place.relativePath ?? '', context.protected);
  if (listed && place.relativePath !== '') return deny('7D', word, `${show(word)} ${listed.why}`);
  if (context.crewPaths.some((each) => isWithin(place.path, each)))
    return deny('7D', word, `${show(word)} is crew’s own`);
  if (how === 'writes') return undefined;
  if (!place.isInside)
    return deny('7D', word, `${show(name)} would change or remove ${show(word)}, which lies outside the project`);
  if (rest !== '') return matchesGitFolder(rest, word);
  return place.relativePath === '' && how === 'removes'
    ? deny('7D', word, `${show(word)} is the whole project, with its history`)
    : undefined;
}

/** Denies a glob that also matches `.git`. */
function matchesGitFolder(rest: string, word: string): Finding | undefined {
  const first = rest.split('/')[0] ?? '';
  const named = rest.split(/[{},/]/).includes('.git');
  return named || (first.startsWith('.') && matchesGlob(first, '.git'))
    ? deny('7D', word, `${show(word)} also matches \`.git\``)
    : undefined;
}

const MACHINE_COMMANDS = ['fdisk', 'sfdisk', 'parted', 'wipefs', 'shutdown', 'reboot', 'halt', 'poweroff', 'mkswap'];

function machineCommand({ name }: CommandContext): Finding | undefined {
  return MACHINE_COMMANDS.includes(name) || name.startsWith('mkfs')
    ? deny('7B', name, `${show(name)} stops or wipes the machine`)
    : undefined;
}

function worldWritable({ words }: CommandContext): Finding | undefined {
  const mode = words.find(
    (word) => /^[0-7]?777$/.test(word) || /^(?:a|ugo|o)[+=]([rwxX]*)$/.exec(word)?.[1]?.includes('w'),
  );
  return mode === undefined ? undefined : deny('7B', mode, `mode ${show(mode)} lets every user write`);
}

const DROP_STATEMENT = /\b(?:drop\s+(?:table|database|schema)|truncate\s+table)\b/i;

function database({ words }: CommandContext): Finding | undefined {
  const statement = words.find((word) => DROP_STATEMENT.test(word.slice(0, 20_000)));
  return statement === undefined ? undefined : deny('7B', statement, `${show(statement)} drops data of a database`);
}

/** A function that calls itself more than once is a fork bomb. */
function forkBomb({ name, command, line }: CommandContext): Finding | undefined {
  if (!command.functions.includes(name)) return undefined;
  const calls = line.commands.filter((each) => each.functions.includes(name) && commandName(each.words) === name);
  return calls.length > 1 ? deny('2', name, `${show(name)} starts copies of itself without end`) : undefined;
}

export const destruction: readonly ForbiddenUse[] = [
  {
    description:
      'removing files outside the project, or changing their permissions; removing the whole project; removing or writing `.git`, workflows and crew’s own files',
    check: findChanges,
  },
  { description: 'formatting disks and stopping the machine', check: machineCommand },
  { description: 'write permission for everybody (`chmod 777`)', names: ['chmod'], check: worldWritable },
  {
    description: 'dropping tables and databases',
    names: ['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlcmd', 'clickhouse-client', 'cockroach', 'duckdb'],
    check: database,
  },
  { description: 'fork bombs', check: forkBomb },
];
