// Finds files of crew's own package, such as roles, templates and pages, wherever the package is installed. Used by src/agent, src/app,
// src/cli, src/sample, services/board-reader.ts, and the workflows build and task.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of a file, given relative to the root of crew's package. Works from the bundle and from the source. */
export function ownFile(path: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'crew-for-github')
      return join(folder, path);
    if (folder === dirname(folder)) throw new Error(`crew's own ${path} is not around its code`);
  }
}
