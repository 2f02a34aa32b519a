// What was said on an issue, as far as it belongs to the task: by people who may push, as it stood when the run began. Anybody can write
// a comment; a stranger's would be one more voice telling the Editor what to do. Pure.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, Person } from '../../../ports/board-snapshot.js';
import type { Comment } from '../../../ports/index.js';
import { sanitize } from '../../../text/sanitize.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';

export interface Said {
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
export const saidOn = ({ ref, comments, earlierComments }: IssueFacts, field: BoardSnapshot): Thread =>
  threadOf(comments, { isWriter: (login) => mayPush(field, login, repoOf(ref)), earlier: earlierComments });

/** The same of a pull request's conversation. `writers` are those who may push. */
export function conversationOf(comments: readonly Comment[], writers: ReadonlySet<string>): Thread {
  const persons = comments.filter(isPersons);
  const latest = persons.slice(-MOST_OF_THEM).map(({ author, body }) => ({ by: personOf(author), body }));
  return threadOf(latest, { isWriter: (login) => writers.has(login), earlier: persons.length - latest.length });
}

/** Of whom it has to be asked for that whether they may push. */
export function talkersOf(comments: readonly Comment[]): readonly string[] {
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
