/** The steps of a path; empty ones and `.` lead nowhere. */
export function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}

/** The folder above; above the root there is none. */
export function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** What is called so in a folder. */
export function below(folder: string, step: string): string {
  return folder === '/' ? `/${step}` : `${folder}/${step}`;
}

/** Whether a path is a folder or lies in it. */
export function lies(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
