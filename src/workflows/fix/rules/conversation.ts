// What was said on an issue, as far as it belongs to the task: by people who may push, as it stood when the run began. Anybody can write
// a comment; a stranger's would be one more voice telling the Editor what to do. Pure.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, Person } from '../../../ports/board-snapshot.js';
import type { Event, Seen } from '../../../ports/event.js';
import type { Comment, ReviewRead } from '../../../ports/github.js';
import { GITHUB_HOSTS, staysOn } from '../../../text/hosts.js';
import { sanitize } from '../../../text/sanitize.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';

interface Said {
  readonly by: string;
  /** When, as GitHub writes it; of a pull request's conversation it is not read. */
  readonly at?: string | undefined;
  readonly text: string;
}

export interface Thread {
  /** Oldest first. */
  readonly said: readonly Said[];
  /** Comments that are not here: of people who may not push, and of programs; and those that were too much to be read. */
  readonly strangers: number;
  readonly unread: number;
}

/** So many characters of all comments, and of one. What was said last counts most. */
const MOST = 20_000;
const MOST_OF_ONE = 6_000;

/** The comments of an issue that are part of its task. */
export const commentsOn = ({ ref, comments, earlierComments }: IssueFacts, field: BoardSnapshot): Thread =>
  threadOf(comments, { isWriter: (login) => mayPush(field, login, repoOf(ref)), earlier: earlierComments });

/** The same of a pull request's conversation. `writers` are those who may push. */
export function conversationOf(comments: readonly Comment[], writers: ReadonlySet<string>): Thread {
  const persons = comments.filter(isPersons);
  const latest = persons.slice(-MOST_OF_THEM).map(({ author, body }) => ({ by: personOf(author), body }));
  return threadOf(latest, { isWriter: (login) => writers.has(login), earlier: persons.length - latest.length });
}

/** Of whom it has to be asked for that whether they may push. */
export function commentersOf(comments: readonly Comment[]): readonly string[] {
  const latest = comments.filter(isPersons).slice(-MOST_OF_THEM);
  const people = latest.map(({ author }) => personOf(author)).filter(({ bot }) => !bot);
  return [...new Set(people.map(({ login }) => login))];
}

/** Each may be somebody else, of whom it has to be asked: that many requests at most. */
const MOST_OF_THEM = 100;

const personOf = ({ login }: Comment['author']) => ({ login, bot: login.endsWith('[bot]') });

interface Spoken {
  readonly by: Person;
  readonly at?: string | undefined;
  readonly body: string;
}

function threadOf(
  comments: readonly Spoken[],
  { isWriter, earlier = 0 }: { isWriter: (login: string) => boolean; earlier?: number | undefined },
): Thread {
  // Crew's own words are none of anybody's task, whoever it wrote them as.
  const others = comments.filter(isPersons);
  const meant = others.filter(({ by }) => !by.bot && isWriter(by.login));
  const said: Said[] = [];
  let left = MOST;
  let cut = 0;
  for (const { by, at, body } of [...meant].reverse()) {
    // What is asked of crew stands in the order; of the rest of a comment, it says nothing.
    const text = withoutCommands(sanitize(body).text).trim();
    if (text.length > Math.min(left, MOST_OF_ONE)) cut += 1;
    else if (text !== '') said.unshift({ by: by.login, text, ...(at === undefined ? {} : { at }) });
    left -= Math.min(text.length, MOST_OF_ONE);
  }
  return { said, strangers: others.length - meant.length, unread: earlier + cut };
}

const isPersons = ({ body }: { readonly body: string }): boolean => readMarker(body) === null;

const withoutCommands = (text: string): string => text.replace(/^[ \t]*\/crew(?:[ \t].*)?$/gim, '');

/** As the event saw it; a schedule or a terminal saw nothing. */
export const seenIn = (event: Event): Seen | undefined => ('seen' in event ? event.seen : undefined);

/** What was said until somebody asked; and how much of it says something else by now, so that nobody knows what it said then. */
interface AsOfRequest<T> {
  readonly value: T;
  readonly edited: number;
}

