// Reads a command line: the flags that every command accepts, those of one terminal command, and what the command then gets.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Parameter } from '../commands/define.js';
import { UserError } from '../ports/errors.js';
import type { Env } from '../services/env.js';
import { type Language, languages, messages } from '../text/lang/index.js';
import type { Paint } from '../view/terminal.js';

/** What a command gets. */
export interface Call {
  readonly flags: Flags;
  /** The words after the command's name, without flags of every command and without flags of a terminal command. */
  readonly words: readonly string[];
  /** The flags of a terminal command, by name; the value of a flag without one is ''. */
  readonly options: Readonly<Partial<Record<string, string>>>;
  readonly env: Env;
  /** The language of texts at the terminal. */
  readonly lang: Language;
  readonly paint: Paint;
  /** Renders Markdown on a terminal with colour; leaves it unchanged in a pipe. */
  readonly markdown: (text: string) => string;
  readonly input: () => Promise<string>;
  readonly log: (line: string) => void;
}

export interface CliOutput {
  /** The output for people. */
  readonly text: string;
  /** The document that --json prints instead. */
  readonly json: unknown;
  readonly exit: number;
}

/** A command that exists at the terminal only. */
export type CliCommand = (call: Call) => Promise<CliOutput>;

/** The flags that every command accepts. */
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

/** A flag with a value: what the value is, its form, and an example. */
interface Valued {
  readonly of: string;
  readonly shape: RegExp;
  readonly example: string;
}

type Known = Readonly<Record<string, Valued | 'switch'>>;

const COMMON: Known = {
  json: 'switch',
  quiet: 'switch',
  help: 'switch',
  version: 'switch',
  yes: 'switch',
  'dry-run': 'switch',
  'no-color': 'switch',
  root: { of: 'a folder', shape: /./, example: 'DIR' },
  repo: { of: 'OWNER/NAME', shape: /^[\w.-]+\/[\w.-]+$/, example: 'octo/hello' },
  issue: { of: 'a number', shape: /^[1-9]\d{0,9}$/, example: '12' },
  run: { of: 'the name of a run', shape: /./, example: 'fix-12-0a1b2c3d4e' },
  lang: { of: languages.join(' or '), shape: new RegExp(`^(?:${languages.join('|')})$`), example: 'ja' },
};

/** Splits a command line into the flags of every command and the rest. Words behind `--` are no flags. */
export function readFlags(argv: readonly string[]): { readonly flags: Flags; readonly rest: readonly string[] } {
  const { options, rest } = split(argv, COMMON);
  const has = (name: string) => options[name] !== undefined;
  const flags: Flags = {
    json: has('json'),
    dryRun: has('dry-run'),
    yes: has('yes'),
    quiet: has('quiet'),
    color: !has('no-color'),
    help: has('help'),
    version: has('version'),
    root: options.root ?? '.',
    repo: options.repo,
    issue: options.issue === undefined ? undefined : Number(options.issue),
    run: options.run,
    lang: languages.find((each) => each === options.lang),
  };
  return { flags, rest };
}

/** An argument or flag of a terminal command (`RUN`, `--base REF`), for help and for reading. */
export interface CliFlag extends Parameter {
  /** Absent for arguments and for flags without a value. */
  readonly value?: Valued | undefined;
}

/** The words and flags of a terminal command. Throws a usage error for those that it does not take. */
export function readCall(
  { name, usage, explained }: { readonly name: string; readonly usage: string; readonly explained: readonly CliFlag[] },
  typed: readonly string[],
  lang: Language = 'en',
): Pick<Call, 'words' | 'options'> {
  const isFlag = ({ name }: CliFlag) => name.startsWith('--');
  const flags = explained
    .filter(isFlag)
    .map(({ name, value }) => [/[a-z-]+/.exec(name.slice(2))?.[0], value ?? 'switch']);
  const { options, rest: words } = split(typed, Object.fromEntries(flags));
  const most = explained.filter((each) => !isFlag(each)).length;
  const wrong = words.find((word, n) => word.startsWith('--') || n >= most);
  if (wrong === undefined) return { words, options };
  throw new UserError({
    expected: usage,
    found: `"${wrong}"`,
    remedy: 'Nothing was done. See `crew help`.',
    sentence: messages(lang).notTaken({ name, word: wrong, usage }),
  });
}

/** Takes the known flags out of a command line. Throws a usage error for a wrong or missing value. */
function split(
  argv: readonly string[],
  known: Known,
): { readonly options: Call['options']; readonly rest: readonly string[] } {
  const typeOf = (kind: Known[string]) => (kind === 'switch' ? 'boolean' : 'string');
  const types = Object.entries(known).map(
    ([name, kind]) => [name, { type: typeOf(kind), ...(name === 'help' && { short: 'h' }) }] as const,
  );
  const of = { args: [...argv], options: Object.fromEntries(types) };
  const { tokens } = parseArgs({ ...of, strict: false, allowPositionals: true, tokens: true });
  const options: Record<string, string> = {};
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(known, token.name)) continue;
    const { name, rawName, index, value, inlineValue } = token;
    const kind = known[name];
    const word = argv[index] ?? '';
    // `-xh` is a word of its command.
    if (kind === undefined || (word !== rawName && !word.startsWith(`${rawName}=`))) continue;
    options[name] = kind === 'switch' ? '' : checked(name, value, kind);
    taken.add(index);
    if (inlineValue === false) taken.add(index + 1);
  }
  return { options, rest: argv.filter((_, n) => !taken.has(n)) };
}

function checked(name: string, value: string | undefined, { of, shape, example }: Valued): string {
  if (value !== undefined && shape.test(value)) return value;
  throw new UserError({
    expected: `${of} after --${name}`,
    found: value === undefined ? 'nothing' : `"${value}"`,
    remedy: `Write it like --${name} ${example}.`,
  });
}

/** The root of the repository around a folder; the folder itself if there is none. */
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

/**
 * The language at a terminal: `--lang`; else `lang` of the configuration in the tree; else English. Reads that one line instead of the
 * whole configuration, because errors of the command line and of the configuration are shown in it too. Never throws.
 */
export function terminalLanguage(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  const named = flagValue('--lang', argv);
  const set = languages.find((each) => each === named);
  if (set) return set;
  try {
    const root = rootOf(flagValue('--root', argv) ?? '.');
    const text = readFileSync(path.resolve(root, env.CREW_CONFIG || '.github/crew.yml'), 'utf8');
    const [, lang] = /^lang:[ \t]*["']?(\w+)/m.exec(text) ?? [];
    return languages.find((each) => each === lang) ?? 'en';
  } catch {
    return 'en';
  }
}

/** The value of a flag, written as two words or with `=`. */
function flagValue(flag: string, argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return undefined;
  return argv[at] === flag ? argv[at + 1] : argv[at]?.slice(flag.length + 1);
}
