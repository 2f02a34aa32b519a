// The records of a task: the execution trace, the ledger entries, and the results of its components in the journal. Used by engine.ts.

import { EndWork } from '../../ports/errors.js';
import type { Components, EngineContext, LedgerDraft } from './components.js';
import type { TraceEntry } from './rules/contract.js';

/** The message of an error, at most 500 characters. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Records what the components of a task do. */
export class TaskRecord {
  readonly trace: TraceEntry[] = [];
  /** The ids of the entries that the ledger accepted. */
  readonly ledgerEntries: string[] = [];
  readonly #append: Components['record'];
  readonly #ctx: EngineContext;
  /** When the last component returned its result, in milliseconds. */
  #resultAt: number | undefined;

  constructor(append: Components['record'], ctx: EngineContext) {
    this.#append = append;
    this.#ctx = ctx;
  }

  /** Runs a component once. Its result and its time are in the journal, so both are the same in a continued run. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { step, clock } = this.#ctx;
    const { value, at } = await step(name, async () => ({ value: await work(), at: clock.now() }));
    this.#resultAt = at;
    return value;
  }

  /** Like `step`, but if the component throws, `fallback` gives the result. EndWork and cancellation are rethrown. */
  async stepWithFallback<T>(name: string, work: () => Promise<T>, fallback: (why: string) => T): Promise<T> {
    try {
      return await this.step(name, work);
    } catch (error) {
      if (error instanceof EndWork || this.#ctx.stop.aborted) throw error;
      this.#resultAt = undefined;
      return fallback(errorText(error));
    }
  }

  /** Appends to the learning ledger. Returns false if the ledger refused the entry; the entry is then written to standard error. */
  async append(
    ...[component, event_type, content, rationale]: [string, LedgerDraft['event_type'], string, string]
  ): Promise<boolean> {
    const draft: LedgerDraft = { component, event_type, content, rationale };
    try {
      this.ledgerEntries.push(await this.#append(draft));
      return true;
    } catch (error) {
      this.#ctx.complain(
        `crew: the learning ledger did not take an entry (${errorText(error)}): ${JSON.stringify(draft)}`,
      );
      return false;
    }
  }

  /** Adds a transition to the execution trace. */
  addTransition(state: TraceEntry['state'], component: string, outcome: string): void {
    const timestamp = new Date(this.#resultAt ?? this.#ctx.clock.now()).toISOString();
    this.trace.push({ state, timestamp, component, outcome });
  }
}
