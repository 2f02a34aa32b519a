// What crew says about an agent's run.

/** Why an agent ended without an answer (agent/ended.ts). */
export type WhyName =
  | 'turns'
  | 'usd'
  | 'minutes'
  | 'budget'
  | 'user-day'
  | 'repository-day'
  | 'repeats'
  | 'fails'
  | 'monologue'
  | 'ping-pong'
  | 'context'
  | 'no progress'
  | 'wrong'
  | 'judged'
  | 'declined'
  | 'overflow'
  | 'service'
  | 'cancelled';

/** Where the text is read, which decides how commands are written. Default: a thread. */
export type Place = 'terminal' | 'thread';

/** The question that a run waits for, and the role that asks. */
export interface Asks {
  readonly role: string;
  /** crew itself asks, so the question is not quoted. */
  readonly own?: boolean | undefined;
  readonly run: string;
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause' | 'budget';
  /** For kind `question`: the role's words, which are quoted. For other kinds: crew's words. */
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  readonly place?: Place | undefined;
  /** For a budget: a daily limit is used up, so adding money to the run does not help. */
  readonly day?: boolean | undefined;
  /** For a pause: the call that the guard stopped. */
  readonly stopped?: Stopped | undefined;
  /** For a pause: false if approval is not possible. */
  readonly lifts?: boolean | undefined;
}

/** A call that the guard stopped. */
export interface Stopped {
  /** crew's name of the tool. */
  readonly tool: string;
  /** The command line, path or URL. */
  readonly what: string;
  readonly why: string;
}

/** The parts of a message that asks. */
export interface AsksWords {
  readonly waits: (role: string) => string;
  /** The line before a quotation. */
  readonly wordsOf: (role: string) => string;
  readonly stopped: (tool: string) => string;
  readonly guardSays: string;
  /** What approving does; if approval is not possible, what continuing does. */
  readonly lifted: (lifts: boolean) => string;
  readonly reply: (of: Pick<Asks, 'run' | 'id' | 'kind' | 'place' | 'day' | 'lifts'>) => string;
}

export interface AgentMessages {
  readonly asks: (of: Asks) => string;
  readonly asking: AsksWords;
  /** The question of a run whose budget is used up. */
  readonly budget: (of: { readonly why: WhyName; readonly usd: number; readonly limitUsd: number }) => string;
  readonly stuck: (of: { readonly role: string; readonly why: WhyName }) => string;
  readonly cancelled: (of: { readonly run: string; readonly place?: Place | undefined }) => string;
  readonly failed: (of: {
    readonly role: string;
    readonly why: WhyName;
    readonly detail: string | undefined;
    /** The run id, if the run can be continued. */
    readonly resumesAs?: string | undefined;
    readonly place?: Place | undefined;
  }) => string;
}
