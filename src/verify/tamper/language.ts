// The syntax of comments and strings by language, as far as source.ts needs it to tell code from text. Used in this folder, by
// tests/index.ts, kinds/runner-patched.ts and src/verify/prove/rust-tests.ts.

export interface Quote {
  readonly open: string;
  readonly close: string;
  /** May span lines. */
  readonly long?: boolean;
  /** Without escapes. */
  readonly raw?: boolean;
}

export type LanguageName = 'javascript' | 'python' | 'go' | 'rust' | 'java' | 'other';

export interface Language {
  readonly name: LanguageName;
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Longer ones first. */
  readonly quotes: readonly Quote[];
  /** Has `/patterns/` and `'lifetimes`, which look like divisions and strings. */
  readonly regex?: boolean;
  readonly lifetimes?: boolean;
}

const short = (mark: string): Quote => ({ open: mark, close: mark });
const long = (mark: string): Quote => ({ open: mark, close: mark, long: true });
const SLASHES = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;
const HASH = { lineComments: ['#'], blockComments: [] } as const;

const javascript: Language = {
  name: 'javascript',
  ...SLASHES,
  quotes: [short("'"), short('"'), long('`')],
  regex: true,
};
const python: Language = {
  name: 'python',
  ...HASH,
  quotes: [long('"""'), long("'''"), short('"'), short("'")],
};
const go: Language = { name: 'go', ...SLASHES, quotes: [short('"'), short("'"), { ...long('`'), raw: true }] };
const rust: Language = {
  name: 'rust',
  ...SLASHES,
  quotes: [
    { open: 'r##"', close: '"##', long: true, raw: true },
    { open: 'r#"', close: '"#', long: true, raw: true },
    { open: 'r"', close: '"', long: true, raw: true },
    long('"'),
    short("'"),
  ],
  lifetimes: true,
};
const java: Language = { name: 'java', ...SLASHES, quotes: [long('"""'), short('"'), short("'")] };
const data: Language = {
  name: 'other',
  lineComments: ['#', '//'],
  blockComments: [],
  quotes: [short('"'), short("'")],
};
const hashed: Language = { name: 'other', ...HASH, quotes: [short('"'), short("'")] };
const marked: Language = { name: 'other', lineComments: [], blockComments: [['<!--', '-->']], quotes: [] };

const BY_ENDING: Readonly<Record<string, Language>> = {
  ...each('js jsx mjs cjs ts tsx mts cts vue svelte', javascript),
  ...each('py pyi pyx', python),
  go,
  rs: rust,
  ...each('java kt kts groovy scala gradle cs', java),
  ...each('json json5 jsonc', data),
  ...each('yml yaml toml ini cfg sh bash rb pl ex exs', hashed),
  ...each('xml md html', marked),
};

function each(endings: string, language: Language): Readonly<Record<string, Language>> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, language]));
}

/** The language of a file by its extension. */
export function languageOf(path: string): Language {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? hashed) : hashed;
}
