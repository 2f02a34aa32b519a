// The flags that every command accepts (contract.md, "Command line"). Other words belong to the command.
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

/** The flags with a value: how it is read, and what is expected when it is wrong. */
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
export const ALSO_OF_COMMANDS: readonly string[] = ['--dry-run', '--yes'];

/** The flags with their defaults. */
function complete(found: Found, rest: readonly string[]): Flags {
  const end = rest.indexOf('--');
  const said = end === -1 ? rest : rest.slice(0, end);
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
    dryRun: said.includes('--dry-run'),
    yes: said.includes('--yes'),
  };
}
