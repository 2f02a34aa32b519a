// The words of the views of a run: page, terminal output and comment.
import type { Saying } from '../../../ports/run.js';

export type Heading =
  | 'asked'
  | 'outcome'
  | 'question'
  | 'pictures'
  | 'course'
  | 'talk'
  | 'signals'
  | 'memory'
  | 'unasked'
  | 'verification'
  | 'comparison'
  | 'tamper'
  | 'diff'
  | 'cost'
  | 'steps';

export type Column =
  | 'step'
  | 'command'
  | 'since'
  | 'took'
  | 'cost'
  | 'who'
  | 'turns'
  | 'read'
  | 'wrote'
  | 'exit'
  | 'place'
  | 'found';

export interface Tokens {
  /** All input tokens, and the percentage of them that came from the cache. */
  readonly all: string;
  readonly hit: number;
  readonly out: string;
}

export interface RunWords {
  readonly heading: Readonly<Record<Heading, string>>;
  readonly column: Readonly<Record<Column, string>>;
  /** Heading of the current activity of a run in progress. */
  readonly now: string;
  /** The title of a part of a workflow, by its name in the journal. */
  readonly part: (name: string) => string;
  readonly took: (ms: number) => string;
  readonly since: (at: string) => string;
  readonly lasted: (of: { from: string; took: string }) => string;
  /** The cost, with the limit if there is one. */
  readonly spent: (of: { usd: string; limit: string | undefined }) => string;
  readonly left: (of: { usd: string; left: string }) => string;
  readonly estimated: (of: { low: string; high: string }) => string;
  readonly tokens: (of: Tokens) => string;
  /** Beside calls that ran without approval. */
  readonly unasked: string;
  readonly turn: (number: number) => string;
  readonly turns: (count: number) => string;
  readonly lost: (count: number) => string;
  /** The delay until a failed model call is repeated. */
  readonly again: (took: string) => string;
  readonly lostTurn: (of: { why: string; usd: string }) => string;
  readonly counters: (of: {
    readonly consecutive_failures: number;
    readonly total_verify_loops: number;
    readonly replans: number;
  }) => string;
  readonly steps: (count: number) => string;
  readonly earlier: (count: number) => string;
  readonly more: (count: number) => string;
  /** Replaces the middle of a long text. */
  readonly leftOut: (letters: string) => string;
  readonly lines: (count: number) => string;
  readonly nothing: string;
  readonly thought: string;
  /** The label of messages from crew to the model. */
  readonly note: string;
  readonly person: string;
  readonly people: string;
  readonly input: string;
  readonly output: string;
  /** The result of a call that has no output. */
  readonly deed: Readonly<Record<'void' | 'begun' | 'handedIn' | 'sentBack' | 'never', string>>;
  readonly stop: Readonly<Record<'length' | 'overflow' | 'declined', string>>;
  readonly status: Readonly<Record<'succeeded' | 'failed' | 'running', string>>;
  readonly verdict: Readonly<Record<'PASS' | 'FAIL' | 'INFRA_ERROR', string>>;
  readonly compared: Readonly<Record<'fixed' | 'broken' | 'before' | 'flaky', string>>;
  readonly noTamper: string;
  readonly diffOf: (of: { files: number; added: number; removed: number; base: string }) => string;
  /** What a person did. Their text is shown beside it. */
  readonly signals: (of: { is: Saying['is']; usd?: string | undefined; ids?: string | undefined }) => string;
  /** How to answer. The commands are Markdown code. */
  readonly reply: (commands: readonly string[]) => string;
  readonly toContent: string;
  readonly openAll: string;
  readonly closeAll: string;
  readonly copy: string;
  readonly copied: string;
  readonly course: string;
}
