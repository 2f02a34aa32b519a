// The texts with which a fix ends (the Editor specification, "Summary"), except the stuck report. Each is a page of parts, and every part
// comes from the records. Pure.

import type { Place } from '../../../text/lang/agent/asks.js';
import { inFence, inQuote, plainWords } from '../../../text/quote.js';
import { countResultClaims, withoutResultClaims } from '../../../text/result-claims.js';
import type { Messages } from '../messages.en.js';
import type { FixRecords } from './records.js';
import type { PlanAnswer } from './schemas.js';
import type { Ending, Heading, Option, Quoted, Statement } from './statements.js';
import { changeStatements, costStatements, isProvenByTest, verificationStatements } from './statements.js';

/** A dry run: the diff, and how to apply it. */
export function dryRunText(records: FixRecords, say: Messages): string {
  const { diff } = records;
  if (!diff || diff.text === '')
    return page([{ lead: say.end({ is: 'no-change' }) }, ...changeParts(records, say), ...costParts(records)], say);
  return page(
    [
      { lead: say.end({ is: 'planned' }) },
      ...changeParts(records, say),
      { heading: 'next' },
      optionItems([{ is: 'apply', hash: diff.sha256.slice(0, 12) }], records, say),
      { heading: 'diff' },
      ...diffParts(diff.text, records),
      ...costParts(records),
    ],
    say,
  );
}

/** A comment holds 60,000 characters; the run's journal has the whole diff. */
const LONGEST_DIFF = 40_000;

/** The diff in a code fence. If it is cut, a sentence says where the whole is. */
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
export function partialText(records: FixRecords, say: Messages): string {
  return unpublishedText(
    { is: 'partial', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: true }],
    records,
    say,
  );
}

export function cancelledText(records: FixRecords, say: Messages): string {
  // Continuing would show the same plan again.
  if (records.rejected !== undefined)
    return unpublishedText({ is: 'cancelled', changed: false }, [{ is: 'hint' }], records, say);
  const options: readonly Option[] = [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }];
  const changed = isChanged(records);
  return unpublishedText({ is: 'cancelled', changed }, changed ? options : options.slice(0, 1), records, say);
}

/** `apply HASH`: the diff of the dry run did not pass. */
export function failedApplyText(records: FixRecords, say: Messages): string {
  return unpublishedText(
    { is: 'apply-failed', changed: true },
    [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }],
    records,
    say,
  );
}

/** The checks could not run. */
export function infraText(records: FixRecords, say: Messages): string {
  return unpublishedText(
    { is: 'unable', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: false }],
    records,
    say,
  );
}

function unpublishedText(end: Ending, options: readonly Option[], records: FixRecords, say: Messages): string {
  const work = isChanged(records) ? [...changeParts(records, say), ...verificationParts(records)] : [];
  return page(
    [
      { lead: say.end(end) },
      ...rejectedParts(records),
      ...work,
      { heading: 'next' },
      optionItems(options, records, say),
      ...costParts(records),
      ...uncommittedParts(records, say),
    ],
    say,
  );
}

/** At a terminal the change is in the working tree only. This is the last line, so that it is seen. */
const uncommittedParts = (records: FixRecords, say: Messages): readonly Part[] =>
  records.place === 'terminal' && isChanged(records) ? [{ lead: say.uncommitted }] : [];

const rejectedParts = ({ rejected = '' }: FixRecords): readonly Part[] => [
  { quoted: 'rejected', words: plainWords(rejected) },
];

const isChanged = ({ diff }: FixRecords): boolean => diff !== undefined && diff.text !== '';

const optionItems = (options: readonly Option[], { place }: FixRecords, say: Messages): Part => ({
  items: options.map((each) => say.option(each, place)),
});

/** A new test for the request passes without any change. */
export function alreadyText(records: FixRecords, say: Messages): string {
  const { test = '', file = '' } = records.reproduction ?? {};
  return page([{ lead: say.end({ is: 'already', test, file }) }, ...costParts(records)], say);
}