/** The issue as the event saw it, with what was said on it until then. */
export function issueAt(facts: IssueFacts, event: Event): AsOfRequest<IssueFacts> {
  const seen = seenIn(event);
  if (!seen) return { value: facts, edited: 0 };
  const { at, title, body } = seen;
  const before = facts.comments.filter((comment) => Date.parse(comment.at) <= Date.parse(at));
  const { value, edited } = unchangedSince(at, before);
  return { value: { ...facts, title, body, comments: value }, edited };
}

/** The conversation of a pull request up to the comment that asks; its numbers only grow. Asked anywhere else, the moment tells. */
export function conversationAt(comments: readonly Comment[], event: Event): AsOfRequest<readonly Comment[]> {
  const at = seenIn(event)?.at;
  const id = event.kind === 'comment' && event.comment.where === 'thread' ? event.comment.id : undefined;
  const isBefore = (each: Comment): boolean =>
    id === undefined ? at === undefined || Date.parse(each.at ?? at) <= Date.parse(at) : each.id <= id;
  const before = comments.filter(isBefore);
  return at === undefined ? { value: before, edited: 0 } : unchangedSince(at, before);
}

/** What was said in a review until somebody asked, as it was said. */
export function reviewAt(read: ReviewRead, event: Event): AsOfRequest<ReviewRead> {
  const until = askedAt(read, event);
  if (until === undefined) return { value: read, edited: 0 };
  const isBefore = ({ at = until }: Comment): boolean => Date.parse(at) <= Date.parse(until);
  const reviews = unchangedSince(until, read.reviews.filter(isBefore));
  const threads = read.threads.map((thread) => ({
    thread,
    said: unchangedSince(until, thread.comments.filter(isBefore)),
  }));
  return {
    value: {
      ...read,
      reviews: reviews.value,
      threads: threads.flatMap(({ thread, said: { value } }) =>
        value.length > 0 ? [{ ...thread, comments: value }] : [],
      ),
    },
    edited: threads.reduce((sum, { said }) => sum + said.edited, reviews.edited),
  };
}

/**
 * A review comes all at once, whenever its remarks were begun. Whoever asks in one asks with the whole of it, so the moment is that of
 * the very words that ask, as the others have theirs; what the event told was another clock's.
 */
function askedAt({ reviews, threads }: ReviewRead, event: Event): string | undefined {
  const told = seenIn(event)?.at;
  const { id, where } = event.kind === 'comment' ? event.comment : { id: 0, where: 'thread' };
  const among = where === 'review' ? reviews : where === 'inline' ? threads.flatMap(({ comments }) => comments) : [];
  const { at } = among.find((each) => each.id === id) ?? {};
  return told === undefined || at === undefined || Date.parse(at) < Date.parse(told) ? told : at;
}

/** What crew wrote itself changes as it goes, and is nobody's word. */
function unchangedSince<T extends { readonly body: string; readonly editedAt?: string | undefined }>(
  at: string,
  said: readonly T[],
): AsOfRequest<readonly T[]> {
  const value = said.filter(({ editedAt }) => editedAt === undefined || Date.parse(editedAt) <= Date.parse(at));
  const edited = said.filter((each) => !value.includes(each) && readMarker(each.body) === null);
  return { value, edited: edited.length };
}

const MOST_IMAGES = 3;

/** What nobody sees on the page, or sees as code. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))|`[^`\n]*`/gm;
const IMAGES = /!\[[^\]\n]*\]\(\s*<?(https:\/\/[^\s)>]+)|<img\b[^>]*?\ssrc\s*=\s*["'](https:\/\/[^"'\s]+)["']/gi;

/** Addresses of the pictures of a text, the first ones, each once. */
export function imagesIn(text: string): readonly string[] {
  const found = [...text.replace(UNSEEN, '').matchAll(IMAGES)].flatMap(([, markdown, html]) => markdown ?? html ?? []);
  return [...new Set(found)].filter(isGitHubs).slice(0, MOST_IMAGES);
}

/** Uploads, and files that GitHub serves raw; no other page of github.com is a picture. */
function isGitHubs(address: string): boolean {
  if (!staysOn(address, GITHUB_HOSTS)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === 'github.com'
    ? pathname.startsWith('/user-attachments/assets/')
    : hostname !== 'githubusercontent.com';
}

/** Where GitHub sends whoever asks for an upload. */
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

/** What bytes are, whatever their server says. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return KINDS.find(([begins]) => head.startsWith(begins))?.[1];
}
