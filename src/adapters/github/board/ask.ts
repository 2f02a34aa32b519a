// Batches many small GraphQL questions of a scan into few requests, at most four at a time. A failed question is split and sent again; one
// that cannot be split is reported as missing, so that a failure is never taken for "there is none". The other files of this folder write
// their questions for it; adapters/github/labels.ts uses its string literals.
import type { Clock } from '../../../ports/index.js';

/** A question that can share a query with others. */
export interface Question {
  /** One root field, without alias: `nodes(ids: ["…"]) { ...Issue }`. */
  readonly field: string;
  /** Approximate number of requested records, weighted by their cost. */
  readonly weight: number;
  /** The same question in smaller parts; empty if it cannot be split. */
  readonly halves: () => readonly Question[];
  /** Receives the value of the field, with the errors that GitHub reports for it. */
  readonly take: (value: unknown, problems: readonly Problem[]) => void;
  /** Called if the question was not answered and cannot be split. */
  readonly fail: (why: string) => void;
}

/** A GraphQL error in an answer; `path` is relative to the question's field. */
export interface Problem {
  readonly type: string | undefined;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Graphql = <T>(query: string) => Promise<T>;

/** Sends questions in batches. */
export interface Asker {
  /** Sends all questions in as few requests as possible. */
  ask(questions: readonly Question[]): Promise<void>;
}

interface RawError {
  readonly type?: string | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly message: string;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly RawError[];
}

/** Maximum weight of one request; GitHub cancels a query after ten seconds. */
const MAX_WEIGHT = 600;

/** Concurrent requests of one scan. */
const MAX_CONCURRENT = 4;

/**
 * After this many failed requests in a row GitHub counts as unreachable. Isolating one unreadable record among six hundred takes eleven
 * splits.
 */
const MAX_FAILURES_IN_A_ROW = 12;

/** After failed requests of so many milliseconds in all, a scan stops asking. */
const MAX_FAILING_MS = 120_000;

/** GraphQL error types that do not go away. Other errors may disappear when less is requested. */
const FINAL = ['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES'];

export const isFinal = ({ type }: Problem): boolean => type !== undefined && FINAL.includes(type);

/** Creates an asker for one scan. A query contains only the fragments that it uses. */
export function createAsker(
  graphql: Graphql,
  { fragments, clock }: { fragments: Readonly<Record<string, string>>; clock: Pick<Clock, 'now'> },
): Asker {
  let failuresInARow = 0;
  let failingMs = 0;
  const hasGivenUp = () => failuresInARow >= MAX_FAILURES_IN_A_ROW || failingMs >= MAX_FAILING_MS;

  const answerTo = async (questions: readonly Question[]): Promise<Answer | string> => {
    if (hasGivenUp()) return 'GitHub did not answer';
    const startedAt = clock.now();
    try {
      const data = await graphql<Record<string, unknown>>(queryOf(questions, fragments));
      failuresInARow = 0;
      return { data, errors: [] };
    } catch (error) {
      const partial = partialOf(error);
      if (partial?.data) return partial;
      // A refused token is a user error and an unknown error is a bug; both end the scan.
      if (isRefusal(error) || !(partial || isUnanswered(error))) throw error;
      failuresInARow += isLimit(error) ? MAX_FAILURES_IN_A_ROW : 1;
      failingMs += clock.now() - startedAt;
      return partial?.errors[0]?.message ?? (error instanceof Error ? error.message : String(error));
    }
  };

  const send = async (questions: readonly Question[]): Promise<void> => {
    const answer = await answerTo(questions);
    if (typeof answer === 'string') return sendHalves(questions, answer);
    for (const { question, why, settle } of distributeAnswers(questions, answer)) {
      const halves = hasGivenUp() ? [] : question.halves();
      if (halves.length === 0) settle(why);
      for (const half of halves) await send([half]);
    }
  };

  const sendHalves = async (questions: readonly Question[], why: string): Promise<void> => {
    const [single, ...others] = questions;
    if (!single) return;
    if (others.length > 0) {
      const middle = Math.ceil(questions.length / 2);
      await send(questions.slice(0, middle));
      return send(questions.slice(middle));
    }
    const halves = hasGivenUp() ? [] : single.halves();
    if (halves.length === 0) single.fail(why);
    for (const half of halves) await send([half]);
  };

  const limited = concurrencyLimit(MAX_CONCURRENT);
  let queue: Queued[] = [];

  const flush = (): void => {
    const queued = queue;
    queue = [];
    const groups = batchesOf(queued.flatMap(({ questions }) => questions)).map((questions) => ({
      questions: new Set(questions),
      sent: limited(() => send(questions)),
    }));
    for (const { questions, resolve, reject } of queued) {
      const ownGroups = groups.filter((group) => questions.some((question) => group.questions.has(question)));
      Promise.all(ownGroups.map(({ sent }) => sent)).then(() => resolve(), reject);
    }
  };

  return {
    /** Questions asked in the same turn of the event loop share requests. */
    ask(questions) {
      if (questions.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ questions, resolve, reject });
      });
    },
  };
}

