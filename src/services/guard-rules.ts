import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../adapters/workspace/paths.js';
import { readLocalRules } from '../guard/local-rules.js';
import { UserError } from '../ports/errors.js';

/** The rules of this machine. A file that is there and cannot be read is not the same as none: a `deny` in it might be the one that counts. */
export function localRules(home: string) {
  return readLocalRules(textOf(path.join(home, 'guard.yml')) ?? '');
}

/** A file's text, null where there is none; anything else that keeps it from being read is the person's to know. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UserError({
      expected: `to read ${file}`,
      found: code || String(error),
      remedy: 'Let crew read it, or take it away: rules that are not read forbid nothing.',
      ends: 'refused',
    });
  }
}