/** A plan for approval: Scout A's words, the files it names, and the estimated cost. */
export function planText(
  { plan, low, high }: { readonly plan: PlanAnswer; readonly low: number; readonly high: number },
  say: Messages,
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

/** The reason of Scout A why there is no plan, and what helps. */
export function noPlanText(why: string, { place, say }: { readonly place: Place; readonly say: Messages }): string {
  return page(
    [
      { lead: say.end({ is: 'no-plan' }) },
      { quoted: 'no-plan', words: plainWords(why) },
      { items: [say.option({ is: 'plan-hint' }, place)] },
    ],
    say,
  );
}

/** The summary of a change that is done. */
export function summary(records: FixRecords, say: Messages): string {
  return page(
    [
      { lead: say.end({ is: 'done', shown: isProvenByTest(records) }) },
      ...changeParts(records, say),
      ...verificationParts(records),
      { quoted: 'excluded', words: excludedOf(records) },
      ...showParts(records, say),
      ...costParts(records),
      ...uncommittedParts(records, say),
    ],
    say,
  );
}

/** What changed and why: the record first, then the Editor's words. */
function changeParts(records: FixRecords, say: Messages): readonly Part[] {
  const [whole, ...files] = changeStatements(records.diff);
  const { what = '', why = '' } = records.words ?? {};
  const removedCount = countResultClaims(what) + countResultClaims(why);
  return [
    { heading: 'what' },
    { claims: whole ? [whole] : [], as: 'lines' },
    { claims: files, as: 'items' },
    { quoted: 'what', words: withoutResultClaims(what) },
    { heading: 'why' },
    { quoted: 'asked', words: requestQuote(records) },
    { quoted: 'why', words: withoutResultClaims(why) },
    {
      lead:
        removedCount > 0 ? say.removedSentences(removedCount) : withoutResultClaims(why) === '' ? say.nothingSaid : '',
    },
  ];
}

/** Failing tests that the task does not cover, in the Editor's words. */
export const excludedOf = ({ excluded = [] }: FixRecords): string =>
  excluded.map(({ test, why }) => `- ${plainWords(`${test}: ${why}`).replace(/\s*\n(?:- )?/g, ' ')}`).join('\n');

/** In a terminal, the command that shows the run. In a thread the run is linked. */
const showParts = ({ run, place }: FixRecords, say: Messages): readonly Part[] =>
  place === 'terminal' ? [{ heading: 'next' }, { items: [say.option({ is: 'show', run }, place)] }] : [];

/** The verdict as a sentence, its reasons as a list. */
function verificationParts(records: FixRecords): readonly Part[] {
  const [verdict, ...rest] = verificationStatements(records);
  return [{ heading: 'verified' }, { claims: verdict ? [verdict] : [], as: 'lines' }, { claims: rest, as: 'items' }];
}

const costParts = (records: FixRecords): readonly Part[] => [
  { heading: 'cost' },
  { claims: costStatements(records), as: 'lines' },
];

const LONGEST_ASKED = 500;

/** The beginning of the request, in the person's words. */
export function requestQuote({ asked }: FixRecords): string {
  const words = plainWords(asked);
  return words.length > LONGEST_ASKED ? `${words.slice(0, LONGEST_ASKED).trimEnd()}…` : words;
}

export type Part =
  | { readonly lead: string }
  | { readonly heading: Heading }
  | { readonly claims: readonly Statement[]; readonly as: 'lines' | 'items' }
  | { readonly quoted: Quoted; readonly words: string }
  | { readonly items: readonly string[] }
  | { readonly fenced: string; readonly language: string };

/** A Markdown page. Empty parts and headings without content are left out. */
export function page(parts: readonly Part[], say: Messages): string {
  const blocks = parts.map((part) => ({ part, text: textOf(part, say) })).filter(({ text }) => text !== '');
  return blocks
    .filter(({ part }, n) => !('heading' in part) || (blocks[n + 1] && !('heading' in (blocks[n + 1]?.part ?? {}))))
    .map(({ text }) => text)
    .join('\n\n');
}

function textOf(part: Part, say: Messages): string {
  if ('lead' in part) return part.lead;
  if ('heading' in part) return `### ${say.heading[part.heading]}`;
  if ('claims' in part) {
    const lines = part.claims.map(say.statement);
    return part.as === 'items' ? lines.map(item).join('\n') : lines.join('\n\n');
  }
  if ('quoted' in part) return part.words === '' ? '' : `${say.quoted[part.quoted]}\n\n${inQuote(part.words)}`;
  if ('items' in part) return part.items.map(item).join('\n');
  return inFence(part.fenced, part.language);
}

const item = (line: string): string => `- ${line}`;