/** The questions of one `ask`. */
interface Queued {
  readonly questions: readonly Question[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs at most `count` tasks at the same time; others wait in order. */
function concurrencyLimit(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count) await new Promise<void>((go) => void waiting.push(go));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

interface FailedQuestion {
  readonly question: Question;
  readonly why: string;
  /** Called if it cannot be split further: accepts what was received and reports the rest as missing. */
  readonly settle: (why: string) => void;
}

/** Passes every question its answer; returns the questions that failed and must be asked again. */
function distributeAnswers(questions: readonly Question[], { data, errors }: Answer): readonly FailedQuestion[] {
  return questions.flatMap((question, index) => {
    const alias = `p${index}`;
    const value = data?.[alias] ?? null;
    const problems = errors
      .filter(({ path }) => path === undefined || path[0] === alias)
      .map(({ type, path = [], message }) => ({ type, path: path.slice(1), message }));
    const retryable = problems.find((each) => !isFinal(each));
    if (retryable) {
      const settle = (why: string) => (value === null ? question.fail(why) : question.take(value, problems));
      return [{ question, why: retryable.message, settle }];
    }
    question.take(value, problems);
    return [];
  });
}

/** Distributes questions among requests, the heaviest first, each request up to the maximum weight. */
function batchesOf(questions: readonly Question[]): readonly (readonly Question[])[] {
  const batches: { questions: Question[]; remainingWeight: number }[] = [];
  for (const question of [...questions].sort((a, b) => b.weight - a.weight)) {
    const batch = batches.find(({ remainingWeight }) => remainingWeight >= question.weight);
    if (batch) {
      batch.questions.push(question);
      batch.remainingWeight -= question.weight;
    } else batches.push({ questions: [question], remainingWeight: MAX_WEIGHT - question.weight });
  }
  return batches.map(({ questions: batch }) => batch);
}

/** The query of these questions, with the fragments that they use. */
function queryOf(questions: readonly Question[], fragments: Readonly<Record<string, string>>): string {
  const body = questions.map(({ field }, index) => `p${index}: ${field}`).join('\n');
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\.\.\.([A-Z]\w*)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(fragments[name] ?? '');
    }
  };
  visit(body);
  return `query crewBoard {\n${body}\nrateLimit { cost }\n}\n${[...used].map((name) => fragments[name] ?? '').join('\n')}`;
}

/** The answer in an error that has GraphQL errors, with data if there is some; null for any other error. */
function partialOf(error: unknown): Answer | null {
  if (typeof error !== 'object' || error === null || !('errors' in error) || !Array.isArray(error.errors)) return null;
  const data = 'data' in error && typeof error.data === 'object' ? error.data : null;
  return { data: data as Answer['data'], errors: error.errors as readonly RawError[] };
}

/** Whether a request failed without a GraphQL answer. */
const isUnanswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && ('ends' in error || 'status' in error);

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'ends' in error && error.ends === 'refused';

const isLimit = (error: unknown): boolean => error instanceof Error && /limit/i.test(error.message);

/** A GraphQL string literal. */
export const stringLiteral = (text: string): string => JSON.stringify(text);

export const stringListLiteral = (texts: readonly string[]): string => `[${texts.map(stringLiteral).join(', ')}]`;
