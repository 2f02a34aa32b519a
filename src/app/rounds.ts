// Time changes a field too: what nobody touched grows stale. So the App looks again by itself, for as long as that finds something.
import type { Clock, Log } from '../ports/index.js';

/** How often to look again, and after how many looks that changed nothing to wait for somebody to do something. */
export interface Pace {
  readonly everyMinutes: number;
  readonly most: number;
}

export interface Rounds {
  /** A field was just looked at, because of an event or in a round; the next round is due from here. */
  looked(
    key: string,
    of: { readonly pace: Pace; readonly changed: boolean; readonly again: () => Promise<void> },
  ): void;
  /** Somebody did something: the count begins anew. */
  wake(key: string): void;
  stop(): void;
}

interface Round {
  /** Looks in a row that changed nothing. */
  idle: number;
  waiting: AbortController;
}

/** Keeps the rounds of every field. */
export function rounds(clock: Clock, log: Log): Rounds {
  const kept = new Map<string, Round>();
  const looked: Rounds['looked'] = (key, { pace, changed, again }) => {
    const before = kept.get(key);
    before?.waiting.abort();
    const round: Round = { idle: changed ? 0 : (before?.idle ?? 0) + 1, waiting: new AbortController() };
    kept.set(key, round);
    if (round.idle >= pace.most) return;
    const { signal } = round.waiting;
    void clock
      .sleep(pace.everyMinutes * 60_000, signal)
      .then(() => (signal.aborted ? undefined : again()))
      .catch((error: unknown) => {
        log('look failed', { key, error: String(error) });
        // A look that failed found nothing; the next one may.
        if (!signal.aborted) looked(key, { pace, changed: false, again });
      });
  };
  return {
    looked,
    wake(key) {
      const round = kept.get(key);
      if (round) round.idle = 0;
    },
    stop() {
      for (const { waiting } of kept.values()) waiting.abort();
      kept.clear();
    },
  };
}
