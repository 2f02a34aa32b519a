// Splits and joins paths as text, for all files of the guard.

/** The components of a path, without empty ones and `.`. */
export function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}

/** The parent folder; of `/` itself `/`. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** The path of an entry in a folder. */
export function joinPath(folder: string, step: string): string {
  return folder === '/' ? `/${step}` : `${folder}/${step}`;
}

/** Whether a path is the folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
