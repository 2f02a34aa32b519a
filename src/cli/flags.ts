// Reads the flags of a command line: those that every command accepts, and those of a terminal command. Also the types of a terminal command.
// Used by most files of src/cli.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Parameter } from '../commands/define.js';
import { UserError } from '../ports/errors.js';
import type { Env } from '../services/env.js';
import { type Language, languages, messages } from '../text/lang/index.js';
import type { Paint } from '../view/terminal.js';

/** The argument of every command: what was typed, and the terminal. */
export interface CliCall {
  readonly flags: Flags;
  /** The words after the command's name, without the flags that were read. */
  readonly words: readonly string[];
  /** The flags of a terminal command, by name. A flag that takes no value has the value ''. */
  readonly options: Readonly<Partial<Record<string, string>>>;
  readonly env: Env;
  /** The language of texts at the terminal. */
  readonly lang: Language;
  readonly paint: Paint;
  /** Renders Markdown on a terminal with colour; leaves it unchanged in a pipe. */
  readonly markdown: (text: string) => string;
  /** Reads standard input. */
  readonly input: () => Promise<string>;
  /** Prints a line to standard error, unless `--quiet` is set. */
  readonly log: (line: string) => void;
}

/** The result of a command. */
export interface CliOutput {
  /** The output for people. */
  readonly text: string;
  /** The document that --json prints instead. */
  readonly json: unknown;
  readonly exit: number;
}

/** The function of a command that exists at the terminal only. */
export type CliCommand = (call: CliCall) => Promise<CliOutput>;

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

/** The value of a flag. */
interface FlagValue {
  /** For the error message "crew needs … after --NAME". */
  readonly noun: string;
  readonly pattern: RegExp;
  readonly example: string;
}

/** Flags by name. A switch takes no value. */
type FlagTypes = Readonly<Record<string, FlagValue | 'switch'>>;

const COMMON: FlagTypes = {
  json: 'switch',
  quiet: 'switch',
  help: 'switch',
  version: 'switch',
  yes: 'switch',
  'dry-run': 'switch',
  'no-color': 'switch',
  root: { noun: 'a folder', pattern: /./, example: 'DIR' },
  repo: { noun: 'OWNER/NAME', pattern: /^[\w.-]+\/[\w.-]+$/, example: 'octo/hello' },
  issue: { noun: 'a number', pattern: /^[1-9]\d{0,9}$/, example: '12' },
  run: { noun: 'the name of a run', pattern: /./, example: 'fix-12-0a1b2c3d4e' },
  lang: { noun: languages.join(' or '), pattern: new RegExp(`^(?:${languages.join('|')})$`), example: 'ja' },
};

/** Splits a command line into the flags that every command accepts, and the rest. Words after `--` are not flags. */
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
  readonly value?: FlagValue | undefined;
}

/** The words and flags of a terminal command. Throws a usage error if the command does not take one of them. */
export function readCall(
  { name, usage, explained }: { readonly name: string; readonly usage: string; readonly explained: readonly CliFlag[] },
  typed: readonly string[],
  lang: Language = 'en',
): Pick<CliCall, 'words' | 'options'> {
  const isFlag = ({ name }: CliFlag) => name.startsWith('--');
  const flags = explained
    .filter(isFlag)
    .map(({ name, value }) => [/[a-z-]+/.exec(name.slice(2))?.[0], value ?? 'switch']);
  const { options, rest: words } = split(typed, Object.fromEntries(flags));
  const maxWords = explained.filter((each) => !isFlag(each)).length;
  const wrong = words.find((word, n) => word.startsWith('--') || n >= maxWords);
  if (wrong === undefined) return { words, options };
  throw new UserError({
    expected: usage,
    found: `"${wrong}"`,
    remedy: 'Nothing was done. See `crew help`.',
    sentence: messages(lang).notTaken({ name, word: wrong, usage }),
  });
}

/** Splits a command line into the known flags and the other words. Throws a usage error for a wrong or missing value. */
function split(
  argv: readonly string[],
  known: FlagTypes,
): { readonly options: CliCall['options']; readonly rest: readonly string[] } {
  const typeOf = (kind: FlagTypes[string]) => (kind === 'switch' ? 'boolean' : 'string');
  const types = Object.entries(known).map(
    ([name, kind]) => [name, { type: typeOf(kind), ...(name === 'help' && { short: 'h' }) }] as const,
  );
  const { tokens } = parseArgs({
    ...{ args: [...argv], options: Object.fromEntries(types) },
    ...{ strict: false, allowPositionals: true, tokens: true },
  });
  const options: Record<string, string> = {};
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(known, token.name)) continue;
    const { name, rawName, index, value, inlineValue } = token;
    const kind = known[name];
    const word = argv[index] ?? '';
    // `parseArgs` also reads `-xh` as the flags -x and -h. Here it is one word for the command.
    if (kind === undefined || (word !== rawName && !word.startsWith(`${rawName}=`))) continue;
    options[name] = kind === 'switch' ? '' : checkedValue(name, value, kind);
    taken.add(index);
    if (inlineValue === false) taken.add(index + 1);
  }
  return { options, rest: argv.filter((_, n) => !taken.has(n)) };
}

function checkedValue(name: string, value: string | undefined, { noun, pattern, example }: FlagValue): string {
  if (value !== undefined && pattern.test(value)) return value;
  throw new UserError({
    expected: `${noun} after --${name}`,
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
 * The language at a terminal: `--lang`; else `lang` of the configuration in the tree; else English. Never throws, and reads only that line of the
 * configuration, because errors of the command line and of the configuration are shown in this language too.
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
