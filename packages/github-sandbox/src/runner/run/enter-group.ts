// Reads the concurrency group of a run, job or called workflow, and waits until the group is free.

import type { Entry } from '../decide/concurrency.js';
import { isTruthy, textFor } from '../expressions/data.js';
import type { Scope } from '../expressions/evaluate.js';
import { resolve } from '../expressions/resolve.js';
import type { Template } from '../expressions/template.js';
import { isObject, Refusal } from '../json.js';
import type { LiveRun } from './live-run.js';
import type { Machine } from './machine.js';

interface Concurrency extends Omit<Entry, 'id'> {
  group: string;
}

/** Parses a resolved `concurrency:`; an empty name means no group. */
export function concurrencyOf(template: Template, scope: Scope): Concurrency | undefined {
  const value = resolve(template, scope);
  const { group = '', queue, 'cancel-in-progress': cancel = false } = isObject(value) ? value : { group: value };
  const name = textFor(group);
  if (name === '') return undefined;
  const cancelInProgress = isTruthy(cancel);
  if (queue !== undefined && queue !== 'single' && queue !== 'max') {
    throw new Refusal(scope.where, `concurrency.queue is 'single' or 'max', not '${textFor(queue)}'`);
  }
  if (queue === 'max' && cancelInProgress) {
    throw new Refusal(scope.where, "concurrency: 'queue: max' and 'cancel-in-progress: true' exclude each other");
  }
  return { group: name, cancelInProgress, queue: queue ?? 'single' };
}

interface Ticket {
  leave(): void;
}

interface GroupOrder {
  machine: Machine;
  live: LiveRun;
  id: string;
  concurrency: Concurrency | undefined;
  /** Aborted by a newer entry; aborting it also leaves the queue. */
  stop: AbortController;
}

/**
 * Waits until the group is free; undefined if the entry is cancelled while it waits. If the caller of this job holds the group, it would
 * never become free; then the run is cancelled, as on GitHub.
 */
export async function enterGroup({ machine, live, id, concurrency, stop }: GroupOrder): Promise<Ticket | undefined> {
  if (concurrency === undefined) return { leave: () => undefined };
  const group = `${live.run.repo}:${concurrency.group}`.toLowerCase();
  const holder = machine.gate.holder(group);
  if (holder !== null && id.startsWith(`${holder}/`)) {
    const inside = id.slice(holder.length + 1).replace(/\/workflow$/, '');
    live.run.problems.push(
      `Canceling since a deadlock was detected for concurrency group: '${concurrency.group}' between a top level workflow and '${inside}'`,
    );
    live.cancel.abort();
    return undefined;
  }
  if (stop.signal.aborted) return undefined;
  const leave = (): void => machine.gate.leave(group, id);
  stop.signal.addEventListener('abort', leave);
  const started = await machine.gate.enter({ ...concurrency, group, id, cancel: () => stop.abort() });
  // From now on a stop ends the work before the group is left.
  stop.signal.removeEventListener('abort', leave);
  return started ? { leave } : undefined;
}
