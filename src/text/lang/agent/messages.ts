// What crew says of an agent at work.

/** Why it ended without an answer (agent/ended.ts). */
export type WhyName =
  | 'turns'
  | 'usd'
  | 'minutes'
  | 'purse'
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

/** Where somebody reads it, and therefore how they reply: in a thread if nothing is said. */
export type Place = 'terminal' | 'thread';

export interface AgentMessages {
  readonly asks: (of: {
    readonly role: string;
    readonly run: string;
    readonly id: string;
    readonly kind: 'question' | 'approval' | 'pause' | 'budget';
    readonly question: string;
    readonly choices?: readonly string[] | undefined;
    readonly place?: Place | undefined;
    /** Of a budget that a day limits: more of it comes with another day, or from the configuration. */
    readonly day?: boolean | undefined;
  }) => string;
  /** Its budget is used up: what it asks for. */
  readonly budget: (of: { readonly why: WhyName; readonly usd: number; readonly limitUsd: number }) => string;
  readonly stuck: (of: { readonly role: string; readonly why: WhyName }) => string;
  readonly cancelled: (of: { readonly run: string }) => string;
  readonly failed: (of: {
    readonly role: string;
    readonly why: WhyName;
    readonly detail: string | undefined;
    /** The run, where it can be gone on with. */
    readonly goesOn?: string | undefined;
  }) => string;
}
