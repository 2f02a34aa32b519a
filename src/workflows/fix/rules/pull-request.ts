// Title, body and review replies of crew's pull requests. The Editor's words come first, without statements about results; the table comes
// from the verify job's document only. Pure.

import * as z from 'zod';
import type { ReplyChange } from '../../../ports/change.js';
import { code, plainWords } from '../../../text/quote.js';
import { sentencesOf, withoutResultClaims } from '../../../text/result-claims.js';
import { shorten } from '../../../text/shorten.js';
import type { StepShown, Verified } from '../../../verify/artifact.js';
import type { Messages } from '../messages.en.js';

const words = z.object({ title: z.string().default(''), what: z.string().default(''), why: z.string().default('') });

/** The Editor's words in a work result. */
type EditorWords = z.output<typeof words>;

export function editorWordsIn(result: unknown): EditorWords {
  const read = z.object({ words }).safeParse(result);
  return read.success ? read.data.words : { title: '', what: '', why: '' };
}

const LONGEST_TITLE = 100;
const SENTENCES = 3;

/** The Editor's title, else the first sentence of its description, else the fallback. */
export function titleOf({ title, what }: EditorWords, fallback: string): string {
  const [first = ''] = sentencesOf(withoutResultClaims(what));
  const line =
    [withoutResultClaims(title), first, plainWords(fallback)].map(inLine).find((each) => each !== '') ?? 'Update';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}

const inLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

interface PullText {
  readonly words: EditorWords;
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
  const { words: said, found, closes, refers, login, notes, template } = of;
  const lead = sentencesOf([withoutResultClaims(said.what), withoutResultClaims(said.why)].join('\n'))
    .slice(0, SENTENCES)
    .join(' ');
  const foot = [
    ...(closes === undefined ? [] : [`Closes #${closes}`]),
    ...(refers === undefined ? [] : [`Refs #${refers}`]),
    ...(login === undefined ? [] : [say.requestedBy(login)]),
    say.costs({ usd: of.costUsd, limitUsd: of.limitUsd }),
    `[run](${of.url})`,
  ].join(' · ');
  const must = [...notes, foot, ...(template === null ? [] : ['---', template.trim()])].join('\n\n');
  const folded = [
    fold(say.details, [`### ${of.verified.title}`, of.verified.summary, detailsOf(of, say)].join('\n\n')),
    ...(withoutResultClaims(said.why) === '' ? [] : [fold(say.explanation, quoted(said))]),
  ];
  const first = [lead, ...(found ? [table(found, of.fixed, say)] : [])].filter((part) => part !== '').join('\n\n');
  const room = Math.max(0, LONGEST_BODY - first.length - must.length);
  const rest = folded.join('\n\n');
  return [first, must, rest.length > room ? shorten(rest, room) : rest].filter((part) => part !== '').join('\n\n');
}

const fold = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const quoted = ({ what, why }: EditorWords): string =>
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
  const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
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
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(say.columns), '|---|---|---|', ...rows.map(line)].join('\n');
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

export interface ReviewThreadRef {
  readonly id: number;
  readonly path: string;
}

/** One reply in each review thread of the task: whether the commit changed the file. */
export function repliesTo(
  threads: readonly ReviewThreadRef[],
  of: { pull: number; slot: string; sha: string; files: readonly string[] },
  say: Messages['thread'],
): readonly ReplyChange[] {
  return threads.map(({ id, path }) => ({
    kind: 'reply',
    pull: of.pull,
    thread: id,
    slot: of.slot,
    body: say.answered({ path, sha: of.sha, touched: of.files.includes(path) }),
  }));
}
