// What crew says about an agent's run.

/** Why it ended without an answer (agent/ended.ts). */
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

/** Where the text is read, and so how commands in it are written. Default: a thread. */
export type Place = 'terminal' | 'thread';

/** What a run waits for, and which role asks. */
export interface Asks {
  readonly role: string;
  /** Crew itself asks, in sentences of its own. */
  readonly own?: boolean | undefined;
  readonly run: string;
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause' | 'budget';
  /** Of a question the role's own words, which are quoted. What crew asks, and all that is no question, is put by crew. */
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  readonly place?: Place | undefined;
  /** Of a budget that a day limits: more of it comes with another day, or from the configuration. */
  readonly day?: boolean | undefined;
  /** Of a pause: what the guard stopped. */
  readonly stopped?: Stopped | undefined;
  /** Of a pause: false where no approval changes anything. */
  readonly lifts?: boolean | undefined;
}

/** A call that the guard did not let through. */
export interface Stopped {
  /** The tool, by crew's own name. */
  readonly tool: string;
  /** The command line, the path, the address. */
  readonly what: string;
  readonly why: string;
}

/** The pieces of a page that asks. */
export interface AsksWords {
  readonly waits: (role: string) => string;
  /** Above a quotation. */
  readonly wordsOf: (role: string) => string;
  readonly stopped: (tool: string) => string;
  readonly guardSays: string;
  /** What an approval would do; without one that would do anything, what going on does. */
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
    /** The run, where it can be continued. */
    readonly resumesAs?: string | undefined;
    readonly place?: Place | undefined;
  }) => string;
}
