// The flags that every command accepts. Other words belong to the command.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../ports/errors.js';
import { type Language, languages } from '../text/lang/index.js';

export interface Flags {
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly root: string;
  readonly repo: string | undefined;
  readonly issue: number | undefined;
  readonly run: string | undefined;
  readonly lang: Language | undefined;
}

const SWITCHES = {
  '--json': 'json',
  '--quiet': 'quiet',
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
} as const;

const usage = (expected: string, found: string, remedy: string) => new UserError({ expected, found, remedy });

/** The flags with a value: how the value is read, and what is expected if it is wrong. */
const VALUES = {
  '--root': { name: 'root', of: 'a folder', read: (text: string) => text },
  '--repo': {
    name: 'repo',
    of: 'OWNER/NAME',
    read: (text: string) => (/^[\w.-]+\/[\w.-]+$/.test(text) ? text : undefined),
  },
  '--issue': {
    name: 'issue',
    of: 'a number',
    read: (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
  },
  '--run': { name: 'run', of: 'the name of a run', read: (text: string) => (text ? text : undefined) },
  '--lang': {
    name: 'lang',
    of: languages.join(' or '),
    read: (text: string) => languages.find((each) => each === text),
  },
} as const;

type Found = { -readonly [K in keyof Flags]?: Flags[K] };

/** Splits a command line into the flags of all commands and the words of the command itself. */
export function readFlags(argv: readonly string[]): { readonly flags: Flags; readonly rest: readonly string[] } {
  const found: Found = {};
  const rest: string[] = [];
  for (let n = 0; n < argv.length; n += 1) {
    const word = argv[n] ?? '';
    if (word === '--') {
      rest.push(...argv.slice(n));
      break;
    }
    const [name = '', glued] = word.startsWith('--') ? split(word) : [word];
    if (name in SWITCHES) found[SWITCHES[name as keyof typeof SWITCHES]] = true;
    else if (name === '--no-color') found.color = false;
    else if (name in VALUES) {
      Object.assign(found, readValue(name as keyof typeof VALUES, glued ?? argv[n + 1]));
      if (glued === undefined) n += 1;
    } else rest.push(word);
  }
  return { flags: complete(found, rest), rest };
}

const split = (word: string): [string, string?] => {
  const at = word.indexOf('=');
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
};

function readValue(flag: keyof typeof VALUES, text: string | undefined): Found {
  const { name, of, read } = VALUES[flag];
  const value = text === undefined ? undefined : read(text);
  if (value !== undefined) return { [name]: value };
  throw usage(
    `${of} after ${flag}`,
    text === undefined ? 'nothing' : `"${text}"`,
    `Write it like ${flag} ${EXAMPLES[flag]}.`,
  );
}

const EXAMPLES = {
  '--root': 'DIR',
  '--repo': 'octo/hello',
  '--issue': '12',
  '--run': 'fix-12-0a1b2c3d4e',
  '--lang': 'ja',
} as const;

/** Flags of every command that some slash commands parse themselves, so they stay among the words as well. */
export const SHARED_FLAGS: readonly string[] = ['--dry-run', '--yes'];

/** The flags with their defaults. */
function complete(found: Found, rest: readonly string[]): Flags {
  const end = rest.indexOf('--');
  const flags = end === -1 ? rest : rest.slice(0, end);
  return {
    json: false,
    quiet: false,
    color: true,
    help: false,
    version: false,
    root: '.',
    repo: undefined,
    issue: undefined,
    run: undefined,
    lang: undefined,
    ...found,
    dryRun: flags.includes('--dry-run'),
    yes: flags.includes('--yes'),
  };
}

/** The root of the repository around a folder; the folder itself where there is none. */
export function rootOf(named: string): string {
  const folder = path.resolve(named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UserError({ expected: 'a folder after --root', found: `"${named}"`, remedy: 'Name an existing folder.' });
  }
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return folder;
  }
}

interface Option {
  readonly name: string;
  readonly of: string;
  readonly shape: RegExp;
}

/** Reads the flags with a value that belong to one command. Wrong values are refused. */
export function readOptions<O extends Readonly<Record<string, Option>>>(
  words: readonly string[],
  options: O,
  switches: readonly string[],
): { readonly [K in O[keyof O]['name']]?: string } {
  const found: Record<string, string> = {};
  for (let n = 0; n < words.length; n += 1) {
    const flag = words[n] ?? '';
    if (switches.includes(flag)) continue;
    const option = options[flag];
    if (!option)
      throw new UserError({
        expected: Object.keys(options).join(', '),
        found: `"${flag}"`,
        remedy: 'See `crew help`.',
      });
    n += 1;
    const value = words[n];
    if (value === undefined || !option.shape.test(value)) {
      throw new UserError({
        expected: `${option.of} after ${flag}`,
        found: value === undefined ? 'nothing' : `"${value}"`,
        remedy: 'See `crew help`.',
      });
    }
    found[option.name] = value;
  }
  return found as { readonly [K in O[keyof O]['name']]?: string };
}

/** How many words a command takes, and its flags; those with a value end in `=`. Other words and flags are refused. */
export interface Takes {
  readonly words: number;
  readonly flags: readonly string[];
}

/**
 * The words of a terminal command: without the flags of every command, and with `--flag=value` as two words.
 * Throws a usage error for words and flags that the command does not take.
 */
export function wordsFor(
  { usage, takes }: { usage: string; takes: Takes },
  typed: readonly string[],
): readonly string[] {
  const words: string[] = [];
  let left = takes.words;
  const refuse = (word: string): never => {
    throw new UserError({ expected: usage, found: `"${word}"`, remedy: 'Nothing was done. See `crew help`.' });
  };
  for (let n = 0; n < typed.length; n += 1) {
    const word = typed[n] ?? '';
    const [flag = '', glued] = word.startsWith('--') ? split(word) : [];
    if (SHARED_FLAGS.includes(word)) continue;
    if (flag === '') {
      left -= 1;
      if (left < 0) refuse(word);
      words.push(word);
    } else if (takes.flags.includes(`${flag}=`)) {
      const value = glued ?? typed[n + 1];
      words.push(flag, ...(value === undefined ? [] : [value]));
      if (glued === undefined) n += 1;
    } else if (glued === undefined && takes.flags.includes(flag)) words.push(flag);
    else refuse(word);
  }
  return words;
}
