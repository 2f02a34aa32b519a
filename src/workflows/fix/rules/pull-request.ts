// Title, body and review replies of crew's pull requests. The Editor's words come first, without statements about test results. The table
// of checks comes only from the verify job's document. Pure. Used by ../publish.ts, ../publish-pull.ts, build/publish.ts and
// build/rules/pull-request.ts.

import type { ReplyChange } from '../../../ports/change.js';
import { blockquote, longCode, plainWords } from '../../../text/quote.js';
import { sentencesOf, withoutResultClaims } from '../../../text/result-claims.js';
import { shorten } from '../../../text/shorten.js';
import { nameAsCode } from '../../../text/values.js';
import type { DocumentStep, Verified } from '../../../verify/artifact.js';
import type { Messages } from '../messages.en.js';
import { isQuestion } from './requests.js';
import type { Resolution } from './resolutions.js';
import type { PullRequestTexts, RecordedRequest, Round } from './rounds.js';
import { repositoryUrl } from './target.js';

const MAX_TITLE_LENGTH = 100;
const MAX_SENTENCES = 3;

/** The subject of a commit: the Editor's title, else the first sentence of its description, else the fallback. */
export function titleOf({ title, what }: Pick<PullRequestTexts, 'title' | 'what'>, fallback: string): string {
  const [first = ''] = sentencesOf(withoutResultClaims(what));
  return firstLine([withoutResultClaims(title), first, plainWords(fallback)]);
}

const MAX_SUBJECT_LENGTH = 72;

/** What a person says to crew before the request itself. */
const POLITE =
  /^(?:(?:hi|hello|nit|minor|suggestion|ok(?:ay)?|and|also|then)\b[\s:,.!-]*|(?:could|can|would|will) you (?:please |kindly )?|please[, ]+)+/i;

/**
 * The subject of a further commit if the Editor gives none: the first sentence of the first request that was carried out, with the prefix of
 * the pull request's title (`addMonths: `, `fix(core): `) and shortened at a word. Empty if none was carried out.
 */
export function subjectOfRequests(requests: readonly RecordedRequest[], pullTitle: string): string {
  const doneRequests = requests.filter(({ is }) => is === 'done' || is === 'changed');
  const request = doneRequests.find(({ isQuestion: asks }) => !asks) ?? doneRequests[0];
  const [sentence = ''] = sentencesOf(plainWords(request?.asked ?? '').replace(/@[\w-]+[,:]?\s*/g, ''));
  const words = onOneLine(sentence)
    .replace(POLITE, '')
    .replace(/[?？!！]+$/, '');
  if (words === '') return '';
  const [prefix = ''] = /^[\w./-]+(?:\([\w./ -]+\))?!?: /.exec(pullTitle) ?? [];
  const [initial = ''] = words;
  const isWord = /^[A-Z]?[a-z]/.test(words);
  const first = !isWord ? initial : prefix === '' ? initial.toUpperCase() : initial.toLowerCase();
  const subject = `${prefix}${first}${words.slice(initial.length)}`;
  if (subject.length <= MAX_SUBJECT_LENGTH) return subject;
  const start = subject.slice(0, MAX_SUBJECT_LENGTH - 1);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > prefix.length ? end : start.length).replace(/[\s,;:]+$/, '')}…`;
}

interface PullTitle {
  readonly words: Pick<PullRequestTexts, 'pullTitle'>;
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
  const line = lines.map(onOneLine).find((each) => each !== '') ?? 'Update';
  return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…` : line;
}

const onOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

interface PullText {
  /** The Editor's texts of this round. */
  readonly words: Pick<PullRequestTexts, 'what' | 'why'> & Partial<Pick<PullRequestTexts, 'pullWhat'>>;
  /** The subject of this round's commit. */
  readonly subject: string;
  /** The earlier rounds. */
  readonly rounds: readonly Round[];
  /** The review requests of all rounds. */
  readonly requests: readonly RecordedRequest[];
  /** Undefined if only documentation changed. A change that could not be verified is not published. */
  readonly found: Verified | undefined;
  readonly run: string;
  readonly url: string;
  readonly login: string | undefined;
  /** The cost of this run. */
  readonly usd: number;
  readonly limitUsd: number | undefined;
  readonly closes: number | undefined;
  /** The issue that the pull request closes, or the merged pull request that it follows. */
  readonly refers?: number | undefined;
  readonly diff: { readonly base: string; readonly sha256: string };
  /** Tests of the base that the code fixed. */
  readonly fixed: readonly string[];
  /** The page of the check, shown folded. */
  readonly verified: { readonly title: string; readonly summary: string };
  /** Lines that are shown unfolded, such as the reason for a draft. */
  readonly notes: readonly string[];
  readonly template: string | null;
}

