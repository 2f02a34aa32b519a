// The review that crew posts: one line comment for each finding. It neither approves nor blocks. Pure. Used by ../publish.ts.

import type { RemarksChange } from '../../../ports/change.js';
import { digestOf } from '../../../text/digest.js';
import { blockquote } from '../../../text/quote.js';
import { redact } from '../../../text/redact.js';
import { withoutResultClaims } from '../../../text/result-claims.js';
import type { Messages } from '../messages.en.js';
import { claimOf, type Finding, statesOutcome } from './findings.js';
import type { ReviewTarget } from './task.js';

/** The data of a review. */
export interface ReviewToPost {
  readonly target: ReviewTarget;
  readonly findings: readonly Finding[];
  /** The requester, if that is a person. */
  readonly login: string | undefined;
  /** What the reviewer could not review, as a quotation. */
  readonly unread?: string;
  /** The title of the check. */
  readonly verified: string;
  readonly details: string;
  /** The pull request has a newer head, so line comments are not possible. */
  readonly hasNewerHead: boolean;
}

/** The review. Its slot depends on commit and findings, so the same review is posted once. */
export function reviewChange(
  { target, findings, hasNewerHead, ...facts }: ReviewToPost,
  messages: Messages,
): RemarksChange {
  const { pull, commit } = target;
  const lead = messages.review({ ...facts, commit, count: findings.length, hasNewerHead });
  return {
    kind: 'remarks',
    pull,
    slot: `review:${digestOf(JSON.stringify([commit, findings, hasNewerHead])).slice(0, 12)}`,
    head: commit,
    body: hasNewerHead ? withFindings(lead, findings, messages) : lead,
    remarks: hasNewerHead
      ? []
      : findings.map((each) => ({ path: each.path, line: each.line, body: findingText(each, messages) })),
  };
}

/** A text with every finding below it, where line comments are not possible. */
export const withFindings = (lead: string, findings: readonly Finding[], messages: Messages): string =>
  [lead, ...findings.map((each) => `${messages.place(each)}\n\n${findingText(each, messages)}`)].join('\n\n');

/** One finding: its kind, the reviewer's words as a quotation, and the cited lines below a heading. */
function findingText(finding: Finding, messages: Messages): string {
  const { severity, cites } = finding;
  const citations = cites.map((each) => `- ${messages.cite(each)}`).join('\n');
  return [messages.severity[severity], quoteOf(finding), `**${messages.evidence}**`, citations].join('\n\n');
}

/** Claim and reasons as a quotation. It is redacted, so it contains no mention, closing keyword or command. */
export function quoteOf(finding: Pick<Finding, 'claim' | 'because'>): string {
  const because = withoutResultClaims(finding.because, statesOutcome);
  return quoted([claimOf(finding), because].filter((part) => part !== '').join('\n'));
}

/** The reviewer's words as a quotation, without statements about results; '' without words. */
export function quotedWords(words: string): string {
  const plain = withoutResultClaims(words, statesOutcome).trim();
  return plain === '' ? '' : quoted(plain);
}

const quoted = (words: string): string => blockquote(redact(words, { secrets: [] }).text);
