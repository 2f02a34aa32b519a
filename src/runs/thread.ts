// The comments about a run, as changes: one that is edited from start to end, and a new one when a person must be notified. Used by the files
// of this folder that post them, by the App, and by src/workflows/instant.ts.

import type { Change, CommentChange } from '../ports/change.js';
import type { Event } from '../ports/event.js';
import type { ChecklistJobs, Outcome, RunEnd, RunRecord } from '../ports/run.js';
import { digestOf } from '../text/digest.js';
import type { Language } from '../text/lang/index.js';
import { endedState } from '../text/lang/outcome-words.js';
import { type PhaseName, runMessages } from '../text/lang/thread/index.js';
import { MAX_POST_CHARACTERS, shorten } from '../text/shorten.js';
import { outcomes } from './outcome.js';
import { firstRoundOf, issueOf } from './record.js';

/** The issue or pull request of the requester; undefined for the terminal and the schedule. */
export function threadOf(event: Event): number | undefined {
  return event.kind === 'typed' || event.kind === 'scheduled' ? undefined : issueOf(event);
}

/** A reaction on the comment with the command, if GitHub allows one there. */
export function reaction(event: Event, kind: 'eyes' | 'confused'): readonly Change[] {
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return [];
  return [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: kind }];
}

/** One comment with the answers to the commands of an event. `part` distinguishes several comments of one event. */
export function answer(event: Event, body: string, part = ''): readonly Change[] {
  const issue = threadOf(event);
  if (issue === undefined || body === '') return [];
  return [{ kind: 'comment', issue, slot: `answer:${slotDigest(`${event.key}${part}`)}`, body: shortened(body) }];
}

/** The question or refusal with which the gate ended a run, before any job claimed it; empty for every other run. */
export function gateAnswer({ run, request, end, order, actions, publishing }: RunRecord): readonly Change[] {
  const isByGate = !actions && !publishing && (end?.awaits !== undefined || order === undefined);
  return end && isByGate ? answer(request.event, end.says ?? '', run) : [];
}

/** What the comment of a run shows besides the record. */
export interface RunCommentFacts {
  readonly lang: Language;
  readonly url: string | undefined;
  readonly limitUsd?: number | undefined;
  readonly jobs?: ChecklistJobs | undefined;
}

/** The command as it was typed, without its free text. */
const commandOf = ({ request }: RunRecord): string => `/crew ${request.command.name}`;

/** The comment of a run at its start. Further rounds edit the comment of the first one. */
export function startComment(
  record: RunRecord,
  { lang, url, limitUsd, waitsFor, jobs }: RunCommentFacts & { readonly waitsFor?: string | undefined },
): readonly Change[] {
  const say = runMessages(lang);
  const facts = { run: record.run, url, limitUsd, estimateUsd: record.estimateUsd, command: commandOf(record) };
  const { follows } = record;
  const { planning } = say;
  const started = waitsFor === undefined ? say.working(facts) : say.waits({ ...facts, waitsFor });
  const line = follows ? say.round({ ...facts, why: follows.why }) : started;
  const about = isBeforeApproval(record) ? `${planning} ${say.howToStop}` : say.howToStop;
  return runComment(record, [line, checklist(record, { lang, jobs }), about].join('\n\n'));
}

/**
 * The comment of a run at its end. It replaces the text of the comment at its start. `pullEnd`: a sentence about its pull request that was
 * merged or closed since.
 */
export function endComment(
  record: RunRecord,
  { name, result, awaits, published }: Outcome,
  { lang, url, limitUsd, jobs, pullEnd }: RunCommentFacts & { readonly pullEnd?: string | undefined },
): readonly CommentChange[] {
  const state = endedState(outcomes[name].status, { outcome: name, result, awaits });
  const costUsd = record.spent?.usd ?? 0;
  const line = runMessages(lang).ended({ run: record.run, url, limitUsd, command: commandOf(record), state, costUsd });
  const list = jobs && checklist(record, { lang, jobs, state });
  return runComment(record, [line, pullEnd, list, published].filter((part) => part).join('\n\n'));
}

/** Whether a run of `/crew plan` has only written its plan, or is going to. Its work job writes the plan, and nothing else follows. */
const isBeforeApproval = ({ request, signals }: RunRecord): boolean =>
  request.command.name === 'plan' && !signals.some(({ is }) => is === 'approve');

interface ChecklistFacts {
  readonly lang: Language;
  readonly jobs?: ChecklistJobs | undefined;
  /** The state of an ended run. */
  readonly state?: string;
}

/**
 * The jobs of a run in order, such as `☑ work · ☐ verify · ☐ publish`. Runs that cannot change anything have no verify job. A run of
 * `/crew plan` has the plan and its approval first, and the jobs only after the approval.
 */
function checklist(record: RunRecord, { lang, jobs = {}, state }: ChecklistFacts): string {
  const { exclusive, against, request } = record;
  const { phases } = runMessages(lang);
  if (isBeforeApproval(record)) return planChecklist(record, phases, state);
  const planned = request.command.name === 'plan' ? `☑ ${phases.plan} · ☑ ${phases.approval} · ` : '';
  const hasVerify = exclusive || against !== undefined || jobs.verify !== undefined;
  const names: readonly PhaseName[] = hasVerify ? ['work', 'verify', 'publish'] : ['work', 'publish'];
  const marks = { done: '☑', failed: '☒' };
  return `${planned}${names.map((name) => `${jobs[name] ? marks[jobs[name]] : '☐'} ${phases[name]}`).join(' · ')}`;
}

