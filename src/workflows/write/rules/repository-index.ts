// An index of a repository for checking claims: paths, options in the sources, scripts, package names, programs. Pure.
/** The parts of a repository that claims are checked against. */
interface Repository {
  /** All files, relative to the root. */
  readonly files: readonly string[];
  /** Text files that were read: manifests, Markdown, sources. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The index of a repository. */
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

/** Builds the index of a repository. */
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
