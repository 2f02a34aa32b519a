// Digests of what a verdict rests on. As long as one is the same, nothing has changed that anybody would want to know.
import { digestOf } from '../../text/digest.js';
import type { Verdict } from './judge.js';

/** The digest of a verdict's evidence. Nothing that crew writes is in it, and no age. */
export function evidenceDigestOf({ state, rule, due, signs, missing, blockers, problems, attention }: Verdict): string {
  const said = blockers.map(({ ref, external, open, dropped }) => ({ ref, external, open, dropped }));
  return digestOf(
    JSON.stringify({ state, rule, due, signs, missing: [...missing].sort(), blockers: said, problems, attention }),
  ).slice(0, 16);
}

/** What a planned change rests on: the evidence, the heads of the linked pull requests, and whether the issue is open. */
export function preconditionOf(verdict: Verdict): string {
  const { links, pulls, issue } = verdict.case;
  const heads = links.flatMap(({ kind, ref }) => (kind === 'pull' ? (pulls.get(ref)?.head.sha ?? []) : []));
  const state = issue.closed === undefined ? 'open' : 'closed';
  return digestOf(JSON.stringify([evidenceDigestOf(verdict), [...heads].sort(), state])).slice(0, 16);
}
