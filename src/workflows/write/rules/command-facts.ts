// Checks the commands of a text against the repository: scripts, make targets, packages, programs and their options. Pure. Used by
// look-up.ts.
import type { Claim } from './claims.js';
import type { RepositoryIndex } from './repository-index.js';
import {
  baseName,
  escapedPattern,
  type Fact,
  notChecked,
  optionVerdict,
  pathVerdict,
  right,
  similarName,
  suggestionText,
  type Verdict,
  wrong,
} from './verdicts.js';

type Command = Extract<Claim, { kind: 'command' }>;

/** The facts about one command of a text. */
export function commandFacts(claim: Command, index: RepositoryIndex, documentPath: string): readonly Fact[] {
  const { words, line } = claim;
  const bin = ownBin(words, index);
  const options = bin === null ? [] : ownOptions(words.slice(words.indexOf(bin) + 1));
  const otherwise = bin ? right(`${bin} is a program of this repository`) : notChecked('a program from elsewhere');
  const verdict = commandVerdict(words, index, documentPath) ?? otherwise;
  return [
    { kind: 'command', line, what: words.join(' '), ...verdict },
    ...options.map((option): Fact => ({ kind: 'option', line, what: option, ...optionVerdict(option, index, true) })),
  ];
}

/** The word of a command that names a program of the repository; null if there is none. */
function ownBin(words: readonly string[], { bins }: RepositoryIndex): string | null {
  const at = /^(?:npx|bunx|pipx|uvx)$/.test(words[0] ?? '')
    ? words.findIndex((word, n) => n > 0 && !word.startsWith('-') && word !== 'run')
    : 0;
  const word = words[at];
  return word !== undefined && bins.includes(baseName(word).replace(/@[\w.^~-]+$/, '')) ? word : null;
}

/** The long options of a command, up to a redirection or to options for another program. */
function ownOptions(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /^(?:--|-x|-X|--exec|--exec-batch|>|2>)$/.test(word));
  const own = end === -1 ? words : words.slice(0, end);
  return own.flatMap((word) => /^--[a-z][\w-]*/i.exec(word)?.slice(0, 1) ?? []);
}

/** The verdict by the rules for a tool; null if none of them applies. */
function commandVerdict(words: readonly string[], index: RepositoryIndex, documentPath: string): Verdict | null {
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
  if (file !== null) return pathVerdict(file, index, documentPath);
  const near = similarName(
    tool,
    index.bins.filter((bin) => bin.length >= 5),
  );
  return near && !index.bins.includes(tool) ? wrong(`there is no program ${tool}; there is ${near}`) : null;
}

/** `isScript`: the word can only be a script. After `yarn` alone it may also be a program. */
function scriptVerdict(script: string, { scripts }: RepositoryIndex, isScript: boolean): Verdict {
  if (script === '' || /[<[{$*]/.test(script)) return notChecked('a placeholder');
  if (scripts === null) return notChecked('there is no package.json');
  if (script in scripts) return right('a script of package.json');
  const near = similarName(script, Object.keys(scripts));
  return isScript || near
    ? wrong(`package.json has no script ${script}${near ? `; there is ${near}` : ''}`)
    : notChecked('may be a program from elsewhere');
}

/** The verdict on a program that npx runs; null for an unknown one. */
function programVerdict(word: string, index: RepositoryIndex): Verdict | null {
  // Without the version. An `@` at the start belongs to the scope of an npm package.
  const name = word.replace(/(?<=.)@[\w.^~-]+$/, '');
  const known = [...index.bins, ...index.names];
  if (known.includes(name)) return right('a program of this repository');
  const near = similarName(name, known);
  return near ? wrong(`there is no program ${name}; there is ${near}`) : null;
}

function makeVerdict(words: readonly string[], { targets }: RepositoryIndex): Verdict {
  const wanted = words.filter((word) => !word.startsWith('-') && !word.includes('='));
  if (targets === null)
    return wanted.length > 0 ? notChecked('there is no Makefile at the root') : notChecked('no target named');
  if (targets.some((target) => target.includes('%'))) return notChecked('the Makefile has pattern rules');
  const missing = wanted.find((word) => !targets.includes(word));
  return missing === undefined
    ? right('a target of the Makefile')
    : wrong(`the Makefile has no target ${missing}${suggestionText(missing, targets)}`);
}

/** Commands that install the package named after them. */
const INSTALLS: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun) (?:global )?(?:install|i|add|ci)$/,
  /^(?:pip3?|pipx|uv|brew|gem|cargo|go) (?:install|add|get|tool install|pip install)$/,
  /^python3? -m pip install$/,
];

/** The package that an install command names, '' if it names none; null for other commands. */
function installedIn(words: readonly string[]): string | null {
  // Without options, except `-m` of `python -m pip`.
  const plain = words.filter((word) => !/^-(?!m$)/.test(word));
  for (const length of [4, 3, 2]) {
    const head = plain.slice(0, length).join(' ');
    if (INSTALLS.some((pattern) => pattern.test(head))) return plain[length] ?? '';
  }
  return null;
}

function packageVerdict(name: string, { names }: RepositoryIndex): Verdict | null {
  const withoutVersion = name.replace(/(?<=.)[@=<>~[].*$/, '').replace(/\/v\d+$/, '');
  if (withoutVersion === '' || withoutVersion.startsWith('.')) return null;
  if (names.includes(withoutVersion) || names.includes(baseName(withoutVersion)))
    return right('the name of this package');
  const near = similarName(baseName(withoutVersion), names.map(baseName));
  return near ? wrong(`this package is called ${near}`) : notChecked('a package from elsewhere');
}

/** cargo's own commands and those of common extensions. */
const CARGO_COMMANDS =
  /^(?:build|b|run|r|test|t|bench|check|c|clippy|fmt|doc|install|publish|clean|update|add|new|init|expand|fuzz|nextest|tree|metadata|search|login|\+\w+|-.*)$/;

/** The verdict on a cargo command, its example and its features; null if nothing contradicts it. */
function cargoVerdict(words: readonly string[], { texts, paths }: RepositoryIndex): Verdict | null {
  const [, command = ''] = words;
  const cargo = texts['Cargo.toml'];
  if (cargo === undefined) return null;
  if (!CARGO_COMMANDS.test(command)) {
    const near = similarName(command, ['build', 'run', 'test', 'bench', 'check', 'clippy', 'install']);
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
      !new RegExp(`^["']?${escapedPattern(feature)}["']?\\s*=`, 'm').test(section) &&
      !new RegExp(`^${escapedPattern(feature)}\\b.*optional`, 'm').test(cargo),
  );
  return missing === undefined ? null : wrong(`Cargo.toml has no feature ${missing}`);
}

/** The script argument of an interpreter, or the path of a program; null if there is none. */
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

/** Whether a word is a relative path without patterns. */
const isPlain = (word: string): boolean => /^[\w./@-]+$/.test(word) && !/^(?:https?:|\/)/.test(word);
