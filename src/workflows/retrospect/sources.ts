// The texts of people in a run, with ids: request, signals, comments and reviews. Also the preference signals that need no model. Used by
// conclude.ts and work.ts, and by build/work.ts.
import type { ClaimedSignal, SignalSource } from '../../memory/preferences/state.js';
import type { Request, Signal } from '../../ports/run.js';
import type { Comment } from '../../ports/threads.js';
import type { GitHubReader } from '../../ports/workflow.js';
import { digestOf } from '../../text/digest.js';
import { unquotedText } from '../../text/unquoted-text.js';
import { writersOf } from '../fix/target.js';

/** At most this many comments of each kind are read. Earlier runs have read the older ones. */
const MAX_COMMENTS = 100;

/** Where the texts of a run are. */
interface SourcesInput {
  readonly github: GitHubReader | undefined;
  readonly issue: number | undefined;
  readonly request: Request | undefined;
  readonly signals: readonly Signal[];
}

/** The texts of a run. `mayWrite` is read from GitHub now; at a terminal it is true. */
export async function sourcesOf({ github, issue, request, signals }: SourcesInput): Promise<readonly SignalSource[]> {
  const comments = github && issue !== undefined ? await commentsOn(github, issue) : [];
  const written = [...requestSource(request), ...signals.flatMap(signalSource)];
  const logins = [...comments, ...written].map(({ author }) => author).filter(isPerson);
  const writers = github ? await writersOf(github, [...new Set(logins)]) : null;
  const mayWrite = (author: string): boolean => isPerson(author) && (writers?.has(author) ?? true);
  const known = new Map([...comments, ...written].map((each) => [each.id, each]));
  return [...known.values()].map((each) => ({ ...each, mayWrite: mayWrite(each.author) }));
}

type SourceText = Omit<SignalSource, 'mayWrite'>;

const isPerson = (login: string): boolean => login !== '' && !login.endsWith('[bot]');

/** The request has the id of its event, so that a comment with a command is one source and not two. */
function requestSource(request: Request | undefined): readonly SourceText[] {
  if (!request || request.text.trim() === '') return [];
  return [{ id: request.event.key, author: request.by?.login ?? 'you', text: request.text, time: request.at }];
}

/** The free text of a signal: an answer, a remark, a condition, a reason. */
function signalSource(signal: Signal): readonly SourceText[] {
  const text = textOf(signal);
  if (text === undefined || text.trim() === '') return [];
  return [{ id: `signal-${signal.key}`, author: signal.by.login, text, time: signal.at }];
}

/** What a person wrote in a signal; undefined if it has no free text. */
function textOf(signal: Signal): string | undefined {
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

/** The newest comments of a thread and, on a pull request, of its reviews. */
async function commentsOn(github: GitHubReader, issue: number): Promise<readonly SourceText[]> {
  const thread = await github.thread.read(issue);
  const pull = await github.pulls.read(issue);
  const reviewed = pull ? await github.reviews.read(issue) : { reviews: [], threads: [] };
  const inline = reviewed.threads.flatMap(({ comments }) => comments);
  return [
    ...thread.slice(-MAX_COMMENTS).map((each) => commentSource('thread', each)),
    ...reviewed.reviews.slice(-MAX_COMMENTS).map((each) => commentSource('review', each)),
    ...inline.slice(-MAX_COMMENTS).map((each) => commentSource('inline', each)),
  ].filter(({ text }) => text.trim() !== '');
}

const commentSource = (kind: string, { id, author, body, at, url }: Comment): SourceText => ({
  id: `${kind}-${id}`,
  author: author.login,
  text: body,
  time: at ?? new Date(0).toISOString(),
  url,
});

/** "Always" at the beginning of a sentence, or "from now on", states a preference. "Always" within a sentence is about the program. */
const FROM_NOW_ON =
  /^(?:(?:please|and|so|ok(?:ay)?)[, ]+)?(?:always|never)\b|\b(?:from now on|going forward|in (?:the )?future|next time)\b|今後は|これからは|次からは|次回から|以後は/i;
const NEGATION = /\b(?:never|not|no longer|stop|don['’]?t)\b|しない|禁止|やめ/i;
/** Longer sentences are no preferences. */
const MAX_SENTENCE_CHARACTERS = 300;

const sentencesIn = (text: string): readonly string[] =>
  unquotedText(text)
    .split('\n')
    .flatMap((line) => [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE_CHARACTERS);

/** The topic of a sentence, derived from its words. Case, spaces and punctuation make no difference. */
const topicOf = (text: string): string =>
  `said_${digestOf(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{P}\s]+/gu, ' ')
      .trim(),
  ).slice(0, 12)}`;

/** Preference signals of a run whose workflow asks no model for them: explicit sentences, and reasons of rejections. */
export function preferenceSignalsWithoutModel(
  sources: readonly SignalSource[],
  signals: readonly Signal[],
): readonly ClaimedSignal[] {
  const rejections = new Set(signals.filter(({ is }) => is === 'reject').map(({ key }) => `signal-${key}`));
  return sources.flatMap((source) => {
    if (rejections.has(source.id)) return rejectionOf(source);
    return sentencesIn(source.text.replace(/^\s*\/crew\s+\S+/gim, ''))
      .filter((sentence) => FROM_NOW_ON.test(sentence))
      .map((sentence) => claimedSignal('explicit', sentence, source.id));
  });
}

/** The first sentence of a reason, as a signal. */
function rejectionOf({ id, text }: SignalSource): readonly ClaimedSignal[] {
  const [first] = sentencesIn(text);
  return first === undefined ? [] : [claimedSignal('rejection', first, id)];
}

const claimedSignal = (kind: 'explicit' | 'rejection', sentence: string, source: string): ClaimedSignal => ({
  kind,
  source,
  quote: sentence,
  statement: sentence,
  topic: topicOf(sentence),
  cluster: kind === 'rejection' || NEGATION.test(sentence) ? 'avoid' : 'defaults',
});