/** The page of the Actions run of an earlier round, beside that of this one (`url`). */
const roundUrl = ({ actions }: Round, url: string): string | undefined =>
  actions ? url.replace(/\/runs\/\d+.*$/, `/runs/${actions}`) : undefined;

const MAX_BODY_LENGTH = 60_000;

/** The Markdown body of the pull request, shortened to the length that GitHub accepts. */
export function bodyOf(text: PullText, messages: Messages['thread']): string {
  const { words, found, closes, refers, login, notes, template, requests } = text;
  const lead = descriptionOf(text, messages);
  const foot = [
    ...(closes === undefined ? [] : [`Closes #${closes}`]),
    ...(refers === undefined ? [] : [`Refs #${refers}`]),
    ...(login === undefined ? [] : [messages.requestedBy(login)]),
    messages.costs([...text.rounds.map((round) => ({ ...round, url: roundUrl(round, text.url) })), text]),
  ].join(' · ');
  const visible = [...notes, foot, ...(template === null ? [] : ['---', template.trim()])].join('\n\n');
  const folded = [
    ...(requests.length === 0
      ? []
      : [foldedSection(messages.requestCounts(countsOf(requests)), requestTable(requests, messages))]),
    foldedSection(
      messages.details,
      [`### ${text.verified.title}`, text.verified.summary, detailsOf(text, messages)].join('\n\n'),
    ),
    ...(addsNoWord(explanationOf(words), [lead, text.subject, requestTable(requests, messages)].join('\n'))
      ? []
      : [foldedSection(messages.explanation, quotedLines(explanationOf(words)))]),
  ];
  const first = [lead, ...(found ? [verificationTable(found, text.fixed, messages)] : [])]
    .filter((part) => part !== '')
    .join('\n\n');
  const room = Math.max(0, MAX_BODY_LENGTH - first.length - visible.length);
  const rest = folded.join('\n\n');
  return [first, visible, rest.length > room ? shorten(rest, room) : rest].filter((part) => part !== '').join('\n\n');
}

/**
 * The description of the whole pull request: the Editor's, if it says more than the description of the first round. Otherwise the
 * description of the first round with the subjects of the later commits.
 */
function descriptionOf({ words, rounds, subject }: PullText, messages: Messages['thread']): string {
  const [first, ...later] = rounds.filter(({ sha }) => sha !== undefined);
  if (!first) return firstSentences([words.what, words.why], subject);
  const whole = firstSentences([words.pullWhat ?? '']);
  const { what = '', why = '' } = first.words ?? {};
  const firstText = firstSentences([what, why], first.subject);
  if (whole !== '' && !addsNoWord(whole, firstText)) return whole;
  const subjects = [...later.flatMap((round) => round.subject ?? []), subject];
  return [firstText, messages.laterCommits(subjects)].filter((part) => part !== '').join('\n\n');
}

/** Whether every word of a text occurs in another text too. */
function addsNoWord(text: string, other: string): boolean {
  const wordsOf = (each: string): readonly string[] => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set(wordsOf(other));
  return wordsOf(text).every((word) => known.has(word));
}

/** The first sentences of the texts, without a sentence that repeats the title unless it is the only one. */
function firstSentences(texts: readonly string[], title = ''): string {
  const all = sentencesOf(texts.map((text) => withoutResultClaims(text)).join('\n'));
  const more = all.filter((sentence) => onOneLine(sentence) !== onOneLine(title));
  return (more.length > 0 ? more : all).slice(0, MAX_SENTENCES).map(withFullStop).join(' ');
}

