// Title, body and review replies of crew's pull requests. The Editor's words come first, without statements about results; the table comes
// from the verify job's document only. Pure.

import type { ReplyChange } from '../../../ports/change.js';
import { code, inQuote, plainWords } from '../../../text/quote.js';
import { sentencesOf, withoutResultClaims } from '../../../text/result-claims.js';
import { shorten } from '../../../text/shorten.js';
import type { StepShown, Verified } from '../../../verify/artifact.js';
import type { Messages } from '../messages.en.js';
import type { EditorWords, RecordedRequest, Resolution, Round } from './requests.js';

const LONGEST_TITLE = 100;
const SENTENCES = 3;

/** The subject of a commit: the Editor's title, else the first sentence of its description, else the fallback. */
export function titleOf({ title, what }: Pick<EditorWords, 'title' | 'what'>, fallback: string): string {
  const [first = ''] = sentencesOf(withoutResultClaims(what));
  return firstLine([withoutResultClaims(title), first, plainWords(fallback)]);
}

interface PullTitle {
  readonly words: Pick<EditorWords, 'pullTitle'>;
  readonly rounds: readonly Round[];
  /** The present title, if there is a pull request. */
  readonly now: string | undefined;
  /** The subject of this round's commit. */
  readonly subject: string;
}

/** The title of the whole pull request. A title that a person edited stays. */
export function pullTitleOf({ words, rounds, now, subject }: PullTitle): string {
  if (now === undefined) return subject;
  const written = rounds.findLast(({ title }) => title !== undefined)?.title;
  const isEdited = written !== undefined && written !== now;
  return isEdited ? now : firstLine([withoutResultClaims(words.pullTitle), now]);
}

function firstLine(lines: readonly string[]): string {
  const line = lines.map(inLine).find((each) => each !== '') ?? 'Update';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}

const inLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

interface PullText {
  /** The words of this round. */
  readonly words: Pick<EditorWords, 'what' | 'why'> & Partial<Pick<EditorWords, 'pullWhat'>>;
  /** The subject of this round's commit. */
  readonly subject: string;
  /** The earlier rounds. */
  readonly rounds: readonly Round[];
  /** The review requests of all rounds. */
  readonly requests: readonly RecordedRequest[];
  readonly found: Verified | undefined;
  readonly run: string;
  readonly url: string;
  readonly login: string | undefined;
  readonly costUsd: number;
  readonly limitUsd: number | undefined;
  readonly closes: number | undefined;
  /** The merged pull request that it follows. */
  readonly refers?: number | undefined;
  readonly diff: { readonly base: string; readonly sha256: string };
  /** Tests of the base that the code fixed. */
  readonly fixed: readonly string[];
  /** The page of the check, shown folded. */
  readonly verified: { readonly title: string; readonly summary: string };
  /** Lines that stay visible, such as why it is a draft. */
  readonly notes: readonly string[];
  readonly template: string | null;
}

const LONGEST_BODY = 60_000;

export function bodyOf(of: PullText, say: Messages['thread']): string {
  const { words: said, found, closes, refers, login, notes, template, requests } = of;
  const lead = leadOf(of, say);
  const foot = [
    ...(closes === undefined ? [] : [`Closes #${closes}`]),
    ...(refers === undefined ? [] : [`Refs #${refers}`]),
    ...(login === undefined ? [] : [say.requestedBy(login)]),
    say.costs({ usd: of.costUsd, limitUsd: of.limitUsd, runs: of.rounds.length + 1 }),
    `[run](${of.url})`,
  ].join(' · ');
  const must = [...notes, foot, ...(template === null ? [] : ['---', template.trim()])].join('\n\n');
  const folded = [
    fold(say.details, [`### ${of.verified.title}`, of.verified.summary, detailsOf(of, say)].join('\n\n')),
    ...(withoutResultClaims(said.why) === '' ? [] : [fold(say.explanation, quoted(said))]),
  ];
  const first = [lead, ...(found ? [table(found, of.fixed, say)] : []), requestTable(requests, say)]
    .filter((part) => part !== '')
    .join('\n\n');
  const room = Math.max(0, LONGEST_BODY - first.length - must.length);
  const rest = folded.join('\n\n');
  return [first, must, rest.length > room ? shorten(rest, room) : rest].filter((part) => part !== '').join('\n\n');
}

