import { memoryStore } from '../../src/adapters/store/memory.js';
import type { Desk } from '../../src/core/desk.js';
import type { Clock, Store } from '../../src/ports.js';
import { quickClock } from './clock.js';

export interface DeskOptions {
  readonly store?: Store;
  readonly clock?: Clock;
  readonly name?: string;
  /** Who surely is no more. */
  readonly gone?: readonly string[];
  readonly redact?: (text: string) => string;
}

/** A desk in memory, unless it is said where. */
export function deskOf(of: DeskOptions = {}): Desk {
  const store = of.store ?? memoryStore();
  return {
    store,
    leases: store,
    clock: of.clock ?? quickClock(),
    holder: { name: of.name ?? 'one', isGone: (name) => of.gone?.includes(name) ?? false },
    redact: of.redact ?? ((text) => text),
  };
}
