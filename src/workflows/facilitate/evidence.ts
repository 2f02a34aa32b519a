// What a verdict rests on, in sixteen digits: as long as they are the same, nothing has changed that anybody would
// want to be told.
import { digestOf } from '../../text/digest.js';
import type { Verdict } from './judge.js';

/** The digest of a verdict's evidence. Nothing that crew writes is in it, and no age. */
export function evidenceDigestOf({ state, rule, due, signs, missing, blockers, problems, attention }: Verdict): string {
  const said = blockers.map(({ ref, external, open, dropped }) => ({ ref, external, open, dropped }));
  return digestOf(
    JSON.stringify({ state, rule, due, signs, missing: [...missing].sort(), blockers: said, problems, attention }),
  ).slice(0, 16);
}
