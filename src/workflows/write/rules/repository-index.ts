// An index of a repository for checking the claims of a text: paths, options in the sources, scripts, package names, programs. Pure. Built
// by ../facts.ts; read by the rules that check claims.

/** The parts of a repository that claims are checked against. */
interface Repository {
  /** All files, relative to the root. */
  readonly files: readonly string[];
  /** Text files that were read: manifests, Markdown, sources. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The index of a repository. */
export interface RepositoryIndex {
  /** All files and folders. */
  readonly paths: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  /** The text of all sources together. */
  readonly sources: string;
  /** Long options that occur in the sources, such as `--force`. */
  readonly options: readonly string[];
  /** The scripts of package.json; null if there is none. */
  readonly scripts: Readonly<Record<string, string>> | null;
  /** The names under which the repository's packages are published. */
  readonly names: readonly string[];
  /** The programs that the repository builds or installs. */
  readonly bins: readonly string[];
  /** The targets of the Makefile; null if there is none. */
  readonly targets: readonly string[] | null;
}

const DOCUMENT = /\.(?:md|markdown|mdx|rst|adoc|txt)$/i;

/** Lock files and change logs: their text is no evidence of an option. */
const NO_SOURCE =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|CHANGELOG[^/]*|HISTORY[^/]*)$/i;

/** Whether a file may be evidence of an option: no document, lock file or change log. */
export const isSource = (file: string): boolean => !DOCUMENT.test(file) && !NO_SOURCE.test(file);

/** Builds the index of a repository. */
export function indexOf({ files, texts }: Repository): RepositoryIndex {
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
    paths,
    texts,
    sources,
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

/** The first group of the first match, as a list of at most one. */
const captured = (text: string | undefined, pattern: RegExp): readonly string[] => {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? [] : [found];
};

/** The line `name = "…"` of a TOML file. */
const NAME = /^name\s*=\s*["']([^"']+)["']/m;

/** The last part of the module's path, without its version. */
const goName = (texts: RepositoryIndex['texts']): readonly string[] =>
  captured(texts['go.mod'], /^module\s+(\S+)/m).map(
    (module) =>
      module
        .replace(/\/v\d+$/, '')
        .split('/')
        .at(-1) ?? module,
  );

/** The names in package.json, Cargo.toml, pyproject.toml, setup.cfg, go.mod and gemspecs. */
function namesIn(texts: RepositoryIndex['texts'], manifest: ReturnType<typeof parsed>): readonly string[] {
  const gems = Object.entries(texts).flatMap(([file, text]) =>
    file.endsWith('.gemspec') ? captured(text, /\.name\s*=\s*["']([^"']+)["']/) : [],
  );
  return [
    ...(typeof manifest?.name === 'string' ? [manifest.name] : []),
    ...captured(texts['Cargo.toml'], NAME),
    ...captured(texts['pyproject.toml'], NAME),
    ...captured(texts['setup.cfg'], /^name\s*=\s*(\S+)/m),
    ...goName(texts),
    ...gems,
  ];
}

/** The programs of Node, Rust, Python and Go packages. */
function binsIn(texts: RepositoryIndex['texts'], manifest: ReturnType<typeof parsed>): readonly string[] {
  const { bin, name } = manifest ?? {};
  const node =
    typeof bin === 'string' && typeof name === 'string' ? [name.split('/').at(-1) ?? name] : Object.keys(strings(bin));
  const cargo = texts['Cargo.toml'] ?? '';
  const cargoBins = [...cargo.matchAll(/\[\[bin\]\][^[]*?^name\s*=\s*["']([^"']+)["']/gm)].map(
    ([, each]) => each ?? '',
  );
  const pythonSection = /^\[project\.scripts\]\n((?:(?!\[).*\n?)*)/m.exec(texts['pyproject.toml'] ?? '')?.[1] ?? '';
  const python = [...pythonSection.matchAll(/^["']?([\w.-]+)["']?\s*=/gm)].map(([, each]) => each ?? '');
  const rustBins = cargoBins.length > 0 ? cargoBins : captured(cargo, NAME);
  const rust = texts['src/main.rs'] === undefined ? [] : rustBins;
  const go = texts['main.go'] === undefined ? [] : goName(texts);
  return [...new Set([...node, ...rust, ...python, ...go])];
}
