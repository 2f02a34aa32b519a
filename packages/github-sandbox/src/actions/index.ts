// Actions in the embedded GitHub: the runner, plugged in.
//
//   an event      → start-runs turns it into what the runner understands; the runs it starts are recorded by host-on
//   a dispatch    → GitHub made the run and answered with its id; the runner carries it out under that id (start-runs)
//   a run goes on → run-book copies each change into GitHub's record, for REST and webhooks, and keeps logs and summaries
//                   for the pages
//
// What the runner needs of GitHub besides (files, tokens, secrets, artifacts) is in host-on.
import { join } from 'node:path';
import type { GitHub } from '../github/index.js';
import type { RunBook } from '../page/index.js';
import { createRunner, type Runner, type RunnerOptions } from '../runner/index.js';
import { hostOn } from './host-on.js';
import { openRunBook } from './run-book.js';
import { rerun, runnerEvent, takeOver } from './start-runs.js';

/** Work that nobody waits for where it begins. */
type Watch = {
  add(work: Promise<unknown>): void;
  isBusy(): boolean;
  /** Resolves when nothing of it goes on any more, however it ended. */
  settled(): Promise<void>;
  /** Throws what failed since the last complaint. */
  complain(): void;
};

/** Keeps an eye on work that was begun by an event: an event has nobody to hand a failure back to. */
export function watchOver(): Watch {
  const going = new Set<Promise<void>>();
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
      const watched = watch(work).then(() => void going.delete(watched));
      going.add(watched);
    },
    isBusy: () => going.size > 0,
    async settled() {
      while (going.size > 0) await Promise.all(going);
    },
    complain() {
      if (failures.length > 0) throw new AggregateError(failures.splice(0), 'the embedded Actions failed');
    },
  };
}

export type ActionsOptions = Pick<RunnerOptions, 'actions' | 'nextInQueue' | 'node' | 'path' | 'timing'> & {
  /** Where jobs work and artifacts are kept. */
  readonly dir: string;
};

export type Actions = {
  readonly runner: Runner;
  /** For the pages: the runs with their jobs, what they reported and what they printed. */
  readonly runs: RunBook;
  /** Resolves when everything that was heard has been carried out; throws what went wrong in Actions itself. */
  idle(): Promise<void>;
  /** Ends what runs, and listens no more. To be called before GitHub closes: jobs speak to it to the last. */
  close(): Promise<void>;
};

/** Gives an embedded GitHub its Actions: from now on events start the workflows that are committed there. */
export function plugActions(github: GitHub, { dir, ...options }: ActionsOptions): Actions {
  const book = openRunBook(github.state);
  const runner = createRunner({
    ...options,
    host: hostOn(github, { dir: join(dir, 'artifacts'), book }),
    dir: join(dir, 'machines'),
    now: () => new Date(github.world.now()),
  });
  const starting = watchOver();
  const ending = watchOver();
  /** A run that is only about to begin cannot be stopped yet. */
  const cancel = async (id: number, how: { force: boolean }): Promise<void> => {
    await starting.settled();
    await runner.cancel(id, how);
  };
  const stopListening = github.on('event', (event) => {
    const heard = runnerEvent(event);
    if (heard !== null) starting.add(runner.trigger(heard));
  });
  github.plugRunner({
    start: (run) => starting.add(takeOver(github.world, { runner, run })),
    cancel: (id, how = { force: false }) => ending.add(cancel(id, how)),
    rerun: (run, only) => starting.add(rerun(github.world, { runner, run, only })),
    approve: (run) => starting.add(runner.approve(run.id)),
    log: (run, job) =>
      book
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
    starting.complain();
    ending.complain();
  };

  return {
    runner,
    runs: book,
    idle,
    async close() {
      stopListening();
      await runner.close();
      await idle();
    },
  };
}
