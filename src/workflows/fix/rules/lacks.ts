// What a verification says of a change, and which of its targets still fail. Pure.

import type { Comparison } from '../../../verify/records.js';
import type { EditorAnswer } from './answers.js';
import type { Seen } from './course.js';
import type { Verdict } from './next.js';

/** Green: nothing broke that was whole, and nothing is lost from sight. What failed before may fail still. */
export const verdictOf = ({ verdict }: Pick<Comparison, 'verdict'>): Verdict =>
  verdict === 'better' || verdict === 'same' ? 'PASS' : 'FAIL';

/**
 * Targets that still fail: tests that failed before the change and that the task covers, because the Editor names them or the request
 * does. Other failures of the baseline hold nothing up.
 */
export function stillFailing(
  { shownBy }: Pick<EditorAnswer, 'shownBy'>,
  asked: string,
  { record, comparison }: Pick<Seen, 'record' | 'comparison'>,
): readonly string[] {
  const failing = record.steps.flatMap(({ tests = [] }) => tests.filter(({ status }) => status === 'failed'));
  const isNamed = ({ name, file }: (typeof failing)[number]): boolean =>
    shownBy.some(({ test }) => test === name || name.endsWith(test)) ||
    asked.includes(name) ||
    (file !== undefined && asked.includes(file));
  const before = new Set(comparison.before);
  return failing.filter((test) => before.has(test.id) && isNamed(test)).map(({ id }) => id);
}

/** Texts for people alone: where they change, there is nothing to be run. */
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp)$/i;

export const isProse = (files: readonly string[]): boolean => files.every((file) => PROSE.test(file));
