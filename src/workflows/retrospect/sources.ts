// What people said to a run, with ids: the request, answers and reasons, comments in its thread, and reviews of its pull request.

import type { SignalSource } from '../../memory/preferences/state.js';
import type { Comment } from '../../ports/index.js';
import type { Request, Signal } from '../../ports/run.js';
import type { GitHubReader } from '../../ports/workflow.js';
import { writersAmong } from '../fix/target.js';

/** Only the newest comments are read: older ones were looked at by earlier runs. */
const MOST_COMMENTS = 100;

export interface SourcesOf {
  readonly github: GitHubReader | undefined;
  readonly issue: number | undefined;
  readonly request: Request | undefined;
  readonly signals: readonly Signal[];
}

/** Who may be learned from is read from GitHub now; at a terminal it is the person who sits there. */
export async function sourcesOf({ github, issue, request, signals }: SourcesOf): Promise<readonly SignalSource[]> {
  const comments = github && issue !== undefined ? await commentsOn(github, issue) : [];
  const told = [...requested(request), ...signals.flatMap(saidBy)];
  const logins = [...comments, ...told].map(({ author }) => author).filter(isPerson);
  const writers = github ? await writersAmong(github, [...new Set(logins)]) : null;
  const mayWrite = (author: string): boolean => isPerson(author) && (writers?.has(author) ?? true);
  const known = new Map([...comments, ...told].map((each) => [each.id, each]));
  return [...known.values()].map((each) => ({ ...each, mayWrite: mayWrite(each.author) }));
}

type Said = Omit<SignalSource, 'mayWrite'>;

const isPerson = (login: string): boolean => login !== '' && !login.endsWith('[bot]');

/** The request has the id of its event, so that a comment that asked is one source and not two. */
function requested(request: Request | undefined): readonly Said[] {
  if (!request || request.text.trim() === '') return [];
  return [{ id: request.event.key, author: request.by?.login ?? 'you', text: request.text, time: request.at }];
}

/** The free text of a signal: an answer, a remark, a condition, a reason. */
function saidBy(signal: Signal): readonly Said[] {
  const text = wordsOf(signal);
  if (text === undefined || text.trim() === '') return [];
  return [{ id: `signal-${signal.key}`, author: signal.by.login, text, time: signal.at }];
}

function wordsOf(signal: Signal): string | undefined {
  switch (signal.is) {
    case 'answer':
      return signal.text;
    case 'select':
      return signal.remark;
    case 'approve':
      return signal.how;
    case 'reject':
      return signal.why;
    default:
      return undefined;
  }
}

async function commentsOn(github: GitHubReader, issue: number): Promise<readonly Said[]> {
  const thread = await github.thread.read(issue);
  const pull = await github.pulls.read(issue);
  const reviewed = pull ? await github.reviews.read(issue) : { reviews: [], threads: [] };
  const beside = reviewed.threads.flatMap(({ comments }) => comments);
  return [
    ...thread.slice(-MOST_COMMENTS).map((each) => said('thread', each)),
    ...reviewed.reviews.slice(-MOST_COMMENTS).map((each) => said('review', each)),
    ...beside.slice(-MOST_COMMENTS).map((each) => said('inline', each)),
  ].filter(({ text }) => text.trim() !== '');
}

const said = (kind: string, { id, author, body, at, url }: Comment): Said => ({
  id: `${kind}-${id}`,
  author: author.login,
  text: body,
  time: at ?? new Date(0).toISOString(),
  url,
});
