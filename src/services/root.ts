import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../ports/errors.js';

/** The root of the repository around a folder; the folder itself where there is none. */
export function rootOf(named: string): string {
  const folder = path.resolve(named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UserError({ expected: 'a folder after --root', found: `"${named}"`, remedy: 'Name one that is there.' });
  }
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return folder;
  }
}