/**
 * What the whole pull request changes: the Editor's description of it; else, or if that only repeats the first round's, the description of
 * the first round, which also names the cause, with the subjects of the later commits.
 */
function leadOf({ words: said, rounds, subject }: PullText, say: Messages['thread']): string {
  const [first, ...later] = rounds.filter(({ sha }) => sha !== undefined);
  if (!first) return sentences(said.what, said.why);
  const whole = sentences(said.pullWhat ?? '');
  const { what = '', why = '' } = first.words ?? {};
  const firstText = sentences(what, why);
  if (whole !== '' && !repeats(whole, firstText)) return whole;
  const subjects = [...later.flatMap((round) => round.subject ?? []), subject];
  return [firstText, say.laterCommits(subjects)].filter((part) => part !== '').join('\n\n');
}

/** Whether a text has no word that another one does not have. */
function repeats(text: string, other: string): boolean {
  const wordsOf = (each: string): readonly string[] => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const there = new Set(wordsOf(other));
  return wordsOf(text).every((word) => there.has(word));
}

const sentences = (...texts: readonly string[]): string =>
  sentencesOf(texts.map((text) => withoutResultClaims(text)).join('\n'))
    .slice(0, SENTENCES)
    .join(' ');

/** Each review request with what became of it; empty without requests. */
export function requestTable(requests: readonly RecordedRequest[], say: Messages['thread']): string {
  if (requests.length === 0) return '';
  const rows = requests.map((each) => [say.request(each), say.requestResult(each)]);
  return [row(say.requestColumns), '|---|---|', ...rows.map(row)].join('\n');
}

/** A row of a Markdown table. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;

const fold = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const quoted = ({ what, why }: PullText['words']): string =>
  [withoutResultClaims(what), withoutResultClaims(why)]
    .join('\n\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const detailsOf = ({ run, diff, found }: PullText, say: Messages['thread']): string =>
  say.record({ run, base: diff.base, sha256: diff.sha256, weakened: found?.tamper.total ?? 0 });

const MOST_ROWS = 12;

/** Checks before and after, then the tests that prove the change. */
function table({ base, head, proof }: Verified, mended: readonly string[], say: Messages['thread']): string {
  const before = new Map(base.steps.map((step) => [`${step.cwd}\0${step.name}`, step]));
  const steps = head.steps.map((step) => {
    const was = before.get(`${step.cwd}\0${step.name}`);
    return [code(step.command), was ? resultOf(was, say) : '–', resultOf(step, say)];
  });
  const proving = (proof?.tests ?? []).map(({ name, by }) => [
    `${code(name)} ${by === 'load' ? say.isNew : ''}`.trim(),
    by === 'load' ? say.cannotLoad : say.fails,
    say.passes,
  ]);
  const fixed = mended.map((name) => [code(name), say.fails, say.passes]);
  const rows = [...steps, ...proving, ...(proving.length > 0 ? [] : fixed)].slice(0, MOST_ROWS);
  return [row(say.columns), '|---|---|---|', ...rows.map(row)].join('\n');
}

const resultOf = ({ status, count }: StepShown, say: Messages['thread']): string => {
  if (status === 'INFRA_ERROR') return say.didNotRun;
  if (!count || count.failed === 0) return status === 'PASS' ? say.passed : say.failed;
  return say.failedTests(count.failed);
};

/** Where GitHub looks for a pull request template. */
export const TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
];

/** One reply in each review thread: what became of its request. */
export function repliesTo(
  resolutions: readonly Resolution[],
  of: { readonly pull: number; readonly slot: string; readonly sha: string },
  say: Messages['thread'],
): readonly ReplyChange[] {
  return resolutions.flatMap(({ request, is, text, isFileChanged }): readonly ReplyChange[] => {
    if (request.from !== 'thread') return [];
    const quote = text === '' || is === 'unanswered' ? '' : `\n\n${inQuote(text)}`;
    const path = is === 'done' && !isFileChanged ? request.path : undefined;
    const body = `${say.requestReply({ is, sha: of.sha, unchanged: path })}${quote}`;
    return [{ kind: 'reply', pull: of.pull, thread: request.id, slot: of.slot, body }];
  });
}
