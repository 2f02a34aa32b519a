// What a gate took and never gave back: it died with the issue in its hands, perhaps before anything else of its run was written down.
import type { Store } from '../ports.js';
import type { Lease } from './lease.js';

/** A lease as it was left, and of which issue. */
export interface Fallen extends Lease {
  readonly issue: number;
  readonly run: string;
}

const PREFIX = 'lease/issue-';

/** What an attempt at a run of Actions, by its page, took and neither gave back nor put down. */
export async function fallenIn(store: Store, page: string): Promise<readonly Fallen[]> {
  const logs = await store.list(PREFIX);
  const found = logs.map(async (log) => {
    const text = (await store.read(log))?.text ?? '';
    return leftLying(text, page).map((each) => ({ ...each, issue: Number(log.slice(PREFIX.length)) }));
  });
  return (await Promise.all(found)).flat();
}

/** The same of one lease. Who took it later for the same run, or was asked the same, goes on with what was left. Pure. */
export function leftLying(text: string, page: string): readonly (Lease & { readonly run: string })[] {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Lease);
  const takings = [...new Map(lines.map((line) => [line.fencing, line])).values()];
  return takings.flatMap((left, n) => {
    const { run } = left;
    const isGivenOn = left.until === 0 || left.holder === run;
    if (run === undefined || left.page !== page || isGivenOn) return [];
    const isGoneOn = takings.slice(n + 1).some((later) => later.run === run || later.text === left.text);
    return isGoneOn ? [] : [{ ...left, run }];
  });
}
