// Paths of a tree: which folder a file is in, which folders a workspace's patterns mean, where an ecosystem begins.

/** The folder of a file; '.' is the root. */
export function folderOf(file: string): string {
  const at = file.lastIndexOf('/');
  return at === -1 ? '.' : file.slice(0, at);
}

/** A file in a folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** Folders of a repository that hold others' projects, or projects that are data of its tests. */
export const ASIDE =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|fixtures?|__fixtures__|tests?|testdata|examples?|samples?|templates?|docs?|demo|bench(?:marks)?|dist|build|target|\.[^/]+)(?:\/|$)/i;

/** Where an ecosystem is at home: at the root if its manifest is there, else in the topmost folders that have one. */
export function homes(files: readonly string[], isManifest: (name: string) => boolean): readonly string[] {
  const folders = files.filter((file) => isManifest(nameOf(file))).map(folderOf);
  if (folders.includes('.')) return ['.'];
  const near = [...new Set(folders)].filter((folder) => !ASIDE.test(folder) && folder.split('/').length <= 2);
  return near.filter((folder) => !near.some((above) => folder.startsWith(`${above}/`))).sort();
}

/** Folders with a manifest that the patterns of a workspace mean: `packages/*`, `apps/**`, and without `!packages/old`. */
export function members(
  {
    files,
    home,
    patterns,
  }: { readonly files: readonly string[]; readonly home: string; readonly patterns: readonly string[] },
  manifest: string,
): readonly string[] {
  const wanted = patterns.filter((each) => !each.startsWith('!')).map(patternOf);
  const unwanted = patterns.filter((each) => each.startsWith('!')).map((each) => patternOf(each.slice(1)));
  const prefix = home === '.' ? '' : `${home}/`;
  return files
    .filter((file) => nameOf(file) === manifest && file.startsWith(prefix) && !/(?:^|\/)node_modules\//.test(file))
    .map((file) => folderOf(file.slice(prefix.length)))
    .filter(
      (folder) =>
        folder !== '.' &&
        wanted.some((each) => each.test(`${folder}/`)) &&
        !unwanted.some((each) => each.test(`${folder}/`)),
    )
    .map((folder) => inFolder(home, folder))
    .sort();
}

/** A glob of folders as an expression. Stars stand for whole parts or within one, so it cannot crawl. */
function patternOf(pattern: string): RegExp {
  const parts = pattern.replace(/^\.\//, '').replace(/\/+$/, '').split('/', 20);
  const told = parts.filter((part, n) => part !== '**' || parts[n - 1] !== '**');
  const source = told.map((part, n) => {
    if (part === '**') return n === told.length - 1 ? '(?:[^/]+/)+' : '(?:[^/]+/)*';
    return `${escaped(part.slice(0, 100)).replace(/(?:\\\*)+/g, '[^/]*')}/`;
  });
  return new RegExp(`^${source.join('')}$`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
