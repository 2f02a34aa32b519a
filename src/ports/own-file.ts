import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file or folder of crew's own, by its path in the repository: found from the bundle as well as from the source. */
export function ownFile(path: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'crew-for-github')
      return join(folder, path);
    if (folder === dirname(folder)) throw new Error(`crew's own ${path} is not around its code`);
  }
}
