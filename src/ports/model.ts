import type { Ask, Turn } from '../model.js';

/** A language model. One turn, or a NoTurn; nothing is tried again here: whoever asks owns the retries. */
export interface Model {
  /**
   * `hear` gets text as it comes, to be shown and nothing else: what counts is the turn. `began` is called once the service
   * has begun to reply: from then on other requests with the same beginning read it from the cache.
   */
  turn(
    ask: Ask,
    how: {
      readonly onText?: (text: string) => void;
      /** Gets summaries of its thinking, where the service gives them. */
      readonly think?: (text: string) => void;
      readonly began?: () => void;
      readonly signal?: AbortSignal;
    },
  ): Promise<Turn>;
}
