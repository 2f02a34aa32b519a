// What a person says to a run that is under way, that waits, or that has stopped; and which words a run can hear. Pure.
import type { Identity } from '../ports.js';

export type Word = {
  /** The event it came by: the same one, however often it is delivered, is one word. */
  readonly key: string;
  readonly by: Pick<Identity, 'login'>;
} & Said;

export type Said =
  | { readonly is: 'answer'; readonly id?: string | undefined; readonly text: string }
  | { readonly is: 'approve'; readonly ids: readonly string[]; readonly how?: string | undefined }
  | {
      readonly is: 'reject';
      readonly ids?: readonly string[] | undefined;
      readonly category?: string | undefined;
      readonly why?: string | undefined;
    }
  | { readonly is: 'continue'; readonly addUsd?: number | undefined }
  | { readonly is: 'cancel' };

/** What a run waits for. */
export interface Awaits {
  readonly id: string;
  readonly kind: 'question' | 'selection' | 'approval' | 'budget' | 'pause' | 'storage';
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** False where nothing that anybody approves would let it through: only going on without it, or not. */
  readonly lifts?: boolean | undefined;
}

/** Who waits so long waits for nobody. */
export const AWAITED_IN_VAIN = 14 * 24 * 60 * 60 * 1000;

const GOES_ON: readonly string[] = ['partial', 'cancelled', 'infra_error', 'error'];

/** Whether a run that stands so has an ear for a word. */
export function hears(run: { status: string; awaits?: Awaits | undefined }, said: Said): boolean {
  const { status, awaits } = run;
  const waitsFor = (kinds: readonly Awaits['kind'][]) =>
    status === 'awaiting' && awaits !== undefined && kinds.includes(awaits.kind);
  switch (said.is) {
    case 'cancel':
      return status === 'running' || status === 'awaiting';
    case 'answer':
      return waitsFor(['question', 'selection']) && (said.id === undefined || said.id === awaits?.id);
    case 'approve':
      return waitsFor(['approval', 'pause']) && said.ids.includes(awaits?.id ?? '');
    case 'reject':
      return waitsFor(['approval', 'pause']) && (said.ids?.includes(awaits?.id ?? '') ?? true);
    case 'continue':
      return waitsFor(['budget', 'pause', 'storage']) || status === 'running' || GOES_ON.includes(status);
  }
}

/** Bound to what is waited for now, so that it answers nothing that is asked later. */
export function bound(said: Said, awaits: Awaits | undefined): Said {
  if (awaits === undefined) return said;
  if (said.is === 'answer') return { ...said, id: awaits.id };
  return said.is === 'reject' && said.ids === undefined ? { ...said, ids: [awaits.id] } : said;
}

/** Said last of the two, it holds. */
export function isCancelled(words: readonly Word[]): boolean {
  return words.findLast(({ is }) => is === 'cancel' || is === 'continue')?.is === 'cancel';
}

/** What was added to the budget, all in all. */
export function addedUsd(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + (word.is === 'continue' ? (word.addUsd ?? 0) : 0), 0);
}

/** What somebody said to a question, in words that a model understands; nothing yet: undefined. */
export function answerTo(words: readonly Word[], id: string): string | undefined {
  for (const word of words) {
    if (word.is === 'answer' && word.id === id) return word.text;
    if (word.is === 'approve' && word.ids.includes(id))
      return `approved${word.how === undefined ? '' : ` ${word.how}`}`;
    if (word.is === 'reject' && word.ids?.includes(id)) {
      return `rejected${word.why === undefined ? '' : `: ${word.why}`}`;
    }
  }
  return undefined;
}
