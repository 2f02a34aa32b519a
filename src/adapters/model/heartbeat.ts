// Whether the other side is still there. The SDK waits for a silent stream for ever, and shows no pings; here every byte counts.

/** Ends a request when nothing comes for so long, or when somebody says so. */
export class Heartbeat {
  readonly signal: AbortSignal;
  /** Why it was ended, once it was. */
  why: 'idle' | 'cancelled' | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #from: AbortSignal | undefined;
  readonly #cancel: () => void;

  constructor(idleMs: number, from?: AbortSignal) {
    const ends = new AbortController();
    const end = (why: 'idle' | 'cancelled') => {
      this.why ??= why;
      ends.abort();
    };
    this.signal = ends.signal;
    this.#timer = setTimeout(() => end('idle'), idleMs);
    this.#cancel = () => end('cancelled');
    this.#from = from;
    if (from?.aborted) this.#cancel();
    else from?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** A response whose every chunk is a beat; so is its beginning. */
  watch(response: Response): Response {
    this.#timer.refresh();
    if (!response.body) return response;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#timer.refresh();
        out.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#from?.removeEventListener('abort', this.#cancel);
  }
}
