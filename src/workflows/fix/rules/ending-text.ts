// The texts with which a fix ends (specs/editor.md, "Summary"). The stuck report is in stuck-report.ts. Each text is a Markdown page of
// parts, and every part comes from the records. Pure. Used by outcome.ts, stuck-report.ts and ../publish.ts.

import type { ReadingPlace } from '../../../text/lang/agent/asks.js';
import { blockquote, codeBlock, plainWords } from '../../../text/quote.js';
import { countResultClaims, withoutResultClaims } from '../../../text/result-claims.js';
import type { Messages } from '../messages.en.js';
import type { FixRecords } from './records.js';
import type { PlanAnswer } from './schemas.js';
import type { Ending, Heading, Option, Quoted, Statement } from './statements.js';
import { changeStatements, costStatements, isProvenByTest, verificationStatements } from './statements.js';

/** The text of a dry run: the diff and how to apply it. */
export function dryRunText(records: FixRecords, messages: Messages): string {
  const { diff } = records;
  if (!diff || diff.text === '')
    return page(
      [{ lead: messages.end({ is: 'no-change' }) }, ...changeParts(records, messages), ...costParts(records)],
      messages,
    );
  return page(
    [
      { lead: messages.end({ is: 'planned' }) },
      ...changeParts(records, messages),
      { heading: 'next' },
      optionItems([{ is: 'apply', hash: diff.sha256.slice(0, 12) }], records, messages),
      { heading: 'diff' },
      ...diffParts(diff.text, records),
      ...costParts(records),
    ],
    messages,
  );
}

/** A comment holds 60,000 characters; the run's journal has the whole diff. */
const MAX_DIFF_LENGTH = 40_000;

/** The diff in a code fence. If it is cut, a sentence names the place of the whole diff. */
export function diffParts(text: string, { run, repo }: Pick<FixRecords, 'run' | 'repo'>): readonly Part[] {
  const lines = text.replace(/\n$/, '').split('\n');
  let [shown, characters] = [0, 0];
  while (shown < lines.length && characters + (lines[shown]?.length ?? 0) < MAX_DIFF_LENGTH) {
    characters += (lines[shown]?.length ?? 0) + 1;
    shown += 1;
  }
  const fenced: Part = { fenced: lines.slice(0, shown).join('\n'), language: 'diff' };
  if (shown === lines.length) return [fenced];
  const cut = { is: 'diff-cut', shown, lines: lines.length, run, repo } as const;
  return [{ claims: [cut], as: 'lines' }, ...(shown > 0 ? [fenced] : [])];
}

/** The text of a run that used up its budget: the change so far, and how to continue. */
export function partialText(records: FixRecords, messages: Messages): string {
  return unpublishedText(
    { is: 'partial', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: true }],
    records,
    messages,
  );
}

/** The text of a cancelled run, or of a rejected plan. */
export function cancelledText(records: FixRecords, messages: Messages): string {
  // Continuing would show the same plan again.
  if (records.planRejection !== undefined)
    return unpublishedText({ is: 'cancelled', changed: false }, [{ is: 'hint' }], records, messages);
  const options: readonly Option[] = [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }];
  const changed = isChanged(records);
  return unpublishedText({ is: 'cancelled', changed }, changed ? options : options.slice(0, 1), records, messages);
}

/** The text of `apply HASH` if the diff was rejected. */
export function failedApplyText(records: FixRecords, messages: Messages): string {
  return unpublishedText(
    { is: 'apply-failed', changed: true },
    [{ is: 'continue', run: records.run, money: false }, { is: 'discard' }],
    records,
    messages,
  );
}

/** The text of a run whose checks could not run, or with a change whose Editor failed. */
export function infraText(records: FixRecords, messages: Messages, failed: 'checks' | 'editor' = 'checks'): string {
  return unpublishedText(
    failed === 'editor' ? { is: 'editor-failed' } : { is: 'unable', changed: isChanged(records) },
    [{ is: 'continue', run: records.run, money: false }],
    records,
    messages,
  );
}

function unpublishedText(end: Ending, options: readonly Option[], records: FixRecords, messages: Messages): string {
  const work = isChanged(records) ? [...changeParts(records, messages), ...verificationParts(records)] : [];
  return page(
    [
      { lead: messages.end(end) },
      ...planRejectionParts(records),
      ...work,
      { heading: 'next' },
      optionItems(options, records, messages),
      ...costParts(records),
      ...uncommittedParts(records, messages),
    ],
    messages,
  );
}

/** At a terminal the change is in the working tree only. This is the last line, so that it is seen. */
const uncommittedParts = (records: FixRecords, messages: Messages): readonly Part[] =>
  records.place === 'terminal' && isChanged(records) ? [{ lead: messages.uncommitted }] : [];

const planRejectionParts = ({ planRejection = '' }: FixRecords): readonly Part[] => [
  { quoted: 'rejected', words: plainWords(planRejection) },
];

const isChanged = ({ diff }: FixRecords): boolean => diff !== undefined && diff.text !== '';

const optionItems = (options: readonly Option[], { place }: FixRecords, messages: Messages): Part => ({
  items: options.map((each) => messages.option(each, place)),
});

/** The text of a run that changed nothing, because a new test for the request passes on the base; with the Editor's explanation. */
export function alreadyText(records: FixRecords, messages: Messages): string {
  const { test = '', file = '' } = records.reproduction ?? {};
  const { why = '' } = records.words ?? {};
  return page(
    [
      { lead: messages.end({ is: 'already', test, file, isInTree: records.place !== 'thread' }) },
      { quoted: 'why', words: withoutResultClaims(why) },
      ...costParts(records),
    ],
    messages,
  );
}

