// Batches many small GraphQL questions into few requests, at most four at a time. A failed question is split and sent again; one that
// cannot be split is reported as missing, so that a failure is never taken for "there is none".
import type { Clock } from '../../../ports/index.js';

/** A question that can share a query with others. */
export interface Question {
  /** One root field, without alias: `nodes(ids: ["…"]) { ...Issue }`. */
  readonly field: string;
  /** Approximate number of requested records, weighted by their cost. */
  readonly weight: number;
  /** The same question in smaller parts; empty if it cannot be split. */
  readonly halves: () => readonly Question[];
  readonly take: (value: unknown, problems: readonly Problem[]) => void;
  readonly lost: (why: string) => void;
}

/** A GraphQL error beside data; `path` is relative to the part's field. */
export interface Problem {
  readonly type: string | undefined;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Graphql = <T>(query: string) => Promise<T>;

/** Sends questions in batches. */
export interface Asker {
  /** Sends all parts in as few requests as possible. */
  ask(parts: readonly Question[]): Promise<void>;
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

/** Total time of failed requests after which a scan stops asking. */
const MAX_FAILING_MS = 120_000;

/** These errors are final answers. Other errors may disappear when less is requested. */
const FINAL = ['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES'];

export const isFinal = ({ type }: Problem): boolean => type !== undefined && FINAL.includes(type);

/** Creates an asker for one scan. A query contains only the fragments that it uses. */
export function createAsker(
  graphql: Graphql,
  { fragments, clock }: { fragments: Readonly<Record<string, string>>; clock: Pick<Clock, 'now'> },
): Asker {
  let inARow = 0;
  let failedFor = 0;
  const isOver = () => inARow >= MAX_FAILURES_IN_A_ROW || failedFor >= MAX_FAILING_MS;

  const answerTo = async (parts: readonly Question[]): Promise<Answer | string> => {
    if (isOver()) return 'GitHub did not answer';
    const began = clock.now();
    try {
      const data = await graphql<Record<string, unknown>>(queryOf(parts, fragments));
      inARow = 0;
      return { data, errors: [] };
    } catch (error) {
      const partial = partialOf(error);
      if (partial?.data) return partial;
      // A refused token is a user error and an unknown error is a bug; both end the scan.
      if (isRefusal(error) || !(partial || isUnanswered(error))) throw error;
      inARow += isLimit(error) ? MAX_FAILURES_IN_A_ROW : 1;
      failedFor += clock.now() - began;
      return partial?.errors[0]?.message ?? (error instanceof Error ? error.message : String(error));
    }
  };

  const send = async (parts: readonly Question[]): Promise<void> => {
    const answer = await answerTo(parts);
    if (typeof answer === 'string') return smaller(parts, answer);
    for (const { part, why, settle } of distributeAnswers(parts, answer)) {
      const halves = isOver() ? [] : part.halves();
      if (halves.length === 0) settle(why);
      for (const half of halves) await send([half]);
    }
  };

  const smaller = async (parts: readonly Question[], why: string): Promise<void> => {
    const [one, ...others] = parts;
    if (!one) return;
    if (others.length > 0) {
      const middle = Math.ceil(parts.length / 2);
      await send(parts.slice(0, middle));
      return send(parts.slice(middle));
    }
    const halves = isOver() ? [] : one.halves();
    if (halves.length === 0) one.lost(why);
    for (const half of halves) await send([half]);
  };

  const limited = atMost(MAX_CONCURRENT);
  let queue: Queued[] = [];

  const flush = (): void => {
    const asked = queue;
    queue = [];
    const groups = batchesOf(asked.flatMap(({ parts }) => parts)).map((parts) => ({
      parts: new Set(parts),
      sent: limited(() => send(parts)),
    }));
    for (const { parts, resolve, reject } of asked) {
      const mine = groups.filter((group) => parts.some((part) => group.parts.has(part)));
      Promise.all(mine.map(({ sent }) => sent)).then(() => resolve(), reject);
    }
  };

  return {
    /** Questions asked in the same turn of the event loop share requests. */
    ask(parts) {
      if (parts.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ parts, resolve, reject });
      });
    },
  };
}

interface Queued {
  readonly parts: readonly Question[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs at most `count` tasks at the same time; others wait in order. */
function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
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
  readonly part: Question;
  readonly why: string;
  /** Called if it cannot be split further: accepts what was received and reports the rest as missing. */
  readonly settle: (why: string) => void;
}

/** Passes every part its answer; returns the parts that failed and must be asked again. */
function distributeAnswers(parts: readonly Question[], { data, errors }: Answer): readonly FailedQuestion[] {
  return parts.flatMap((part, index) => {
    const alias = `p${index}`;
    const value = data?.[alias] ?? null;
    const problems = errors
      .filter(({ path }) => path === undefined || path[0] === alias)
      .map(({ type, path = [], message }) => ({ type, path: path.slice(1), message }));
    const trouble = problems.find((each) => !isFinal(each));
    if (trouble) {
      const settle = (why: string) => (value === null ? part.lost(why) : part.take(value, problems));
      return [{ part, why: trouble.message, settle }];
    }
    part.take(value, problems);
    return [];
  });
}

function batchesOf(parts: readonly Question[]): readonly (readonly Question[])[] {
  const groups: { parts: Question[]; room: number }[] = [];
  for (const part of [...parts].sort((a, b) => b.weight - a.weight)) {
    const group = groups.find(({ room }) => room >= part.weight);
    if (group) {
      group.parts.push(part);
      group.room -= part.weight;
    } else groups.push({ parts: [part], room: MAX_WEIGHT - part.weight });
  }
  return groups.map((group) => group.parts);
}

function queryOf(parts: readonly Question[], fragments: Readonly<Record<string, string>>): string {
  const body = parts.map(({ field }, index) => `p${index}: ${field}`).join('\n');
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

/** The data of an answer with errors. */
function partialOf(error: unknown): Answer | null {
  if (typeof error !== 'object' || error === null || !('errors' in error) || !Array.isArray(error.errors)) return null;
  const data = 'data' in error && typeof error.data === 'object' ? error.data : null;
  return { data: data as Answer['data'], errors: error.errors as readonly RawError[] };
}

const isUnanswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && ('ends' in error || 'status' in error);

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'ends' in error && error.ends === 'refused';

const isLimit = (error: unknown): boolean => error instanceof Error && /limit/i.test(error.message);

/** A GraphQL string literal. */
export const stringLiteral = (text: string): string => JSON.stringify(text);

export const stringListLiteral = (texts: readonly string[]): string => `[${texts.map(stringLiteral).join(', ')}]`;
