// What a pull request's review asks for: remarks beside lines, words of reviews, and red checks. As it stood when the run began; only
// of people who may push, since anybody can write a comment. Pure.
import { readMarker } from '../../../changes/marker.js';
import type { CiRead, Comment, ReviewRead } from '../../../ports/index.js';
import { sanitize } from '../../../text/sanitize.js';
import { clipped, fenced } from './fence.js';

export interface Remark {
  /** By which it is answered. */
  readonly id: number;
  readonly path: string;
  readonly line: number | null;
  readonly said: readonly { readonly by: string; readonly text: string }[];
}

export interface Reviewed {
  readonly remarks: readonly Remark[];
  readonly words: readonly { readonly by: string; readonly text: string }[];
  readonly red: readonly { readonly name: string; readonly text: string }[];
}

/** Everybody who said something in it. */
export function speakersOf({ reviews, threads }: ReviewRead): readonly string[] {
  const all = [...reviews, ...threads.flatMap(({ comments }) => comments)].filter(isPersons);
  return [...new Set(all.map(({ author }) => author.login))];
}

const isPersons = ({ body }: Comment): boolean => readMarker(body) === null;

const MOST = 4000;

/** What of it is a task. `writers` are those who may push. */
export function reviewedOf(
  read: ReviewRead,
  ci: Pick<CiRead, 'state' | 'failures'>,
  writers: ReadonlySet<string>,
): Reviewed {
  const isMeant = (each: Comment) => isPersons(each) && writers.has(each.author.login);
  const said = ({ author, body }: Comment) => ({ by: author.login, text: clipped(sanitize(body).text.trim(), MOST) });
  const remarks = read.threads
    .filter(({ resolved, comments }) => !resolved && comments.some(isMeant))
    // What crew answered last waits for the person.
    .filter(({ comments }) => comments.at(-1) !== undefined && isPersons(comments.at(-1) as Comment))
    .map(({ id, path, line, comments }) => ({ id, path, line, said: comments.filter(isMeant).map(said) }));
  const words = read.reviews.filter(isMeant).map(said);
  const red =
    ci.state === 'red'
      ? ci.failures.map(({ name, summary, annotations }) => ({ name, text: redText(summary, annotations) }))
      : [];
  return { remarks, words: words.filter(({ text }) => text !== ''), red };
}

/** What a red check has to say, with the lines that it points at. */
export function redText(summary: string, annotations: CiRead['failures'][number]['annotations']): string {
  const lines = annotations.slice(0, 20).map(({ path, line, message }) => `${path}:${line}: ${message}`);
  return clipped(sanitize([summary, ...lines].join('\n')).text, MOST);
}

export const isEmpty = ({ remarks, words, red }: Reviewed): boolean => remarks.length + words.length + red.length === 0;

/** As the Editor reads it. */
export function reviewText({ remarks, words, red }: Reviewed): string {
  return [
    ...remarks.map(({ path, line, said }) =>
      fenced(
        `Remarked in the review of this pull request, at ${JSON.stringify(path)}${line === null ? '' : `, line ${line}`}`,
        said.map(({ by, text }) => `${by}: ${text}`).join('\n\n'),
      ),
    ),
    ...words.map(({ by, text }) => fenced(`Said by ${by} in a review of this pull request`, text)),
    ...red.map(({ name, text }) =>
      fenced(`The check ${JSON.stringify(name)} of this pull request is red; it says`, text),
    ),
  ].join('\n\n');
}
