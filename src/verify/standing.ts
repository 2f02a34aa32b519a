// What a verification comes to, for whoever has to say yes or no. The gravest first. Pure.
import type { Verified } from './artifact.js';

/**
 * `bent`: what judges the change was bent by it. `worse`: something that was whole is broken. `unable`: something could not
 * run. `unknown`: it cannot be told. `asks`: nothing broke, and a person should look at something. `fine`: nothing broke.
 */
export type Standing = 'bent' | 'worse' | 'unable' | 'unknown' | 'asks' | 'fine';

/** The one word for a verification. */
export function standingOf({ base, head, comparison, tamper }: Verified): Standing {
  if (tamper.found.some(({ weight }) => weight === 'blocks')) return 'bent';
  if (comparison.verdict === 'worse') return 'worse';
  if (base.status === 'INFRA_ERROR' || head.status === 'INFRA_ERROR') return 'unable';
  if (comparison.verdict === 'unknown') return 'unknown';
  return tamper.total > 0 ? 'asks' : 'fine';
}
