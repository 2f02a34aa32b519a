// Whether what a text states is so in a repository. Pure: the repository is given.
import { anchorsIn, type Claim } from './claims.js';

export type FactKind = 'link' | 'anchor' | 'path' | 'command' | 'option' | 'example' | 'heading' | 'url';

export interface Fact {
  readonly kind: FactKind;
  readonly line: number;
  readonly what: string;
  readonly verdict: 'right' | 'wrong' | 'not checked';
  readonly why: string;
}

/** A repository as far as claims need it. */
export interface Repository {
  /** Every file, from the root. */
  readonly files: readonly string[];
  /** Text files that were read: manifests, Markdown, sources. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface Index {
  readonly paths: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  readonly sources: string;
  readonly options: readonly string[];
  readonly scripts: Readonly<Record<string, string>> | null;
  readonly names: readonly string[];
  readonly bins: readonly string[];
  readonly targets: readonly string[] | null;
}

const DOCUMENT = /\.(?:md|markdown|mdx|rst|adoc|txt)$/i;
const LOCK =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|CHANGELOG[^/]*|HISTORY[^/]*)$/i;

export const isSource = (file: string): boolean => !DOCUMENT.test(file) && !LOCK.test(file);

export function indexOf({ files, texts }: Repository): Index {
  const paths = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    for (let n = 1; n <= parts.length; n += 1) paths.add(parts.slice(0, n).join('/'));
  }
  const sources = Object.entries(texts)
    .flatMap(([file, text]) => (isSource(file) ? [text] : []))
    .join('\n');
  const manifest = parsed(texts['package.json']);
  const makefile = texts.Makefile ?? texts.makefile ?? texts.GNUmakefile;
  return {
    ...{ paths, texts, sources },
    options: [...new Set([...sources.matchAll(/(?<![\w-])--[a-z][a-z0-9-]+/gi)].map(([option]) => option))],
    scripts: manifest ? strings(manifest.scripts) : null,
    names: namesIn(texts, manifest),
    bins: binsIn(texts, manifest),
    targets:
      makefile === undefined
        ? null
        : [...makefile.matchAll(/^([\w./%-]+(?:\s+[\w./%-]+)*)\s*:(?!=)/gm)].flatMap(([, names]) =>
            (names ?? '').split(/\s+/),
          ),
  };
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = text === undefined ? null : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const strings = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      ([, each]) => typeof each === 'string',
    ),
  );

const first = (text: string | undefined, pattern: RegExp): readonly string[] => {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? [] : [found];
};

const NAME = /^name\s*=\s*["']([^"']+)["']/m;

const goName = (texts: Index['texts']): readonly string[] =>
  first(texts['go.mod'], /^module\s+(\S+)/m).map(
    (module) =>
      module
        .replace(/\/v\d+$/, '')
        .split('/')
        .at(-1) ?? module,
  );

function namesIn(texts: Index['texts'], manifest: ReturnType<typeof parsed>): readonly string[] {
  const gems = Object.entries(texts).flatMap(([file, text]) =>
    file.endsWith('.gemspec') ? first(text, /\.name\s*=\s*["']([^"']+)["']/) : [],
  );
  return [
    ...(typeof manifest?.name === 'string' ? [manifest.name] : []),
    ...first(texts['Cargo.toml'], NAME),
    ...first(texts['pyproject.toml'], NAME),
    ...first(texts['setup.cfg'], /^name\s*=\s*(\S+)/m),
    ...goName(texts),
    ...gems,
  ];
}

function binsIn(texts: Index['texts'], manifest: ReturnType<typeof parsed>): readonly string[] {
  const { bin, name } = manifest ?? {};
  const own =
    typeof bin === 'string' && typeof name === 'string' ? [name.split('/').at(-1) ?? name] : Object.keys(strings(bin));
  const cargo = texts['Cargo.toml'] ?? '';
  const rust = [...cargo.matchAll(/\[\[bin\]\][^[]*?^name\s*=\s*["']([^"']+)["']/gm)].map(([, each]) => each ?? '');
  const python = /^\[project\.scripts\]\n((?:(?!\[).*\n?)*)/m.exec(texts['pyproject.toml'] ?? '')?.[1] ?? '';
  const scripts = [...python.matchAll(/^["']?([\w.-]+)["']?\s*=/gm)].map(([, each]) => each ?? '');
  const main = texts['src/main.rs'] === undefined ? [] : rust.length > 0 ? rust : first(cargo, NAME);
  return [...new Set([...own, ...main, ...scripts, ...(texts['main.go'] === undefined ? [] : goName(texts))])];
}

/** Looks up every claim except examples, which have to be run. */
export function lookUp(claims: readonly Claim[], index: Index, document: string, own: string): readonly Fact[] {
  const listed = claims.filter((claim) => claim.kind === 'option' && claim.list);
  const missing = listed.filter((claim) => claim.kind === 'option' && !hasOption(claim.option, index)).length;
  // Where several are not in the source, options are read somewhere else, and a missing one proves nothing.
  const readable = index.bins.length > 0 && listed.length >= 3 && missing <= 2;
  return claims.flatMap((claim) => factsOf(claim, { index, document, own, readable }));
}

interface LookedUp {
  readonly index: Index;
  readonly document: string;
  readonly own: string;
  /** The program's options can be read in its source. */
  readonly readable: boolean;
}

function factsOf(claim: Claim, { index, document, own, readable }: LookedUp): readonly Fact[] {
  switch (claim.kind) {
    case 'url':
      return [
        { kind: 'url', line: claim.line, what: claim.target, verdict: 'not checked', why: 'outside the repository' },
      ];
    case 'link':
      return [linkFact(claim, index, document, own)];
    case 'path':
      return [{ kind: 'path', line: claim.line, what: claim.path, ...pathVerdict(claim.path, index, document) }];
    case 'option':
      return [
        {
          kind: 'option',
          line: claim.line,
          what: claim.option,
          ...optionVerdict(claim.option, index, claim.list && readable),
        },
      ];
    case 'command':
      return commandFacts(claim, index, document);
    case 'heading':
      return [{ kind: 'heading', line: claim.line, what: claim.problem, verdict: 'wrong', why: claim.problem }];
    case 'example':
      return [];
  }
}

type Verdict = Pick<Fact, 'verdict' | 'why'>;
const right = (why: string): Verdict => ({ verdict: 'right', why });
const wrong = (why: string): Verdict => ({ verdict: 'wrong', why });
const unknown = (why: string): Verdict => ({ verdict: 'not checked', why });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path from the root; null where it leads out of the repository. */
function resolved(path: string, from: string): string | null {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function linkFact(
  { target, line }: Extract<Claim, { kind: 'link' }>,
  index: Index,
  document: string,
  own: string,
): Fact {
  const [before = '', anchor] = target.split('#', 2);
  const path = decoded(before.split('?')[0] ?? '');
  const fact = (kind: FactKind, verdict: Verdict): Fact => ({ kind, line, what: target, ...verdict });
  if (/^\[.*\]$/.test(target)) return fact('link', wrong(`no definition of ${target}`));
  if (target === '') return fact('link', wrong('empty link'));
  const file = path === '' ? document : resolved(path, document);
  if (file === null) return fact('link', unknown('leads out of the repository'));
  if (path !== '' && file !== '' && !index.paths.has(file))
    return fact('link', wrong(`there is no ${file}${nearText(file, [...index.paths])}`));
  if (anchor === undefined || anchor === '') return fact('link', right(`${file} exists`));
  const text = path === '' ? own : index.texts[file];
  if (text === undefined || !/\.(?:md|markdown)$/i.test(file))
    return fact('anchor', unknown(`${file} was not read for anchors`));
  const anchors = anchorsIn(text);
  const name = decoded(anchor).toLowerCase();
  if (anchors.has(name) || name === 'top') return fact('anchor', right(`${file} has it`));
  if (/^l\d+/.test(name)) return fact('anchor', unknown('a line of a file'));
  return fact('anchor', wrong(`${file} has no heading with the anchor #${name}${nearText(name, [...anchors])}`));
}

/** Made by builds, or by the reader. */
const MADE =
  /^(?:\.?\/)?(?:dist|build|out|target|node_modules|coverage|vendor|tmp|path\/to|your|my)\b|(?:^|[/._-])(?:some|foo|bar|baz|example|your|my)(?=[/._-])/i;

function pathVerdict(path: string, { paths }: Index, document: string): Verdict {
  const bare = path.replace(/:\d+(?:[-:]\d+)?$/, '');
  const candidates = [resolved(bare, ''), resolved(bare, document)].filter((each) => each !== null);
  if (candidates.some((each) => paths.has(each))) return right('exists');
  const [asked = ''] = candidates;
  if (MADE.test(bare) || asked === '') return unknown('made by a build or by the reader');
  const folder = asked.split('/').slice(0, -1).join('/');
  const near = nearest(asked, [...paths]);
  if (near) return wrong(`there is no ${asked}; there is ${near}`);
  if (folder !== '' && paths.has(folder) && /\.\w+$/.test(asked))
    return wrong(`${folder} has no ${asked.split('/').at(-1)}`);
  return unknown('may be a file of the reader');
}

/**
 * Whether the source names an option: as it is typed, as a string, as a property of parsed arguments, or as a field of a struct
 * that arguments are parsed into. The bare word somewhere is not enough.
 */
export function hasOption(option: string, { sources }: Pick<Index, 'sources'>): boolean {
  const name = option.replace(/^--/, '');
  const spellings = [name, name.replace(/^no-/, '')].flatMap((each) => [
    each,
    each.replaceAll('-', '_'),
    each.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  const words = [...new Set(spellings)].map(literal).join('|');
  const field = /#\[(?:arg|clap|structopt)\b/.test(sources)
    ? `|(?:pub(?:\\([^)]*\\))?\\s+|^\\s+)(?:${words})\\s*:`
    : '';
  const source = `(?<![\\w-])--(?:no-|\\[no-\\])?(?:${words})(?![\\w-])|["'\`](?:no-)?(?:${words})["'\`]|\\b(?:argv|args|options|opts|flags|cli|program|config)\\??\\.(?:${words})\\b|^\\s*["']?(?:${words})["']?\\s*:\\s*\\{${field}`;
  return new RegExp(source, 'm').test(sources);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function optionVerdict(option: string, index: Index, isOwn: boolean): Verdict {
  if (/^--(?:help|version)$/.test(option)) return right('every program has it');
  if (hasOption(option, index)) return right('in the source');
  const near = nearest(
    option.slice(2),
    index.options.map((each) => each.slice(2)),
  );
  if (near) return wrong(`not in the source; there is --${near}`);
  return isOwn
    ? wrong('not in the source, where the other options are')
    : unknown('may be an option of another program');
}

type Command = Extract<Claim, { kind: 'command' }>;

function commandFacts(claim: Command, index: Index, document: string): readonly Fact[] {
  const { words, line } = claim;
  const verdict = commandVerdict(words, index, document);
  const what = words.join(' ');
  const bin = ownBin(words, index);
  const options = bin === null ? [] : ownOptions(words.slice(words.indexOf(bin) + 1));
  return [
    ...(verdict
      ? [{ kind: 'command', line, what, ...verdict } as const]
      : bin
        ? [{ kind: 'command', line, what, ...right(`${bin} is a program of this repository`) } as const]
        : [{ kind: 'command', line, what, ...unknown('a program from elsewhere') } as const]),
    ...options.map((option): Fact => ({ kind: 'option', line, what: option, ...optionVerdict(option, index, true) })),
  ];
}

const base = (word: string | undefined): string => word?.split('/').at(-1) ?? '';

function ownBin(words: readonly string[], { bins }: Index): string | null {
  const at = /^(?:npx|bunx|pipx|uvx)$/.test(words[0] ?? '')
    ? words.findIndex((word, n) => n > 0 && !word.startsWith('-') && word !== 'run')
    : 0;
  const word = words[at];
  return word !== undefined && bins.includes(base(word).replace(/@[\w.^~-]+$/, '')) ? word : null;
}

/** Long options up to where another program's begin. */
function ownOptions(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /^(?:--|-x|-X|--exec|--exec-batch|>|2>)$/.test(word));
  const own = end === -1 ? words : words.slice(0, end);
  return own.flatMap((word) => /^--[a-z][\w-]*/i.exec(word)?.slice(0, 1) ?? []);
}

function commandVerdict(words: readonly string[], index: Index, document: string): Verdict | null {
  const [tool = '', second = '', third = ''] = words;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(tool) && /^(?:run|run-script)$/.test(second))
    return scriptVerdict(third, index, true);
  if (/^(?:npm|pnpm|yarn)$/.test(tool) && /^(?:test|t|start)$/.test(second))
    return scriptVerdict(second === 't' ? 'test' : second, index, true);
  if (
    /^(?:pnpm|yarn)$/.test(tool) &&
    second !== '' &&
    !/^(?:add|install|global|dlx|exec|create|init|remove|up|upgrade|link|-.*)$/.test(second)
  )
    return scriptVerdict(second, index, false);
  if (/^(?:npx|bunx)$/.test(tool))
    return programVerdict(words.slice(1).find((word) => !word.startsWith('-')) ?? '', index);
  if (tool === 'make') return makeVerdict(words.slice(1), index);
  const installed = installedIn(words);
  if (installed !== null) return packageVerdict(installed, index);
  if (tool === 'cargo') return cargoVerdict(words, index);
  const file = fileIn(words);
  if (file !== null) return pathVerdict(file, index, document);
  const near = nearest(
    tool,
    index.bins.filter((bin) => bin.length >= 5),
  );
  return near && !index.bins.includes(tool) ? wrong(`there is no program ${tool}; there is ${near}`) : null;
}

function scriptVerdict(script: string, { scripts }: Index, surely: boolean): Verdict {
  if (script === '' || /[<[{$*]/.test(script)) return unknown('a placeholder');
  if (scripts === null) return unknown('there is no package.json');
  if (script in scripts) return right('a script of package.json');
  const near = nearest(script, Object.keys(scripts));
  return surely || near
    ? wrong(`package.json has no script ${script}${near ? `; there is ${near}` : ''}`)
    : unknown('may be a program from elsewhere');
}

function programVerdict(word: string, index: Index): Verdict | null {
  const name = word.replace(/(?<=.)@[\w.^~-]+$/, '');
  const known = [...index.bins, ...index.names];
  if (known.includes(name)) return right('a program of this repository');
  const near = nearest(name, known);
  return near ? wrong(`there is no program ${name}; there is ${near}`) : null;
}

function makeVerdict(words: readonly string[], { targets }: Index): Verdict {
  const wanted = words.filter((word) => !word.startsWith('-') && !word.includes('='));
  if (targets === null)
    return wanted.length > 0 ? unknown('there is no Makefile at the root') : unknown('no target named');
  if (targets.some((target) => target.includes('%'))) return unknown('the Makefile has pattern rules');
  const missing = wanted.find((word) => !targets.includes(word));
  return missing === undefined
    ? right('a target of the Makefile')
    : wrong(`the Makefile has no target ${missing}${nearText(missing, targets)}`);
}

const INSTALLS: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun) (?:global )?(?:install|i|add|ci)$/,
  /^(?:pip3?|pipx|uv|brew|gem|cargo|go) (?:install|add|get|tool install|pip install)$/,
  /^python3? -m pip install$/,
];

/** The package that a command installs; null for any other command. */
function installedIn(words: readonly string[]): string | null {
  const plain = words.filter((word) => !/^-(?!m$)/.test(word));
  for (const length of [4, 3, 2]) {
    const head = plain.slice(0, length).join(' ');
    if (INSTALLS.some((pattern) => pattern.test(head))) return plain[length] ?? '';
  }
  return null;
}

function packageVerdict(name: string, { names }: Index): Verdict | null {
  const bare = name.replace(/(?<=.)[@=<>~[].*$/, '').replace(/\/v\d+$/, '');
  if (bare === '' || bare.startsWith('.')) return null;
  if (names.includes(bare) || names.includes(base(bare))) return right('the name of this package');
  const near = nearest(base(bare), names.map(base));
  return near ? wrong(`this package is called ${near}`) : unknown('a package from elsewhere');
}

const CARGO =
  /^(?:build|b|run|r|test|t|bench|check|c|clippy|fmt|doc|install|publish|clean|update|add|new|init|expand|fuzz|nextest|tree|metadata|search|login|\+\w+|-.*)$/;

function cargoVerdict(words: readonly string[], { texts, paths }: Index): Verdict | null {
  const [, command = ''] = words;
  const cargo = texts['Cargo.toml'];
  if (cargo === undefined) return null;
  if (!CARGO.test(command)) {
    const near = nearest(command, ['build', 'run', 'test', 'bench', 'check', 'clippy', 'install']);
    return near ? wrong(`cargo has no command ${command}; there is ${near}`) : null;
  }
  const valueAfter = (option: string): string | undefined => {
    const at = words.indexOf(option);
    return at === -1 ? words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1) : words[at + 1];
  };
  const example = valueAfter('--example');
  if (example !== undefined && !paths.has(`examples/${example}.rs`) && !paths.has(`examples/${example}`))
    return wrong(`there is no example ${example}`);
  const features = valueAfter('--features')?.split(/[\s,]+/) ?? [];
  const section = /^\[features\]\n((?:(?!\[).*\n?)*)/m.exec(cargo)?.[1] ?? '';
  const missing = features.find(
    (feature) =>
      !new RegExp(`^["']?${literal(feature)}["']?\\s*=`, 'm').test(section) &&
      !new RegExp(`^${literal(feature)}\\b.*optional`, 'm').test(cargo),
  );
  return missing === undefined ? null : wrong(`Cargo.toml has no feature ${missing}`);
}

/** The script that an interpreter is given, or a program started by its path. */
function fileIn(words: readonly string[]): string | null {
  const [tool = '', ...rest] = words;
  if (/^\.{1,2}\//.test(tool)) return isPlain(tool) ? tool : null;
  if (/^(?:node|python3?|ruby|sh|bash|deno|bun|tsx|ts-node)$/.test(tool)) {
    if (rest.some((word) => /^-(?:e|c|m|p)$|^--(?:eval|print)$/.test(word))) return null;
    const file = rest.find((word) => !word.startsWith('-') && word !== 'run');
    return file !== undefined && isPlain(file) ? file : null;
  }
  const target = tool === 'go' && rest[0] === 'run' ? rest[1] : undefined;
  return target !== undefined && /^\.\/[\w/.-]+$/.test(target) ? target : null;
}

const isPlain = (word: string): boolean => /^[\w./@-]+$/.test(word) && !/^(?:https?:|\/)/.test(word);

function nearText(asked: string, known: readonly string[]): string {
  const near = nearest(asked, known);
  return near ? `; there is ${near}` : '';
}

/** The one known name that is a slip away: at most two characters, never more than a fifth of a long one. Null for an exact match. */
export function nearest(asked: string, known: readonly string[]): string | null {
  if (asked.length < 4 || known.includes(asked)) return null;
  const most = asked.length < 8 ? 1 : 2;
  let best: string | null = null;
  let least = most + 1;
  for (const each of known) {
    if (Math.abs(each.length - asked.length) > most || each.charAt(0) !== asked.charAt(0)) continue;
    const distance = distanceOf(asked, each, most);
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** Edit distance with swaps of neighbours as one; `most + 1` for anything further. */
function distanceOf(a: string, b: string, most: number): number {
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (older[j - 2] ?? 0) + 1);
      row.push(value);
    }
    if (Math.min(...row) > most) return most + 1;
    [older, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
}