const withFullStop = (sentence: string): string =>
  /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}${/\p{Script=Latin}$|\d$/u.test(sentence) ? '.' : '。'}` : sentence;

/** The number of requests with each result. */
export function countsOf(requests: readonly Pick<RecordedRequest, 'is' | 'isQuestion'>[]) {
  const countOf = (...states: readonly RecordedRequest['is'][]) =>
    requests.filter(({ is }) => states.includes(is)).length;
  const answered = requests.filter(({ is, isQuestion: asks }) => is === 'no-change' && asks).length;
  return {
    done: countOf('done', 'changed'),
    answered,
    noChange: countOf('no-change') - answered,
    declined: countOf('declined'),
    unanswered: countOf('unanswered'),
  };
}

/** A Markdown table of the review requests and their results. Empty without requests. */
export function requestTable(requests: readonly RecordedRequest[], messages: Messages['thread']): string {
  if (requests.length === 0) return '';
  const rows = requests.map((each) => [messages.request(each), messages.requestResult(each)]);
  return [row(messages.requestColumns), '|---|---|', ...rows.map(row)].join('\n');
}

/** A row of a Markdown table. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;

const foldedSection = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const explanationOf = ({ what, why }: PullText['words']): string =>
  [withoutResultClaims(what), withoutResultClaims(why)].filter((part) => part !== '').join('\n\n');

const quotedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const detailsOf = ({ run, diff, found }: PullText, messages: Messages['thread']): string =>
  messages.record({
    run,
    base: diff.base,
    sha256: diff.sha256,
    weakened: found?.tamper.total ?? 0,
    verification: found ? (found.head.steps.length > 0 ? 'verified' : 'no-checks') : 'documentation',
  });

const MAX_ROWS = 12;

/** Checks before and after, then the tests that prove the change. */
function verificationTable(
  { base, head, proof, comparison }: Verified,
  fixedTests: readonly string[],
  messages: Messages['thread'],
): string {
  const { added, fixed: fixedByChange } = comparison.lists;
  const isAmong = (names: readonly string[], name: string) =>
    names.some((each) => each === name || each.endsWith(` › ${name}`));
  const before = new Map(base.steps.map((step) => [`${step.cwd}\0${step.name}`, step]));
  const steps = head.steps.map((step) => {
    const was = before.get(`${step.cwd}\0${step.name}`);
    return [longCode(step.command), was ? resultOf(was, messages) : '–', resultOf(step, messages)];
  });
  const proving = (proof?.tests ?? []).map(({ name, by }) => {
    const isNew = isAmong(added.names, name);
    // A test that passed on the base was edited: only its present version fails there.
    const isFixed = isAmong(fixedByChange.names, name);
    const was = by === 'load' ? messages.cannotLoad : isFixed ? messages.fails : messages.failsWithout;
    return [`${longCode(name)} ${isNew ? messages.isNew : ''}`.trim(), was, messages.passes];
  });
  const fixed = fixedTests.map((name) => [longCode(name), messages.fails, messages.passes]);
  const rows = [...steps, ...proving, ...(proving.length > 0 ? [] : fixed)].slice(0, MAX_ROWS);
  if (rows.length === 0) return messages.noChecksFound;
  return [row(messages.columns), '|---|---|---|', ...rows.map(row)].join('\n');
}

const resultOf = ({ status, count }: DocumentStep, messages: Messages['thread']): string => {
  if (status === 'INFRA_ERROR') return messages.didNotRun;
  if (!count || count.failed === 0) {
    if (status !== 'PASS') return messages.failed;
    return count && count.passed > 0 ? messages.passedTests(count.passed) : messages.passed;
  }
  return messages.failedTests(count.failed);
};

/** Where GitHub looks for a pull request template. */
export const TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
];

interface Reply {
  readonly pull: number;
  readonly slot: string;
  readonly sha: string;
  /** The page of the Actions run. */
  readonly runUrl: string;
}

/** One reply in each review thread, with the result of its request. The reply to a question begins with the answer. */
export function threadReplies(
  resolutions: readonly Resolution[],
  { pull, slot, sha, runUrl }: Reply,
  messages: Messages['thread'],
): readonly ReplyChange[] {
  return resolutions.flatMap(({ request, is, text, isFileChanged }): readonly ReplyChange[] => {
    if (request.from !== 'thread') return [];
    const quote = text === '' || is === 'unanswered' ? [] : [blockquote(text)];
    const unchanged = is === 'done' && !isFileChanged ? request.path : undefined;
    const result = messages.requestReply({ is, commit: commitLink(sha, runUrl), unchanged, hasReason: text !== '' });
    const isAnswer = isQuestion(request) && (is === 'done' || is === 'no-change');
    const body = (isAnswer ? [...quote, result] : [result, ...quote]).join('\n\n');
    return [{ kind: 'reply', pull, thread: request.id, slot, body }];
  });
}

/** The commit with seven digits, linked if the page of the repository is known. */
export function commitLink(sha: string, runUrl: string): string {
  const name = nameAsCode(sha.slice(0, 7));
  const url = repositoryUrl(runUrl);
  return url === undefined ? name : `[${name}](${url}/commit/${sha})`;
}
