// What may still come of a run that is over: its checks are waited for, and a round may follow. Its journal is closed, so that whoever
// wants nothing more to come of it says so beside it.
import { Conflict } from '../errors.js';
import type { Store } from '../ports.js';

const logOf = (run: string): string => `let-be/${run}`;

/** From now on nothing more comes of it by itself. Said twice, it is said once. */
export async function letBe(store: Store, run: string, by: string): Promise<void> {
  await store.append(logOf(run), `${JSON.stringify({ by })}\n`, null).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
}

/** Whether somebody has said so. */
export async function isLetBe(store: Store, run: string): Promise<boolean> {
  return (await store.read(logOf(run))) !== null;
}
