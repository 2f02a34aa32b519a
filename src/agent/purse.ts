// What may still be spent, by everybody who works for one run. Dollars leave it when a reply was paid for; who looks into it
// before each call passes its limit by one call at the most.
import type { DayEnd } from './ledger.js';

export interface Purse {
  /** As it is now: it can be raised while the work goes on. */
  readonly limitUsd: number;
  spentUsd(): number;
  /** The least of what is left here and in the purse that this one is a share of. */
  leftUsd(): number;
  spend(usd: number): void;
  /** A purse for a child, with a share of what is left now; what it spends leaves this one too. */
  share(part: number): Purse;
  /** Before each turn: puts in what was added meanwhile. */
  refill(): Promise<void>;
  /** Whose day it was that left no more than this, if a day did. */
  dayOf(): DayEnd | undefined;
}

/** Where a purse is filled from, if from anywhere. */
export type Source = Pick<Purse, 'refill' | 'dayOf'>;

const nowhere: Source = { refill: async () => undefined, dayOf: () => undefined };

/**
 * A purse with so much in it, or with as much as a function says now. Told again, a run fills it anew and spends from it what
 * its journal says.
 */
export function openPurse(limit: number | (() => number), source: Source = nowhere, above?: Purse): Purse {
  let spent = 0;
  const purse: Purse = {
    get limitUsd() {
      return typeof limit === 'number' ? limit : limit();
    },
    spentUsd: () => spent,
    leftUsd: () => Math.max(0, Math.min(purse.limitUsd - spent, above?.leftUsd() ?? Number.POSITIVE_INFINITY)),
    spend(usd) {
      spent += usd;
      above?.spend(usd);
    },
    share: (part) => openPurse(purse.leftUsd() * part, { ...source, dayOf: () => undefined }, purse),
    ...source,
  };
  return purse;
}
