// What is said where a fix ends in another way than done or stuck. Each is a page over the same records.
import type { Can, EndOf, FixMessages } from '../../../text/lang/fix/messages.js';
import type { PlanAnswer } from './answers.js';
import { plainWords } from '../../../text/quote.js';
import { type Part, page } from './page.js';
import type { FixRecords } from './records.js';
import { changeParts, costParts, verifiedParts } from './summary.js';

/** A dry run: the diff itself, and how it is applied. */
export function dryRunText(records: FixRecords, say: FixMessages): string {
  const { diff } = records;
  if (!diff || diff.text === '')
    return page([{ lead: say.end({ is: 'no-change' }) }, ...changeParts(records, say), ...costParts(records)], say);
  return page(
    [
      { lead: say.end({ is: 'planned' }) },
      ...changeParts(records, say),
      { heading: 'next' },
      cans([{ is: 'apply', hash: diff.sha256.slice(0, 12) }], records, say),
      { heading: 'diff' },
      ...diffParts(diff.text, records),
      ...costParts(records),
    ],
    say,
  );
}

/** A comment takes 60,000 letters; what is left out is in the run's journal. */
const LONGEST_DIFF = 40_000;

/** The diff in a fence, cut where a line ends; of one that is cut it says where the whole is. */
export function diffParts(text: string, { run, repo }: Pick<FixRecords, 'run' | 'repo'>): readonly Part[] {
  const lines = text.replace(/\n$/, '').split('\n');
  let [shown, letters] = [0, 0];
  while (shown < lines.length && letters + (lines[shown]?.length ?? 0) < LONGEST_DIFF) {
    letters += (lines[shown]?.length ?? 0) + 1;
    shown += 1;
  }
  const fenced: Part = { fenced: lines.slice(0, shown).join('\n'), language: 'diff' };
  if (shown === lines.length) return [fenced];
  const cut = { is: 'diff-cut', shown, lines: lines.length, run, repo } as const;
  return [{ claims: [cut], as: 'lines' }, ...(shown > 0 ? [fenced] : [])];
}

/** The budget is used up: what was changed, and how to continue. */
export function partialText(records: FixRecords, say: FixMessages): string {
  return kept(
    { is: 'partial', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: true }],
    records,
    say,
  );
}

export function cancelledText(records: FixRecords, say: FixMessages): string {
  // Going on would come to the same plan, and to the same no.
  if (records.rejected !== undefined) return kept({ is: 'cancelled', changed: false }, [{ is: 'hint' }], records, say);
  const ways: readonly Can[] = [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }];
  const changed = isChanged(records);
  return kept({ is: 'cancelled', changed }, changed ? ways : ways.slice(0, 1), records, say);
}

/** A dry run's bytes that did not pass when they were applied. */
export function failedApplyText(records: FixRecords, say: FixMessages): string {
  return kept(
    { is: 'apply-failed', changed: true },
    [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }],
    records,
    say,
  );
}

/** Nothing could be run, which says nothing of the change. */
export function infraText(records: FixRecords, say: FixMessages): string {
  return kept(
    { is: 'unable', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: false }],
    records,
    say,
  );
}

function kept(end: EndOf, ways: readonly Can[], records: FixRecords, say: FixMessages): string {
  const work = isChanged(records) ? [...changeParts(records, say), ...verifiedParts(records)] : [];
  return page(
    [
      { lead: say.end(end) },
      ...rejectedParts(records),
      ...work,
      { heading: 'next' },
      cans(ways, records, say),
      ...costParts(records),
    ],
    say,
  );
}

const rejectedParts = ({ rejected = '' }: FixRecords): readonly Part[] => [
  { quoted: 'rejected', words: plainWords(rejected) },
];

const isChanged = ({ diff }: FixRecords): boolean => diff !== undefined && diff.text !== '';

const cans = (ways: readonly Can[], { place }: FixRecords, say: FixMessages): Part => ({
  items: ways.map((each) => say.can(each, place)),
});

/** A test that was written for it passes without a change. */
export function alreadyText(records: FixRecords, say: FixMessages): string {
  const { test = '', file = '' } = records.reproduction ?? {};
  return page([{ lead: say.end({ is: 'already', test, file }) }, ...costParts(records)], say);
}

/** A plan as a person reads it before they approve: Scout A's words, the files that it names, and the price. */
export function planText(
  { plan, low, high }: { readonly plan: PlanAnswer; readonly low: number; readonly high: number },
  say: FixMessages,
): string {
  const words = [plan.approach, '', ...plan.steps.map((step) => `- ${step}`)].join('\n');
  const paths = [...new Set(plan.slices.flatMap((slice) => slice.paths))];
  return page(
    [
      { quoted: 'plan', words: plainWords(words) },
      { lead: paths.length > 0 ? say.within(paths) : '' },
      { lead: say.price({ low, high }) },
    ],
    say,
  );
}
