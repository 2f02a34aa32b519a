// What a reviewer should see of a change although every test passes: new dependencies, scripts that run at installation, and changed
// permissions of workflows. Told from the files themselves, before and after. Pure.
import { json, record, strings, texts, toml, yaml } from '../../../verify/detect/manifest-text.js';

export type Notice =
  | { readonly is: 'dependencies'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'install-scripts'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'permissions'; readonly file: string };

/** A file of the change that may hold something of it; null where it is not there. */
export interface TwoSides {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Whether a file is worth being read. */
export const isTelling = (path: string): boolean => WORKFLOW.test(path) || readerOf(path) !== undefined;

/** Everything that is new, file by file. */
export function noticesOf(files: readonly TwoSides[]): readonly Notice[] {
  return files.flatMap(({ path, before, after }): readonly Notice[] => {
    if (after === null) return [];
    if (WORKFLOW.test(path)) {
      const had = before === null ? '{}' : permissionsIn(before);
      return permissionsIn(after) === had ? [] : [{ is: 'permissions', file: path }];
    }
    const read = readerOf(path);
    const names = read ? fresh(read(before ?? ''), read(after)) : [];
    const scripts = isPackage(path) ? changed(installScripts(before ?? ''), installScripts(after)) : [];
    return [
      ...(names.length > 0 ? [{ is: 'dependencies', file: path, names } as const] : []),
      ...(scripts.length > 0 ? [{ is: 'install-scripts', file: path, names: scripts } as const] : []),
    ];
  });
}

const fresh = (before: readonly string[], after: readonly string[]): readonly string[] =>
  [...new Set(after)].filter((name) => !before.includes(name));

const changed = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

const isPackage = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

/** What npm runs by itself when somebody installs. */
const AT_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

function installScripts(text: string): Readonly<Record<string, string>> {
  const all = texts(json(text).scripts);
  return Object.fromEntries(Object.entries(all).filter(([name]) => AT_INSTALL.includes(name)));
}

type Reader = (text: string) => readonly string[];

/** THE LIST of manifests, each with the names of dependencies that it holds. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, namesInPackage],
  [/(?:^|\/)pyproject\.toml$/, namesInPyproject],
  [/(?:^|\/)requirements[\w.-]*\.txt$/, (text) => text.split('\n').flatMap(requirement)],
  [/(?:^|\/)Cargo\.toml$/, namesInCargo],
  [/(?:^|\/)go\.mod$/, (text) => all(text.replace(/\/\/.*$/gm, ''), /^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+v\d/gm)],
  [/(?:^|\/)Gemfile$/, (text) => all(text, /^\s*gem\s+["']([\w.-]+)/gm)],
  [
    /(?:^|\/)composer\.json$/,
    (text) => ['require', 'require-dev'].flatMap((key) => Object.keys(record(json(text)[key]))),
  ],
  [/(?:^|\/)pom\.xml$/, (text) => all(text, /<artifactId>\s*([\w.-]+)\s*<\/artifactId>/g)],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, (text) => all(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)],
  [/\.(?:cs|fs)proj$/, (text) => all(text, /<PackageReference\s[^>]*Include="([\w.-]+)"/g)],
];

const readerOf = (path: string): Reader | undefined => READERS.find(([means]) => means.test(path))?.[1];

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

function namesInPackage(text: string): readonly string[] {
  const manifest = json(text);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(record(manifest[key])),
  );
}

/** `requests[socks]>=2 ; python_version > "3"` names `requests`. */
function requirement(line: string): readonly string[] {
  const [, name] = /^\s*([A-Za-z0-9][\w.-]*)/.exec(line) ?? [];
  return name === undefined ? [] : [name.toLowerCase()];
}

function namesInPyproject(text: string): readonly string[] {
  const { project, tool, 'dependency-groups': groups } = toml(text);
  const { dependencies, 'optional-dependencies': optional } = record(project);
  const lists = [dependencies, ...Object.values(record(optional)), ...Object.values(record(groups))];
  const poetry = record(record(tool).poetry);
  const poetryGroups = Object.values(record(poetry.group)).map((group) => record(group).dependencies);
  const tables = [poetry.dependencies, poetry['dev-dependencies'], ...poetryGroups];
  return [
    ...lists.flatMap(strings).flatMap(requirement),
    ...tables.flatMap((table) => Object.keys(record(table))).filter((name) => name !== 'python'),
  ];
}

function namesInCargo(text: string): readonly string[] {
  const manifest = toml(text);
  const tables = [manifest, record(manifest.workspace), ...Object.values(record(manifest.target)).map(record)];
  return tables.flatMap((table) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((key) => Object.keys(record(table[key]))),
  );
}

/** The permissions of a workflow and of its jobs, as one text. */
function permissionsIn(text: string): string {
  const { permissions, jobs } = yaml(text);
  const ofJobs = Object.entries(record(jobs)).flatMap(([name, job]) => {
    const own = record(job).permissions;
    return own === undefined ? [] : [[name, own]];
  });
  const found = {
    ...(permissions === undefined ? {} : { permissions }),
    ...(ofJobs.length > 0 ? { jobs: ofJobs } : {}),
  };
  return JSON.stringify(found);
}
