// Selects the comments of an issue or pull request that belong to the task: those by people with write access, as they were when the
// request was made. Other comments and later edits are left out, because they could give the Editor instructions. Also finds addresses of
// pictures and checks what is fetched from them. Pure. Used by ../subject.ts, ../editor.ts, brief.ts and requests.ts.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, Person } from '../../../ports/board-snapshot.js';
import type { Event, SubjectText } from '../../../ports/event.js';
import type { ReviewRead } from '../../../ports/pulls.js';
import type { Comment } from '../../../ports/threads.js';
import { GITHUB_HOSTS, isOnHost } from '../../../text/hosts.js';
import { sanitize } from '../../../text/sanitize.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';

interface TaskComment {
  readonly by: string;
  /** When it was written; absent for comments of a pull request. */
  readonly at?: string | undefined;
  readonly text: string;
}

/** The comments of an issue or pull request that belong to the task. */
export interface TaskThread {
  /** Oldest first. */
  readonly comments: readonly TaskComment[];
  /** The number of comments left out because their author is a bot or has no write access. */
  readonly strangers: number;
  /** The number of comments left out because they are too long or too many. */
  readonly unread: number;
}

/** The maximum length of all comments together and of one comment. The newest comments are taken first. */
const MAX_CHARACTERS = 20_000;
const MAX_COMMENT_CHARACTERS = 6_000;

/** The comments of an issue that belong to its task. */
export const commentsOn = ({ ref, comments, earlierComments }: IssueFacts, board: BoardSnapshot): TaskThread =>
  threadOf(comments, { isWriter: (login) => mayPush(board, login, repoOf(ref)), earlier: earlierComments });

/** The comments of a pull request that belong to the task. `writers` have write access. */
export function conversationOf(comments: readonly Comment[], writers: ReadonlySet<string>): TaskThread {
  const persons = comments.filter(isByPerson);
  const latest = persons.slice(-MAX_COMMENTS).map(({ author, body }) => ({ by: personOf(author), body }));
  return threadOf(latest, { isWriter: (login) => writers.has(login), earlier: persons.length - latest.length });
}

/** The logins whose permission has to be read. */
export function commentersOf(comments: readonly Comment[]): readonly string[] {
  const latest = comments.filter(isByPerson).slice(-MAX_COMMENTS);
  const people = latest.map(({ author }) => personOf(author)).filter(({ bot }) => !bot);
  return [...new Set(people.map(({ login }) => login))];
}

/** How many of the newest comments are read. Each may need one request to GitHub for its author's permission. */
const MAX_COMMENTS = 100;

const personOf = ({ login }: Comment['author']) => ({ login, bot: login.endsWith('[bot]') });

interface AuthoredComment {
  readonly by: Person;
  readonly at?: string | undefined;
  readonly body: string;
}

function threadOf(
  comments: readonly AuthoredComment[],
  { isWriter, earlier = 0 }: { isWriter: (login: string) => boolean; earlier?: number | undefined },
): TaskThread {
  // crew's own comments are not part of the task.
  const others = comments.filter(isByPerson);
  const byWriters = others.filter(({ by }) => !by.bot && isWriter(by.login));
  const taken: TaskComment[] = [];
  let remaining = MAX_CHARACTERS;
  let omitted = 0;
  for (const { by, at, body } of [...byWriters].reverse()) {
    // The order contains the commands already, so only the rest of the comment is taken.
    const text = withoutCommands(sanitize(body).text).trim();
    if (text.length > Math.min(remaining, MAX_COMMENT_CHARACTERS)) omitted += 1;
    else if (text !== '') taken.unshift({ by: by.login, text, ...(at === undefined ? {} : { at }) });
    remaining -= Math.min(text.length, MAX_COMMENT_CHARACTERS);
  }
  return { comments: taken, strangers: others.length - byWriters.length, unread: earlier + omitted };
}

const isByPerson = ({ body }: { readonly body: string }): boolean => readMarker(body) === null;

/** The text without lines that are commands. */
export const withoutCommands = (text: string): string => text.replace(/^[ \t]*\/crew(?:[ \t].*)?$/gim, '');

/** Returns the issue or pull request as it was at the time of the event, or undefined if the event has none (a schedule, a terminal). */
export const subjectTextOf = (event: Event): SubjectText | undefined => ('seen' in event ? event.seen : undefined);

/** A text as it was when the request was made, and how many comments are left out because they were edited since. */
interface AsOfRequest<T> {
  readonly value: T;
  readonly edited: number;
}

