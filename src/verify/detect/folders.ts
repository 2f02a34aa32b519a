// Folders and paths of a tree: the folder of a file, the folders of a workspace's members, and the folders in which an ecosystem starts. Pure.
// Used by the ecosystems and the other files of this folder.
import { matchesSegments } from '../../text/glob.js';

/** The folder of a file; '.' is the root. */
export function folderOf(file: string): string {
  const at = file.lastIndexOf('/');
  return at === -1 ? '.' : file.slice(0, at);
}

/** A file in a folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** The last part of a path. */
export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** Matches folders whose manifests are not projects of the repository: dependencies, test data, examples, build output. */
export const NOT_A_PROJECT =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|fixtures?|__fixtures__|tests?|testdata|examples?|samples?|templates?|docs?|demo|bench(?:marks)?|dist|build|target|\.[^/]+)(?:\/|$)/i;

/** The folders in which an ecosystem starts: the repository's root if it has a manifest, else the topmost folders with one, at most two levels deep. */
export function rootFolders(files: readonly string[], isManifest: (name: string) => boolean): readonly string[] {
  const folders = files.filter((file) => isManifest(nameOf(file))).map(folderOf);
  if (folders.includes('.')) return ['.'];
  const near = [...new Set(folders)].filter((folder) => !NOT_A_PROJECT.test(folder) && folder.split('/').length <= 2);
  return near.filter((folder) => !near.some((above) => folder.startsWith(`${above}/`))).sort();
}

/** The folders with a manifest that match the patterns of a workspace: `packages/*`, `apps/**`, except `!packages/old`. */
export function memberFolders(
  {
    files,
    home,
    patterns,
  }: { readonly files: readonly string[]; readonly home: string; readonly patterns: readonly string[] },
  manifest: string,
): readonly string[] {
  const wanted = patterns.filter((each) => !each.startsWith('!')).map(componentsOf);
  const unwanted = patterns.filter((each) => each.startsWith('!')).map((each) => componentsOf(each.slice(1)));
  const prefix = home === '.' ? '' : `${home}/`;
  return files
    .filter((file) => nameOf(file) === manifest && file.startsWith(prefix) && !/(?:^|\/)node_modules\//.test(file))
    .map((file) => folderOf(file.slice(prefix.length)))
    .filter(
      (folder) =>
        folder !== '.' &&
        wanted.some((each) => matchesSegments(each, folder.split('/'))) &&
        !unwanted.some((each) => matchesSegments(each, folder.split('/'))),
    )
    .map((folder) => inFolder(home, folder))
    .sort();
}

/** The components of a glob for folders. `**` at its end means at least one folder. */
function componentsOf(pattern: string): readonly string[] {
  const components = pattern.replace(/^\.\//, '').replace(/\/+$/, '').split('/');
  return components.at(-1) === '**' ? [...components, '*'] : components;
}
