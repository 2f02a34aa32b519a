// The words of an issue or pull request that belong to the task: comments by people with write access, as they were when the request was
// made. Other people's comments and later edits could give the Editor orders. Also the addresses of pictures. Pure.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, Person } from '../../../ports/board-snapshot.js';
import type { Event, SubjectText } from '../../../ports/event.js';
import type { ReviewRead } from '../../../ports/pulls.js';
import type { Comment } from '../../../ports/threads.js';
import { GITHUB_HOSTS, staysOn } from '../../../text/hosts.js';
import { sanitize } from '../../../text/sanitize.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';

interface TaskComment {
  readonly by: string;
  /** When it was written; absent for comments of a pull request. */
  readonly at?: string | undefined;
  readonly text: string;
}

export interface Thread {
  /** Oldest first. */
  readonly comments: readonly TaskComment[];
  /** How many comments are left out: by people without write access or by bots, and because they were too long or too many. */
  readonly strangers: number;
  readonly unread: number;
}

/** Character limits for all comments and for one. The newest are taken first. */
const MOST = 20_000;
const MOST_OF_ONE = 6_000;

/** The comments of an issue that belong to its task. */
export const commentsOn = ({ ref, comments, earlierComments }: IssueFacts, field: BoardSnapshot): Thread =>
  threadOf(comments, { isWriter: (login) => mayPush(field, login, repoOf(ref)), earlier: earlierComments });

/** The comments of a pull request that belong to the task. `writers` have write access. */
export function conversationOf(comments: readonly Comment[], writers: ReadonlySet<string>): Thread {
  const persons = comments.filter(isPersons);
  const latest = persons.slice(-MOST_OF_THEM).map(({ author, body }) => ({ by: personOf(author), body }));
  return threadOf(latest, { isWriter: (login) => writers.has(login), earlier: persons.length - latest.length });
}

/** The logins whose permission has to be read. */
export function commentersOf(comments: readonly Comment[]): readonly string[] {
  const latest = comments.filter(isPersons).slice(-MOST_OF_THEM);
  const people = latest.map(({ author }) => personOf(author)).filter(({ bot }) => !bot);
  return [...new Set(people.map(({ login }) => login))];
}

/** The newest comments that are read; each may need one request for its author's permission. */
const MOST_OF_THEM = 100;

const personOf = ({ login }: Comment['author']) => ({ login, bot: login.endsWith('[bot]') });

interface AuthoredComment {
  readonly by: Person;
  readonly at?: string | undefined;
  readonly body: string;
}

function threadOf(
  comments: readonly AuthoredComment[],
  { isWriter, earlier = 0 }: { isWriter: (login: string) => boolean; earlier?: number | undefined },
): Thread {
  // crew's own comments are not part of the task.
  const others = comments.filter(isPersons);
  const meant = others.filter(({ by }) => !by.bot && isWriter(by.login));
  const taken: TaskComment[] = [];
  let left = MOST;
  let cut = 0;
  for (const { by, at, body } of [...meant].reverse()) {
    // Commands are in the order already; the rest of such a comment counts.
    const text = withoutCommands(sanitize(body).text).trim();
    if (text.length > Math.min(left, MOST_OF_ONE)) cut += 1;
    else if (text !== '') taken.unshift({ by: by.login, text, ...(at === undefined ? {} : { at }) });
    left -= Math.min(text.length, MOST_OF_ONE);
  }
  return { comments: taken, strangers: others.length - meant.length, unread: earlier + cut };
}

const isPersons = ({ body }: { readonly body: string }): boolean => readMarker(body) === null;

/** The text without lines that are commands. */
export const withoutCommands = (text: string): string => text.replace(/^[ \t]*\/crew(?:[ \t].*)?$/gim, '');

/** The subject as the event saw it; undefined for a schedule and a terminal. */
export const seenIn = (event: Event): SubjectText | undefined => ('seen' in event ? event.seen : undefined);

/** A text as it was when the request was made, and how many comments are left out because they were edited since. */
interface AsOfRequest<T> {
  readonly value: T;
  readonly edited: number;
}

/** The issue as the event saw it, with the comments until then. */
export function issueAt(facts: IssueFacts, event: Event): AsOfRequest<IssueFacts> {
  const seen = seenIn(event);
  if (!seen) return { value: facts, edited: 0 };
  const { at, title, body } = seen;
  const before = facts.comments.filter((comment) => Date.parse(comment.at) <= Date.parse(at));
  const { value, edited } = unchangedSince(at, before);
  return { value: { ...facts, title, body, comments: value }, edited };
}

