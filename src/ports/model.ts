import type { Ask, Turn } from '../model.js';

/** A language model. One turn, or a NoTurn; nothing is tried again here: whoever asks owns the retries. */
export interface Model {
  /** `hear` gets text as it comes, to be shown and nothing else: what counts is the turn. */
  turn(ask: Ask, how: { readonly hear?: (text: string) => void; readonly signal?: AbortSignal }): Promise<Turn>;
}
