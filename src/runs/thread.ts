// The comments of a run in its thread: one that is edited from start to end, and a new one where somebody has to be notified.
import type { Change, CommentChange } from '../changes/change.js';
import type { Event } from '../event.js';
import type { Outcome, RunRecord } from '../ports/run.js';
import { digestOf } from '../text/digest.js';
import type { Language } from '../text/lang/index.js';
import { LONGEST, shorten } from '../text/shorten.js';
import { runMessages } from './messages.js';
import { outcomes } from './outcome.js';
import { issueOf, rootOf } from './record.js';

/** The issue or pull request in which the requester reads; none for a terminal and the schedule. */
export function threadOf(event: Event): number | undefined {
  return event.kind === 'typed' || event.kind === 'scheduled' ? undefined : issueOf(event);
}

/** A reaction on the comment that asked, where it can carry one. */
export function reaction(event: Event, kind: 'eyes' | 'confused'): readonly Change[] {
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return [];
  return [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: kind }];
}

/** One comment for the answers to the commands of an event. `part` tells several apart. */
export function answer(event: Event, body: string, part = ''): readonly Change[] {
  const issue = threadOf(event);
  if (issue === undefined || body === '') return [];
  return [{ kind: 'comment', issue, slot: `answer:${short(`${event.key}${part}`)}`, body: fitting(body) }];
}

export interface Shown {
  readonly lang: Language;
  readonly url: string | undefined;
  readonly limitUsd?: number | undefined;
}

/** The command as it was typed, without its free text. */
const commandOf = ({ request }: RunRecord): string => `/crew ${request.command.name}`;

/** The comment of a run, at its start. A further round shows in the comment of the first. */
export function startComment(
  record: RunRecord,
  { lang, url, limitUsd, waitsFor }: Shown & { readonly waitsFor?: string | undefined },
): readonly Change[] {
  const say = runMessages(lang);
  const of = { run: record.run, url, limitUsd, command: commandOf(record) };
  const { follows } = record;
  if (follows) return runComment(record, say.round({ ...of, why: follows.why }));
  return runComment(record, waitsFor === undefined ? say.working(of) : say.waits({ ...of, waitsFor }));
}

/** The same comment, at its end; `details` is folded below. */
export function endComment(
  record: RunRecord,
  outcome: Outcome,
  { lang, url, limitUsd, details }: Shown & { readonly details?: string | undefined },
): readonly Change[] {
  const { status } = outcomes[outcome.name];
  const costUsd = record.spent?.usd ?? 0;
  const line = runMessages(lang).ended({ run: record.run, url, limitUsd, command: commandOf(record), status, costUsd });
  return runComment(record, details === undefined ? line : `${line}\n\n${details}`);
}

function runComment({ run, request }: RunRecord, body: string): readonly Change[] {
  const issue = threadOf(request.event);
  return issue === undefined
    ? []
    : [{ kind: 'comment', issue, slot: `run:${short(rootOf(run))}`, body: fitting(body) }];
}

/** A new comment that mentions the requester. `n` tells several of one run apart. */
export function notice(record: RunRecord, says: string, n: number | string): readonly CommentChange[] {
  const { event, by } = record.request;
  const issue = threadOf(event);
  if (issue === undefined || says === '') return [];
  const isBot = 'actor' in event && event.actor.bot;
  const to = by && !isBot ? `@${by.login}\n\n` : '';
  return [{ kind: 'comment', issue, slot: `end:${short(`${record.run} ${n}`)}`, body: fitting(`${to}${says}`) }];
}

const short = (text: string): string => digestOf(text).slice(0, 12);
const fitting = (text: string): string => (text.length > LONGEST ? shorten(text, LONGEST) : text);
