import { parseDocument } from 'yaml';
import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import { ruleBook } from './rules/pattern.js';
import type { Rules } from './surroundings.js';

const patterns = z.array(z.string().min(1).max(500)).default([]);
const shape = z.strictObject({ allow: patterns, ask: patterns, deny: patterns }).prefault({});

/** Reads `guard.yml` in crew's home: rules for this machine only, in the same three lists as `guard` in the configuration. */
export function readLocalRules(text: string): Rules {
  const document = parseDocument(text);
  const read = shape.safeParse(document.errors.length > 0 ? null : (document.toJS() ?? {}));
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw new UserError({
      expected: 'three lists of patterns, `allow`, `ask` and `deny`, in guard.yml',
      found: document.errors[0]?.message.split('\n')[0] ?? `something else${where}`,
      remedy: 'docs/guard.md shows one.',
    });
  }
  // Throws now on a pattern that cannot be parsed, not at the first call that needs it.
  ruleBook({ rules: { local: read.data } });
  return read.data;
}