/** The checklist until a person approves the plan. A run that ended without a plan has nothing to approve. */
function planChecklist(
  { signals }: RunRecord,
  { plan, approval }: ReturnType<typeof runMessages>['phases'],
  state: string | undefined,
): string {
  if (signals.some(({ is }) => is === 'reject')) return `☑ ${plan} · ☒ ${approval}`;
  if (state === 'awaiting_approval') return `☑ ${plan} · ☐ ${approval}`;
  // A question or a budget that is used up interrupts the planning.
  return state === undefined || state === 'awaiting' ? `☐ ${plan} · ☐ ${approval}` : `☒ ${plan}`;
}

function runComment({ run, request }: RunRecord, body: string): readonly CommentChange[] {
  const issue = threadOf(request.event);
  return issue === undefined
    ? []
    : [{ kind: 'comment', issue, slot: `run:${slotDigest(firstRoundOf(run))}`, body: shortened(body) }];
}

/** A new comment that mentions the requester, folded after five lines. `n` distinguishes several comments of one run. */
export function endNotice(
  record: RunRecord,
  { says = '', name }: Pick<Outcome, 'says' | 'name'>,
  { lang, n }: { readonly lang: Language; readonly n: number | string },
): readonly CommentChange[] {
  const { event, by } = record.request;
  const issue = threadOf(event);
  if (issue === undefined || says === '') return [];
  const isBot = 'actor' in event && event.actor.bot;
  const mention = by && !isBot ? `@${by.login}\n\n` : '';
  // A question is not folded, because its end says how to answer.
  const text = name === 'awaiting' ? shortened(says) : folded(says, runMessages(lang).details);
  return [{ kind: 'comment', issue, slot: `end:${slotDigest(`${record.run} ${n}`)}`, body: `${mention}${text}` }];
}

/** The edited comment of a question that a person has answered: it names the person and folds the question. */
export function answeredNotice(
  record: RunRecord,
  { lang, login }: { readonly lang: Language; readonly login: string },
): readonly CommentChange[] {
  const { end, run, signals, publishing } = record;
  // A question of the gate has no comment of its own: it is in the comment with the answers to commands.
  if (end?.outcome !== 'awaiting' || !end.says || !publishing) return [];
  const { answered, details } = runMessages(lang);
  const fold = `<details><summary>${details}</summary>\n\n${shortened(end.says)}\n\n</details>`;
  const says = `${answered({ login, run })}\n\n${fold}`;
  return endNotice(record, { name: 'awaiting', says }, { lang, n: signals.length });
}

/**
 * The edited comments of an ended run whose pull request was merged or closed. `pullEnd` is the sentence that says so. The comment of the run
 * keeps its state. The end notice is folded, unless the run left something undone. A comment that is gone is not created again.
 */
export function closedComments(
  record: RunRecord,
  end: RunEnd,
  { lang, url, pullEnd }: Pick<RunCommentFacts, 'lang' | 'url'> & { readonly pullEnd: string },
): readonly CommentChange[] {
  const { outcome: name, says, jobs } = end;
  const fold = `<details><summary>${runMessages(lang).details}</summary>\n\n${shortened(says ?? '')}\n\n</details>`;
  const notice = says ? `${pullEnd}\n\n${name === 'done' ? fold : says}` : '';
  return [
    ...endComment(record, { ...end, name }, { lang, url, limitUsd: record.budget?.usd, jobs, pullEnd }),
    ...endNotice(record, { name, says: notice }, { lang, n: record.signals.length }),
  ].map((change) => ({ ...change, isEditOnly: true }));
}

const MAX_LINES = 5;

/** A text whose first blocks, at most five lines, are shown, and the rest folded. The first block is always shown whole. */
export function folded(says: string, summary: string): string {
  const blocks = blocksOf(shortened(says));
  const linesBefore = (n: number) =>
    blocks.slice(0, n).reduce((sum, block) => sum + block.split('\n').filter((line) => line.trim() !== '').length, 0);
  let count = 1;
  while (count < blocks.length && linesBefore(count + 1) <= MAX_LINES) count += 1;
  // A heading, or a line that announces the next block, is not shown without it.
  while (count > 1 && /^#|[:：]$/.test(blocks[count - 1] ?? '')) count -= 1;
  const [shown, rest] = [blocks.slice(0, count), blocks.slice(count)];
  const isFolded = rest.every((block) => block.startsWith('<details>'));
  if (isFolded) return blocks.join('\n\n');
  return [...shown, `<details><summary>${summary}</summary>`, ...rest, '</details>'].join('\n\n');
}

/** The blocks of a Markdown text: paragraphs, tables, quotations, fences and folds, each one whole. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[][] = [[]];
  let fence = '';
  let depth = 0;
  for (const line of text.split('\n')) {
    const [ticks = ''] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = ticks;
    else if (ticks.startsWith(fence) && line.trim() === ticks) fence = '';
    if (fence === '') depth += line.split('<details').length - line.split('</details').length;
    if (line.trim() === '' && fence === '' && depth === 0) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
}

const slotDigest = (text: string): string => digestOf(text).slice(0, 12);
const shortened = (text: string): string =>
  text.length > MAX_POST_CHARACTERS ? shorten(text, MAX_POST_CHARACTERS) : text;
