// The page of the check `crew/verify` after a verification: verdict, weakened tests, comparison, steps, failures and why these steps ran. Used
// by index.ts. Pure.

import { cleanOutput } from '../../text/clean-output.js';
import type { CheckWords, Counted } from '../../text/lang/check/index.js';
import type { Language } from '../../text/lang/index.js';
import { COMPARISON_KINDS, verifyWords } from '../../text/lang/verify/index.js';
import { inertCodeBlock } from '../../text/quote.js';
import { installationLines } from '../../text/tool-lines.js';
import { type DocumentStep, digestOfBytes, type Verified, type VerifyDocument } from '../../verify/artifact.js';
import { checkResultOf } from '../../verify/check-result.js';
import { say } from '../../verify/compare/index.js';
import { whyOf } from '../../verify/tamper/finding.js';
import { folded, inert, inertCode, markdownTable } from '../markdown.js';

interface Wording {
  readonly words: CheckWords;
  readonly lang: Language;
}

const MAX_ITEMS = 20;
const MAX_MESSAGE_LINES = 12;

/** The numbers in the title of the check. */
export function countsOf({ head, comparison, tamper }: Verified): Counted {
  const { lists } = comparison;
  const counts = {
    broken: lists.broken.total,
    refused: lists.refused.total,
    fixed: lists.fixed.total,
    removed: lists.removed.total,
    silenced: lists.silenced.total,
    unknown: lists.unknown.total,
    flaky: lists.flaky.total,
    before: lists.before.total,
    added: lists.added.total,
  };
  const passedByStep = head.steps.flatMap(({ count }) =>
    count && count.passed + count.failed > 0 ? [count.passed] : [],
  );
  const passed = passedByStep.length === 0 ? null : passedByStep.reduce((sum, each) => sum + each, 0);
  const weakened = tamper.found.filter(({ weight }) => weight === 'blocks').length;
  return { counts, passed, weakened, asks: tamper.total - weakened };
}

/** The sections of the page, the most important first. Empty ones are ''. */
export function verifiedSections(document: VerifyDocument, found: Verified, speech: Wording): readonly string[] {
  const { words } = speech;
  const result = checkResultOf(found);
  const commit = (sha: string) => `\`${sha.slice(0, 7)}\``;
  const seconds = ((found.base.ms + found.head.ms) / 1000).toFixed(1);
  // `change`: the head is not committed on GitHub yet, so its commit id would lead nowhere.
  const head = document.change ? words.uncommitted : commit(document.head);
  const between = { base: commit(document.base), head, seconds, sandbox: inert(found.walls, 80) };
  return [
    `**${result === 'worse' ? words.first.worse(countsOf(found).counts) : words.first[result]}**`,
    words.between(between),
    result === 'fine' ? '' : `${words.heading.next}: ${words.next[result]}`,
    missingTool(found, words),
    weakenings(found, speech),
    comparisonLists(found, words),
    stepTable(found, speech),
    failures(found, words),
    notes(found, speech),
    ...failedOutputs(found, words),
    stepReasons(found, speech),
  ];
}

/** The lines that install the first missing tool; '' if no tool is missing. */
function missingTool({ base, head }: Verified, words: CheckWords): string {
  const reasons = [...base.steps, ...head.steps].flatMap(({ reason }) => (reason?.is === 'no-tool' ? [reason] : []));
  const [first] = reasons;
  if (first === undefined) return '';
  return [words.missingTool(inert(first.name, 40)), '```yaml', ...installationLines(first.name), '```'].join('\n');
}

/** Reasons that are shown even for steps that passed. */
const REASONS_OF_PASSED_STEPS: readonly string[] = ['hook-refused', 'downloads-skipped'];

const section = (heading: string, body: string): string => (body === '' ? '' : `### ${heading}\n\n${body}`);

function bulleted(items: readonly string[], more: string): string {
  return [...items.map((item) => `- ${item}`), ...(more === '' ? [] : [`- ${more}`])].join('\n');
}

const moreOf = (left: number, words: CheckWords): string => (left > 0 ? words.more(left) : '');

function weakenings({ tamper }: Verified, { words, lang }: Wording): string {
  const { heading, weight: weighs } = verifyWords(lang).tamper;
  const shown = tamper.found.slice(0, MAX_ITEMS);
  const rows = shown.map(
    (found) =>
      `${inertCode(`${found.file}:${found.line}`)} **${found.kind}** (${weighs[found.weight]}): ${inert(whyOf(found, lang), 300)}`,
  );
  return section(heading, bulleted(rows, moreOf(tamper.total - shown.length, words)));
}

/** The tests whose result differs from the base, in lists from the most to the least severe. The least severe are folded. */
function comparisonLists({ comparison }: Verified, words: CheckWords): string {
  const lists = COMPARISON_KINDS.flatMap((kind) => {
    const { total, names } = comparison.lists[kind];
    if (total === 0) return [];
    const shown = names.slice(0, MAX_ITEMS);
    const body = bulleted(
      shown.map((each) => inert(each, 200)),
      moreOf(total - shown.length, words),
    );
    const title = words.list[kind](total);
    return [kind === 'added' || kind === 'before' ? folded(title, body) : `**${title}**\n\n${body}`];
  });
  return section(words.heading.changed, lists.join('\n\n'));
}