/** The comments of a pull request up to the requesting comment, by comment id. For other requests the time decides. */
export function conversationAt(comments: readonly Comment[], event: Event): AsOfRequest<readonly Comment[]> {
  const at = seenIn(event)?.at;
  const id = event.kind === 'comment' && event.comment.where === 'thread' ? event.comment.id : undefined;
  const isBefore = (each: Comment): boolean =>
    id === undefined ? at === undefined || Date.parse(each.at ?? at) <= Date.parse(at) : each.id <= id;
  const before = comments.filter(isBefore);
  return at === undefined ? { value: before, edited: 0 } : unchangedSince(at, before);
}

/** The review comments until the request. */
export function reviewAt(read: ReviewRead, event: Event): AsOfRequest<ReviewRead> {
  const until = askedAt(read, event);
  if (until === undefined) return { value: read, edited: 0 };
  const isBefore = ({ at = until }: Comment): boolean => Date.parse(at) <= Date.parse(until);
  const reviews = unchangedSince(until, read.reviews.filter(isBefore));
  const threads = read.threads.map((thread) => ({
    thread,
    asOf: unchangedSince(until, thread.comments.filter(isBefore)),
  }));
  return {
    value: {
      ...read,
      reviews: reviews.value,
      threads: threads.flatMap(({ thread, asOf: { value } }) =>
        value.length > 0 ? [{ ...thread, comments: value }] : [],
      ),
    },
    edited: threads.reduce((sum, { asOf }) => sum + asOf.edited, reviews.edited),
  };
}

/**
 * The time of the request. A review is submitted as a whole, so a request in a review includes all of its comments: the time is that of
 * the requesting comment as GitHub reports it, unless the event is later.
 */
function askedAt({ reviews, threads }: ReviewRead, event: Event): string | undefined {
  const eventTime = seenIn(event)?.at;
  const { id, where } = event.kind === 'comment' ? event.comment : { id: 0, where: 'thread' };
  const among = where === 'review' ? reviews : where === 'inline' ? threads.flatMap(({ comments }) => comments) : [];
  const { at } = among.find((each) => each.id === id) ?? {};
  return eventTime === undefined || at === undefined || Date.parse(at) < Date.parse(eventTime) ? eventTime : at;
}

/** crew edits its own comments; they do not count. */
function unchangedSince<T extends { readonly body: string; readonly editedAt?: string | undefined }>(
  at: string,
  comments: readonly T[],
): AsOfRequest<readonly T[]> {
  const value = comments.filter(({ editedAt }) => editedAt === undefined || Date.parse(editedAt) <= Date.parse(at));
  const edited = comments.filter((each) => !value.includes(each) && readMarker(each.body) === null);
  return { value, edited: edited.length };
}

const MOST_IMAGES = 3;

/** HTML comments and code, in which Markdown shows no picture. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))|`[^`\n]*`/gm;
const IMAGES = /!\[[^\]\n]*\]\(\s*<?(https:\/\/[^\s)>]+)|<img\b[^>]*?\ssrc\s*=\s*["'](https:\/\/[^"'\s]+)["']/gi;

/** The first picture addresses of a text, without duplicates. Only pictures that GitHub hosts. */
export function imagesIn(text: string): readonly string[] {
  const found = [...text.replace(UNSEEN, '').matchAll(IMAGES)].flatMap(([, markdown, html]) => markdown ?? html ?? []);
  return [...new Set(found)].filter(isGitHubs).slice(0, MOST_IMAGES);
}

/** Uploads and raw files; other pages of github.com are no pictures. */
function isGitHubs(address: string): boolean {
  if (!staysOn(address, GITHUB_HOSTS)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === 'github.com'
    ? pathname.startsWith('/user-attachments/assets/')
    : hostname !== 'githubusercontent.com';
}

/** Whether a redirect of an upload leads to GitHub's storage. */
export function leadsToUpload(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  return staysOn(address, ['githubusercontent.com']) || /^github-production-[\w-]+\.s3\.amazonaws\.com$/.test(hostname);
}

const KINDS: readonly (readonly [begins: string, type: MediaType])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

type MediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The media type by the first bytes, whatever the server says. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return KINDS.find(([begins]) => head.startsWith(begins))?.[1];
}
