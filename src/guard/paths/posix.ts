// Splits and joins paths as text, for all files of the guard.

/** The components of a path, without empty ones and `.`. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/** The parent folder; of `/` itself `/`. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** The path of an entry in a folder. */
export function joinPath(folder: string, segment: string): string {
  return folder === '/' ? `/${segment}` : `${folder}/${segment}`;
}

/** Whether a path is the folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
