// A GitHub as it stood at one moment, to be put back to it as often as anybody wants: hundreds of lives begin at the same place, and it
// is made once.
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { newFolder } from '../../build/folder.js';
import { stillness } from './life.js';
import type { FixShop } from './shop.js';

/** Keeps it; gives what puts it back. Objects of git that came in between stay, and are on no branch. */
export async function keep({ embedded, clock }: FixShop): Promise<() => Promise<void>> {
  const { state } = embedded;
  const at = clock.now();
  const kept = copyOf(state);
  const refs = await Promise.all(
    [...state.repositories.values()].map(async ({ gitDir }) => {
      const to = await newFolder();
      await cp(path.join(gitDir, 'refs'), to, { recursive: true });
      return { of: path.join(gitDir, 'refs'), to };
    }),
  );
  return async () => {
    await stillness();
    embedded.faults.clear();
    refill(state, copyOf(kept));
    for (const { of, to } of refs) {
      await rm(of, { recursive: true });
      await cp(to, of, { recursive: true });
    }
    clock.turnBack(at);
  };
}

type Book = Readonly<Record<string, unknown>>;

function refill(state: Book, kept: Book): void {
  for (const [name, now] of Object.entries(state)) {
    const then = kept[name];
    if (now instanceof Map && then instanceof Map) {
      now.clear();
      for (const [key, value] of then) now.set(key, value);
    } else if (Array.isArray(now) && Array.isArray(then)) now.splice(0, now.length, ...then);
  }
}

/** Records that point at each other in circles; what is no record (a function, a promise) never changes, and is shared. */
function copyOf<T>(of: T, copies = new Map<unknown, unknown>()): T {
  if (typeof of !== 'object' || of === null || of instanceof Promise) return of;
  const made = copies.get(of);
  if (made !== undefined) return made as T;
  const empty = Array.isArray(of) ? [] : of instanceof Map ? new Map() : of instanceof Set ? new Set() : {};
  copies.set(of, empty);
  if (of instanceof Map && empty instanceof Map)
    for (const [key, value] of of) empty.set(copyOf(key, copies), copyOf(value, copies));
  else if (of instanceof Set && empty instanceof Set) for (const value of of) empty.add(copyOf(value, copies));
  else for (const [name, value] of Object.entries(of)) Object.assign(empty, { [name]: copyOf(value, copies) });
  return empty as T;
}
