// What of a reviewer's words is shown: its own, quoted, without what only records and people say, and so that they do nothing where
// they stand. Pure.
import { inQuote } from '../../../text/quote.js';
import { redact } from '../../../text/redact.js';
import { claimsResult, ownWords } from '../../../text/result-claims.js';
import type { Finding } from './answer.js';

/** Checks as things that come out somehow. That one is missing, or what one looks at, a reviewer may say. */
const CHECKS =
  /\b(?:tests?|test ?suites?|suites?|specs|ci|pipelines?|builds?|lint(?:er|ing|s)?|type.?checks?|checks|coverage|workflow runs?)\b|テスト|検証|ビルド|パイプライン|リント|型チェック|カバレッジ/i;

/** What is decided about a change, by people alone. */
const VERDICTS =
  /\b(?:lgtm|looks (?:good|fine|great)|all good|ship it|good to (?:go|merge|ship|land)|(?:ready|safe|fine|okay?) (?:to|for) (?:merg\w+|ship\w*|land\w*|deploy\w*|review)|(?:i|we) approve|approved? (?:it|this|that|the (?:pull request|pr|change|diff))|(?:is|are|been|was) approved|(?:please|should|can|may|must|just|do not|don't|not) (?:be )?merged?|merge (?:it|this|that)|request(?:s|ed|ing)? changes)\b|承認(?:し|する|済|でき|され)|マージ(?:して|可能|でき|すべき|しま)|問題(?:あり|は?な)/i;

/** Says whether a sentence tells how checks came out, or what is to be done with the change. */
export function tellsOutcome(sentence: string): boolean {
  const plain = sentence.normalize('NFKC');
  return VERDICTS.test(plain) || (CHECKS.test(plain) && claimsResult(sentence));
}

/** The claim; '' where nothing is left of it. */
export const claimOf = ({ claim }: Pick<Finding, 'claim'>): string =>
  ownWords(claim, tellsOutcome).replace(/\s+/g, ' ').trim();

/** Claim and reasons as a quotation: it mentions, closes and starts nothing. */
export function quoteOf(finding: Pick<Finding, 'claim' | 'because'>): string {
  const words = [claimOf(finding), ownWords(finding.because, tellsOutcome)].filter((part) => part !== '').join('\n');
  return inQuote(redact(words, { secrets: [] }).text);
}