const MARKS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;

function stepTable({ base, head }: Verified, { words, lang }: Wording): string {
  const before = new Map(base.steps.map((step) => [`${step.cwd}\0${step.name}`, step]));
  const { count: counted, took } = verifyWords(lang);
  const cell = (step: DocumentStep | undefined) =>
    step === undefined ? '–' : step.count ? counted(step.count) : words.status[step.status];
  const rows = head.steps.map((step) => [
    MARKS[step.status],
    inert(step.name, 60),
    inertCode(step.command),
    cell(before.get(`${step.cwd}\0${step.name}`)),
    cell(step),
    took((step.ms / 1000).toFixed(1)),
  ]);
  const { column } = words;
  const titles = ['', column.step, column.command, column.base, column.head, column.took];
  return rows.length === 0 ? '' : section(words.heading.steps, markdownTable(titles, rows));
}

function failures({ head }: Verified, words: CheckWords): string {
  const all = head.steps.flatMap(({ failures }) => failures);
  const total = head.steps.reduce((sum, { count }) => sum + (count?.failed ?? 0), 0);
  const shown = all.slice(0, MAX_ITEMS).map(({ id, at, message }) => {
    const where = at ? ` · ${inertCode(`${at.file}:${at.line}`)}` : '';
    return [`**${inert(id, 200)}**${where}`, ...(message ? [inertCodeBlock(firstLines(message))] : [])].join('\n\n');
  });
  const left = moreOf(total - shown.length, words);
  return section(words.heading.failed, [...shown, ...(left ? [left] : [])].join('\n\n'));
}

/** The first lines of a message: expected and actual values come before the stack trace. */
function firstLines(message: string): string {
  const lines = cleanOutput(message).trim().split('\n');
  return lines.length > MAX_MESSAGE_LINES ? [...lines.slice(0, MAX_MESSAGE_LINES), '…'].join('\n') : lines.join('\n');
}

function notes({ comparison, head }: Verified, { words, lang }: Wording): string {
  const escaped = (text: string) => inert(text, 200);
  const reasons = comparison.notes.map((note) => {
    switch (note.kind) {
      case 'not-run':
        return say({ ...note, step: insideBackticks(note.step), why: escaped(note.why) }, lang);
      case 'cut-short':
        return say({ ...note, step: insideBackticks(note.step) }, lang);
      case 'renamed':
        return say(
          { kind: 'renamed', pairs: note.pairs.map(([from, to]) => [escaped(from), escaped(to)] as const) },
          lang,
        );
      default:
        return say(note, lang);
    }
  });
  const { endReason } = verifyWords(lang);
  const own = head.steps.flatMap((step) =>
    step.reason && (step.status !== 'PASS' || REASONS_OF_PASSED_STEPS.includes(step.reason.is))
      ? [`${inert(step.name, 60)}: ${escaped(endReason(step.reason))}`]
      : [],
  );
  return section(words.heading.notes, bulleted([...reasons, ...own], ''));
}

/** A text to put between backticks that are already there. */
const insideBackticks = (name: string): string =>
  cleanOutput(name)
    .replace(/[`\s]+/g, ' ')
    .slice(0, 60);

/** The last output of steps that failed without a failed test. */
function failedOutputs({ head }: Verified, words: CheckWords): readonly string[] {
  return head.steps.flatMap(({ name, status, failures, tail }) =>
    status === 'PASS' || failures.length > 0 || !tail
      ? []
      : [section(words.lines(inert(name, 60)), inertCodeBlock(cleanOutput(tail).trim()))],
  );
}

/** The digest of a step that printed nothing. */
const EMPTY_LOG = digestOfBytes(new Uint8Array());

function stepReasons({ head, again }: Verified, { words, lang }: Wording): string {
  const logged = (step: string, sha256: string) =>
    words.log({ step, digest: sha256 === EMPTY_LOG ? null : `\`${sha256.slice(0, 16)}\`` });
  const { stepSource } = verifyWords(lang);
  const rows = head.steps.map(({ name, why, sha256 }) => {
    const step = why ? `${inert(name, 60)} (${inert(stepSource(why), 120)})` : inert(name, 60);
    return logged(step, sha256);
  });
  const shown = again.runs.slice(0, MAX_ITEMS);
  for (const [at, { step, side, sha256 }] of shown.entries()) {
    const earlier = shown.slice(0, at).filter((each) => each.step === step && each.side === side).length;
    rows.push(logged(words.again({ step: inert(step, 60), side, n: earlier + 2 }), sha256));
  }
  return rows.length === 0 ? '' : folded(words.heading.why, bulleted(rows, moreOf(again.total - shown.length, words)));
}
