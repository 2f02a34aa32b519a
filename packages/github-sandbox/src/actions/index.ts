// Connects the runner to the embedded GitHub. Exported by the package's src/index.ts.
//
// an event       → start-runs converts it for the runner; runner-host records the runs that it starts
// a dispatch     → GitHub creates the run and returns its id; the runner executes it under this id (start-runs)
// a run changes  → run-records copies the change to GitHub's record (REST, webhooks) and stores logs and summaries for the pages
//
// Other services of the runner (files, tokens, secrets, artifacts) are in runner-host.
import { join } from 'node:path';
import type { GitHub } from '../github/index.js';
import type { RunRecords } from '../page/index.js';
import { createRunner, type Runner, type RunnerOptions } from '../runner/index.js';
import { openRunRecords } from './run-records.js';
import { createHost } from './runner-host.js';
import { executeDispatched, rerun, runnerEvent } from './start-runs.js';

/** Work that an event started. The sender of the event does not wait for it. */
type WorkTracker = {
  add(work: Promise<unknown>): void;
  isBusy(): boolean;
  /** Resolves when no work is left, successful or not. */
  settled(): Promise<void>;
  /** Throws the errors of the work since the last call, if there were any. */
  throwFailures(): void;
};

/** Creates a tracker without work. */
export function trackWork(): WorkTracker {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const watch = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (failure) {
      failures.push(failure);
    }
  };
  return {
    add(work) {
      const watched = watch(work).then(() => void running.delete(watched));
      running.add(watched);
    },
    isBusy: () => running.size > 0,
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    throwFailures() {
      if (failures.length > 0) throw new AggregateError(failures.splice(0), 'the embedded Actions failed');
    },
  };
}

export type ActionsOptions = Pick<RunnerOptions, 'actions' | 'nextInQueue' | 'node' | 'path' | 'timing'> & {
  /** The folder in which jobs get their working folders and artifacts are stored. */
  readonly dir: string;
};

export type Actions = {
  readonly runner: Runner;
  /** For the pages: runs with their jobs, summaries and logs. */
  readonly runs: RunRecords;
  /** Resolves when all started runs have ended. Throws errors of the runner itself. */
  idle(): Promise<void>;
  /** Ends running jobs and stops listening. Call it before closing GitHub, because jobs send requests until they end. */
  close(): Promise<void>;
};

/** Adds a runner to an embedded GitHub: from now on events start the workflows that are committed there. */
export function plugActions(github: GitHub, { dir, ...options }: ActionsOptions): Actions {
  const records = openRunRecords(github.state);
  const runner = createRunner({
    ...options,
    host: createHost(github, { dir: join(dir, 'artifacts'), records }),
    dir: join(dir, 'machines'),
    now: () => new Date(github.world.now()),
  });
  const starting = trackWork();
  const ending = trackWork();
  /** A run can be cancelled only after it has started. */
  const cancel = async (id: number, how: { force: boolean }): Promise<void> => {
    await starting.settled();
    await runner.cancel(id, how);
  };
  const stopListening = github.on('event', (event) => {
    const started = runnerEvent(event);
    if (started !== null) starting.add(runner.trigger(started));
  });
  github.plugExecutor({
    start: (run) => starting.add(executeDispatched(github.world, { runner, run })),
    cancel: (id, how = { force: false }) => ending.add(cancel(id, how)),
    rerun: (run, only) => starting.add(rerun(github.world, { runner, run, only })),
    approve: (run) => starting.add(runner.approve(run.id)),
    log: (run, job) =>
      records
        .pages(run.id)
        .logs.filter((each) => each.job === job.name)
        .map(({ text }) => text)
        .join('\n') || null,
  });

  const idle = async (): Promise<void> => {
    do {
      await starting.settled();
      await ending.settled();
      await runner.idle();
    } while (starting.isBusy() || ending.isBusy());
    starting.throwFailures();
    ending.throwFailures();
  };

  return {
    runner,
    runs: records,
    idle,
    async close() {
      stopListening();
      await runner.close();
      await idle();
    },
  };
}
