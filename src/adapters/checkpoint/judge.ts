// What to do about a request that failed. Retries have one owner, and it is here. Pure.

export type Call = 'list' | 'delete' | 'create' | 'put' | 'finalize';

export interface Failure {
  /** Undefined: no answer came, and nobody knows what happened. */
  readonly status: number | undefined;
  readonly tries: number;
  /** No time is left for patience. */
  readonly last: boolean;
}

export type Verdict =
  | { readonly is: 'again'; readonly after: number }
  /** It may have happened: look, before it is asked for again. */
  | { readonly is: 'look'; readonly after: number }
  /** The name is held by something that nobody can see: another one, at once. */
  | { readonly is: 'burnt' }
  | { readonly is: 'given up' };

const WAITS = [1_000, 4_000];
const WAITS_AT_LAST = [250];

/**
 * Taken: by whoever never finished, or by our own first try, when only its reply was lost; these cannot be told apart, and need not be.
 * Forbidden: what was begun can now and then not be finished. Under its own name it never can, under another one it can at once.
 */
const NAME_IS_LOST: { readonly [call in Call]?: number } = { create: 409, finalize: 403 };

/** Judges one failure of one request. */
export function judge(call: Call, { status, tries, last }: Failure): Verdict {
  if (NAME_IS_LOST[call] === status && status !== undefined) return { is: 'burnt' };
  const after = (last ? WAITS_AT_LAST : WAITS)[tries - 1];
  if (after === undefined || !(mayPass(status) || isFinished(call, status))) return { is: 'given up' };
  return { is: call === 'finalize' ? 'look' : 'again', after };
}

/** A limit (429) is not waited for: the next checkpoint comes by itself. */
const mayPass = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500;

/** There is nothing left to finish for who asks twice. */
const isFinished = (call: Call, status: number | undefined): boolean =>
  call === 'finalize' && (status === 404 || status === 409);