/** A plan for approval: Scout A's words, the files it names, and the estimated cost. */
export function planQuestionText(
  { plan, low, high }: { readonly plan: PlanAnswer; readonly low: number; readonly high: number },
  messages: Messages,
): string {
  const words = [plan.approach, '', ...plan.steps.map((step) => `- ${step}`)].join('\n');
  const paths = [...new Set(plan.slices.flatMap((slice) => slice.paths))];
  return page(
    [
      { quoted: 'plan', words: plainWords(words) },
      { lead: paths.length > 0 ? messages.within(paths) : '' },
      { lead: messages.price({ low, high }) },
    ],
    messages,
  );
}

/** Scout A's reason why there is no plan, and what the person can do. */
export function noPlanText(why: string, place: ReadingPlace, messages: Messages): string {
  return page(
    [
      { lead: messages.end({ is: 'no-plan' }) },
      { quoted: 'no-plan', words: plainWords(why) },
      { items: [messages.option({ is: 'resolve', command: 'plan' }, place)] },
    ],
    messages,
  );
}

/** The summary of a change that is done. */
export function summary(records: FixRecords, messages: Messages): string {
  return page(
    [
      { lead: messages.end({ is: 'done', isProven: isProvenByTest(records) }) },
      ...changeParts(records, messages),
      ...verificationParts(records),
      { quoted: 'excluded', words: excludedTestsText(records) },
      ...showCommandParts(records, messages),
      ...costParts(records),
      ...uncommittedParts(records, messages),
    ],
    messages,
  );
}

/** Describes the change: numbers from the diff first, then the Editor's words about it and its reason. */
function changeParts(records: FixRecords, messages: Messages): readonly Part[] {
  const [whole, ...files] = changeStatements(records.diff);
  const { what = '', why = '' } = records.words ?? {};
  const removedCount = countResultClaims(what) + countResultClaims(why);
  const noReason = withoutResultClaims(why) === '' ? messages.nothingSaid : '';
  return [
    { heading: 'what' },
    { claims: whole ? [whole] : [], as: 'lines' },
    { claims: files, as: 'items' },
    { quoted: 'what', words: withoutResultClaims(what) },
    { heading: 'why' },
    { quoted: 'asked', words: requestQuote(records) },
    { quoted: 'why', words: withoutResultClaims(why) },
    { lead: removedCount > 0 ? messages.removedSentences(removedCount) : noReason },
  ];
}

/** The failing tests that the Editor excluded from the task, one line each with its reason. */
export const excludedTestsText = ({ excluded = [] }: FixRecords): string =>
  excluded.map(({ test, why }) => `- ${plainWords(`${test}: ${why}`).replace(/\s*\n(?:- )?/g, ' ')}`).join('\n');

/** At a terminal, the command that shows the run. In a thread the run is linked, so nothing is added. */
const showCommandParts = ({ run, place }: FixRecords, messages: Messages): readonly Part[] =>
  place === 'terminal' ? [{ heading: 'next' }, { items: [messages.option({ is: 'show', run }, place)] }] : [];

/** The verdict as a sentence, its reasons as a list. */
function verificationParts(records: FixRecords): readonly Part[] {
  const [verdict, ...rest] = verificationStatements(records);
  return [{ heading: 'verified' }, { claims: verdict ? [verdict] : [], as: 'lines' }, { claims: rest, as: 'items' }];
}

const costParts = (records: FixRecords): readonly Part[] => [
  { heading: 'cost' },
  { claims: costStatements(records), as: 'lines' },
];

const MAX_QUOTED_REQUEST = 500;

/** The beginning of the request, in the person's words. */
export function requestQuote({ asked }: FixRecords): string {
  const words = plainWords(asked);
  return words.length > MAX_QUOTED_REQUEST ? `${words.slice(0, MAX_QUOTED_REQUEST).trimEnd()}…` : words;
}

/** A part of a page: a paragraph (`lead`), a heading, statements (`claims`), quoted words, a list (`items`) or a code block. */
export type Part =
  | { readonly lead: string }
  | { readonly heading: Heading }
  | { readonly claims: readonly Statement[]; readonly as: 'lines' | 'items' }
  | { readonly quoted: Quoted; readonly words: string }
  | { readonly items: readonly string[] }
  | { readonly fenced: string; readonly language: string };

/** A Markdown page. Empty parts and headings without content are left out. */
export function page(parts: readonly Part[], messages: Messages): string {
  const blocks = parts
    .map((part) => ({ isHeading: 'heading' in part, text: textOf(part, messages) }))
    .filter(({ text }) => text !== '');
  const hasContent = (n: number): boolean => blocks[n + 1]?.isHeading === false;
  return blocks
    .filter(({ isHeading }, n) => !isHeading || hasContent(n))
    .map(({ text }) => text)
    .join('\n\n');
}

function textOf(part: Part, messages: Messages): string {
  if ('lead' in part) return part.lead;
  if ('heading' in part) return `### ${messages.heading[part.heading]}`;
  if ('claims' in part) {
    const lines = part.claims.map(messages.statement);
    return part.as === 'items' ? lines.map(item).join('\n') : lines.join('\n\n');
  }
  if ('quoted' in part) return part.words === '' ? '' : `${messages.quoted[part.quoted]}\n\n${blockquote(part.words)}`;
  if ('items' in part) return part.items.map(item).join('\n');
  return codeBlock(part.fenced, part.language);
}

const item = (line: string): string => `- ${line}`;
