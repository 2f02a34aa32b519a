// What a verification says of a change, and what is still wanting where it is green. Pure.

import { findTest, type NamedTest, type Reproduction } from '../../../verify/prove/index.js';
import type { Comparison, VerificationRecord } from '../../../verify/records.js';
import type { EditorAnswer } from './answers.js';
import type { Seen } from './course.js';
import type { Verdict } from './next.js';
import * as words from './words.js';

/** Green: nothing broke that was whole, and nothing is lost from sight. What failed before may fail still. */
export const verdictOf = ({ verdict }: Pick<Comparison, 'verdict'>): Verdict =>
  verdict === 'better' || verdict === 'same' ? 'PASS' : 'FAIL';

/** What a green change lacks of what it names for its proof. */
export function unnamed(
  answer: EditorAnswer,
  { record, comparison }: Pick<Seen, 'record' | 'comparison'>,
): readonly string[] {
  // Nothing broke, and nothing is whole that was not: then something has to show that anything was done.
  const isRed = record.status !== 'PASS' && comparison.fixed.length === 0;
  if (isRed && answer.shownBy.length === 0) return [words.stillRed(comparison.before)];
  // Where no runner tells of single tests, a name leads nowhere through nobody's fault.
  if (!record.steps.some(({ tests }) => tests !== undefined)) return isRed ? [words.stillRed(comparison.before)] : [];
  // A test that failed before and passes now shows something by itself; a bug is named by its own.
  const isSilent = answer.shownBy.length === 0 && answer.notShown.trim() === '';
  if (answer.shownBy.length === 0)
    return isSilent && (answer.kind === 'bug' || comparison.fixed.length === 0) ? [words.noTestNamed] : [];
  return answer.shownBy.flatMap((named) => lackOf(named, record));
}

function lackOf(named: NamedTest, record: VerificationRecord): readonly string[] {
  const found = findTest(record, named);
  if (found.length === 0) return [words.notThere(named.test, named.file)];
  const other = found.find(({ test }) => test.status !== 'passed');
  return other ? [words.notPassed(named.test, other.test.status)] : [];
}

/** A bug is shown by one test that fails without the change, by its assertion; more than one need not. */
export function unshown({ kind }: EditorAnswer, { tests }: Reproduction): readonly string[] {
  if (kind !== 'bug' || tests.some(({ base, by }) => base === 'failed' && by === 'assertion')) return [];
  return tests.map(words.showsNothing);
}

/** Texts for people alone: where they change, there is nothing to be run. */
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp)$/i;

export const isProse = (files: readonly string[]): boolean => files.every((file) => PROSE.test(file));
