// What a verification says of a change, and which of its targets still fail. Pure.

import type { Comparison, TestRecord } from '../../../verify/records.js';
import type { EditorAnswer } from './answers.js';
import type { Seen } from './course.js';
import type { Verdict } from './next.js';

/** Green: nothing broke that was whole, and nothing is lost from sight. What failed before may fail still. */
export const verdictOf = ({ verdict }: Pick<Comparison, 'verdict'>): Verdict =>
  verdict === 'better' || verdict === 'same' ? 'PASS' : 'FAIL';

type Named = Pick<EditorAnswer, 'shownBy' | 'notTargets'>;

/** Tests that failed before the change and fail with it. */
const failingStill = ({ record, comparison }: Pick<Seen, 'record' | 'comparison'>): readonly TestRecord[] => {
  const before = new Set(comparison.before);
  return record.steps.flatMap(({ tests = [] }) =>
    tests.filter(({ status, id }) => status === 'failed' && before.has(id)),
  );
};

const isCalled = (name: string, { name: test }: Pick<TestRecord, 'name'>): boolean =>
  test === name || test.endsWith(name);

const isExcluded = (test: TestRecord, { notTargets }: Named): boolean =>
  notTargets.some((each) => each.test === test.id || isCalled(each.test, test));

/** Test files of failures of which only the import map can tell whether they are targets. */
export function filesInQuestion(answer: Named, seen: Pick<Seen, 'record' | 'comparison'>): readonly string[] {
  const files = failingStill(seen).flatMap((test) => (isExcluded(test, answer) ? [] : (test.file ?? [])));
  return [...new Set(files)];
}

/**
 * Targets that still fail: tests that failed before the change and that the task covers, because the Editor names them, or because the
 * request does or their file loads a changed file (`loaders`) and the Editor does not exclude them. Other failures hold nothing up.
 */
export function stillFailing(
  answer: Named,
  seen: Pick<Seen, 'record' | 'comparison'>,
  { asked, loaders }: { readonly asked: string; readonly loaders: readonly string[] },
): readonly string[] {
  const isTarget = (test: TestRecord): boolean => {
    const { name, file } = test;
    if (answer.shownBy.some((each) => isCalled(each.test, test))) return true;
    if (isExcluded(test, answer)) return false;
    return asked.includes(name) || (file !== undefined && (asked.includes(file) || loaders.includes(file)));
  };
  return failingStill(seen)
    .filter(isTarget)
    .map(({ id }) => id);
}

/** What the Editor excluded from the targets, as far as it fails before and after the change. */
export const excludedIn = (
  answer: Named,
  seen: Pick<Seen, 'record' | 'comparison'>,
): readonly { readonly test: string; readonly why: string }[] =>
  answer.notTargets.filter((each) =>
    failingStill(seen).some((test) => each.test === test.id || isCalled(each.test, test)),
  );

/** Texts for people alone: where they change, there is nothing to be run. */
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp)$/i;

export const isProse = (files: readonly string[]): boolean => files.every((file) => PROSE.test(file));