/** The issue as it was at the time of the event, with the comments until then. */
export function issueAsOfRequest(facts: IssueFacts, event: Event): AsOfRequest<IssueFacts> {
  const seen = subjectTextOf(event);
  if (!seen) return { value: facts, edited: 0 };
  const { at, title, body } = seen;
  const before = facts.comments.filter((comment) => Date.parse(comment.at) <= Date.parse(at));
  const { value, edited } = unchangedSince(at, before);
  return { value: { ...facts, title, body, comments: value }, edited };
}

/** The comments of a pull request up to the requesting comment, by comment id. For other requests the time decides. */
export function conversationAsOfRequest(comments: readonly Comment[], event: Event): AsOfRequest<readonly Comment[]> {
  const at = subjectTextOf(event)?.at;
  const id = event.kind === 'comment' && event.comment.where === 'thread' ? event.comment.id : undefined;
  const isBefore = (each: Comment): boolean =>
    id === undefined ? at === undefined || Date.parse(each.at ?? at) <= Date.parse(at) : each.id <= id;
  const before = comments.filter(isBefore);
  return at === undefined ? { value: before, edited: 0 } : unchangedSince(at, before);
}

/** The review comments until the request. */
export function reviewAsOfRequest(read: ReviewRead, event: Event): AsOfRequest<ReviewRead> {
  const until = requestTime(read, event);
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
 * Returns the time of the request: that of the event or of the requesting review comment, whichever is later. All comments of one review
 * have the time at which it was submitted, so the request includes them all.
 */
function requestTime({ reviews, threads }: ReviewRead, event: Event): string | undefined {
  const eventTime = subjectTextOf(event)?.at;
  const { id, where } = event.kind === 'comment' ? event.comment : { id: 0, where: 'thread' };
  const lineComments = where === 'inline' ? threads.flatMap(({ comments }) => comments) : [];
  const { at } = [...(where === 'review' ? reviews : []), ...lineComments].find((each) => each.id === id) ?? {};
  return eventTime === undefined || at === undefined || Date.parse(at) < Date.parse(eventTime) ? eventTime : at;
}

/** Separates comments that were edited after a time. crew edits its own comments, so these are not counted as edited. */
function unchangedSince<T extends { readonly body: string; readonly editedAt?: string | undefined }>(
  at: string,
  comments: readonly T[],
): AsOfRequest<readonly T[]> {
  const value = comments.filter(({ editedAt }) => editedAt === undefined || Date.parse(editedAt) <= Date.parse(at));
  const edited = comments.filter((each) => !value.includes(each) && readMarker(each.body) === null);
  return { value, edited: edited.length };
}

const MAX_IMAGES = 3;

/** HTML comments, fenced code and inline code, such as `<!-- ![](x) -->`: Markdown shows no picture there. */
const HIDDEN_MARKDOWN =
  /<!--[\s\S]*?(?:-->|$)|^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))|`[^`\n]*`/gm;
/** The address in `![alt](https://…)` or `<img src="https://…">`. */
const IMAGE_ADDRESS = /!\[[^\]\n]*\]\(\s*<?(https:\/\/[^\s)>]+)|<img\b[^>]*?\ssrc\s*=\s*["'](https:\/\/[^"'\s]+)["']/gi;

/** Returns the addresses of the first pictures of a text that GitHub hosts, without duplicates. */
export function imagesIn(text: string): readonly string[] {
  const found = [...text.replace(HIDDEN_MARKDOWN, '').matchAll(IMAGE_ADDRESS)].flatMap(
    ([, markdown, html]) => markdown ?? html ?? [],
  );
  return [...new Set(found)].filter(isGitHubImage).slice(0, MAX_IMAGES);
}

/** Whether GitHub hosts the address as an upload or a raw file. Other addresses on github.com are pages. */
function isGitHubImage(address: string): boolean {
  if (!isOnHost(address, GITHUB_HOSTS)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === 'github.com'
    ? pathname.startsWith('/user-attachments/assets/')
    : hostname !== 'githubusercontent.com';
}

/** Whether a redirect leads to the storage in which GitHub keeps uploads. */
export function isUploadStorage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  return (
    isOnHost(address, ['githubusercontent.com']) || /^github-production-[\w-]+\.s3\.amazonaws\.com$/.test(hostname)
  );
}

const IMAGE_SIGNATURES: readonly (readonly [begins: string, type: MediaType])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

type MediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Returns the media type of a picture by its first bytes, or undefined if it is of no known kind. The server's header is not trusted. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return IMAGE_SIGNATURES.find(([begins]) => head.startsWith(begins))?.[1];
}
