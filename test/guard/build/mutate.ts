// What somebody would try who knows the guard: the same call in other clothes. None of them may be judged more kindly than the call.
import type { Chance } from './chance.js';
import { inC, respell, wordsOf } from './respell.js';

export interface Mutator {
  readonly name: string;
  /** For a shell it means the same, so what never runs must not run so either. */
  readonly same: boolean;
  readonly make: (line: string, chance: Chance) => string;
}

const WRAPPERS = [
  'nice',
  'nice -n 5',
  'env',
  'env -i',
  'env A=1',
  'command',
  'nohup',
  'setsid',
  'stdbuf -o0',
  'timeout 5',
  'timeout -s KILL 5',
  'sudo',
  'sudo -u root',
  'exec',
  'ionice -c 3',
  'busybox',
  'xargs',
  'chroot /',
  'unshare -r',
  'taskset 1',
  'strace -f',
  'doas',
];

const quoted = (line: string) => `'${line.replaceAll("'", "'\\''")}'`;

const SURROUNDINGS: readonly ((line: string) => string)[] = [
  (line) => `sh -c ${quoted(line)}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `env sh -c ${quoted(line)}`,
  (line) => `bash -c ${quoted(`sh -c ${quoted(line)}`)}`,
  (line) => `(${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `true && ${line}`,
  (line) => `true; ${line}`,
  (line) => `ls\n${line}`,
  (line) => `! ${line}`,
  (line) => `echo "$(${line}\n)"`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `ls > "$(${line}\n)"`,
];

const BLANKS = ['\u00a0', '\u2003', '\u3000', '\u200b', '\u2028', '\u1680', '\u2800', '\u202e'];
const FOLDERS = ['/usr/bin/', '/bin/', '//usr//bin/', '/usr/../usr/bin/', './../../../../../../usr/bin/'];

function replaceWord(line: string, chance: Chance, change: (word: string) => string | undefined): string {
  const able = wordsOf(line).filter(({ text }) => change(text) !== undefined);
  if (able.length === 0) return line;
  const { pos, end, text } = chance.one(able);
  return `${line.slice(0, pos)}${change(text) ?? text}${line.slice(end)}`;
}

const isPath = (word: string) =>
  !word.startsWith('-') && /^[\w./-]+$/.test(word) && /[/.]/.test(word) && !/^\.*\d/.test(word);

/** Does nothing where there is only one command to put something in front of. */
const simple = (line: string) => /^[\w./-]+(?:\s|$)/.test(line) && !/^(?:if|for|while|time|function|case)\b/.test(line);

export const mutators: readonly Mutator[] = [
  { name: 'quotes and backslashes', same: true, make: respell },
  { name: 'letters by number', same: true, make: inC },
  {
    name: 'a carrier in front',
    same: true,
    make: (line, chance) => (simple(line) ? `${chance.one(WRAPPERS)} ${line}` : line),
  },
  {
    name: 'two carriers in front',
    same: true,
    make: (line, chance) => (simple(line) ? `${chance.one(WRAPPERS)} ${chance.one(WRAPPERS)} ${line}` : line),
  },
  { name: 'something around it', same: true, make: (line, chance) => chance.one(SURROUNDINGS)(line) },
  {
    name: 'a path to the program',
    same: true,
    make: (line, chance) =>
      simple(line) && !line.includes('/', 0) === !/^\S*\//.test(line) ? `${chance.one(FOLDERS)}${line}` : line,
  },
  {
    name: 'a flag begun only',
    same: false,
    make: (line, chance) =>
      replaceWord(line, chance, (word) =>
        /^--[a-z-]{4,}$/.test(word) ? word.slice(0, Math.max(4, word.length - 1 - chance.below(3))) : undefined,
      ),
  },
  { name: 'a value glued on', same: false, make: (line) => line.replace(/(--[a-z-]+) (?=[\w./])/, '$1=') },
  { name: 'a value cut off', same: false, make: (line) => line.replace(/(--[a-z-]+)=/, '$1 ') },
  {
    name: 'a cluster split',
    same: false,
    make: (line, chance) =>
      replaceWord(line, chance, (word) =>
        /^-[a-zA-Z]{2,4}$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`).join(' ') : undefined,
      ),
  },
  {
    name: 'a cluster grown',
    same: false,
    make: (line, chance) =>
      replaceWord(line, chance, (word) =>
        /^-[a-zA-Z]$/.test(word) ? `-${chance.one([...'avnq'])}${word.slice(1)}` : undefined,
      ),
  },
  { name: 'flags joined', same: false, make: (line) => line.replace(/ -([a-zA-Z]) -([a-zA-Z])(?= |$)/, ' -$1$2') },
  {
    name: 'a detour in a path',
    same: true,
    make: (line, chance) => replaceWord(line, chance, (word) => (isPath(word) ? detour(word, chance) : undefined)),
  },
  {
    name: 'a false blank',
    same: false,
    make: (line, chance) =>
      line.includes(' ') ? line.replace(' ', chance.one(BLANKS)) : `${line}${chance.one(BLANKS)}`,
  },
  {
    name: 'a blank that nobody sees',
    same: false,
    make: (line, chance) => insert(line, chance.below(line.length + 1), chance.one(BLANKS)),
  },
  {
    name: 'more blanks',
    same: true,
    make: (line, chance) => line.replaceAll(' ', () => chance.one([' ', '  ', '\t', ' \t '])),
  },
  {
    name: 'a harmless ending',
    same: true,
    // Behind a backslash it would be no ending.
    make: (line, chance) =>
      line.endsWith('\\')
        ? line
        : `${line}${chance.one([' 2>&1', ' 2>/dev/null', ' || true', ' >/dev/null', ' || echo no'])}`,
  },
  {
    name: 'another command behind',
    same: true,
    make: (line, chance) =>
      line.endsWith('\\') ? line : `${line}${chance.one(['; true', ' && ls', ' | cat', ' &', '\nls', ' || id'])}`,
  },
  { name: 'a continued line', same: true, make: (line) => line.replace(' ', ' \\\n') },
  { name: 'large letters', same: false, make: (line) => line.replace(/^\w+/, (name) => name.toUpperCase()) },
];

const insert = (line: string, at: number, what: string) => `${line.slice(0, at)}${what}${line.slice(at)}`;

function detour(word: string, chance: Chance): string {
  if (word.startsWith('/')) return chance.one([`/${word}`, `/.${word}`, word.replaceAll('/', '//'), `/usr/..${word}`]);
  return chance.one([`./${word}`, `src/../${word}`, `.//${word}`, `././${word}`, `src/.././${word}`]);
}
