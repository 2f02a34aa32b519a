// `Services`: what the entry points pass to `runs` (run store, GitHub, clock, settings, workflows), and small functions on it. Built by
// src/services/wire.ts. Used in this folder, by the entry points, and by src/workflows (instant.ts, profile/, fix/follow-checks.ts,
// task/publish.ts, write/publish.ts).

import { applyChanges } from '../changes/apply.js';
import type { EffectContext } from '../changes/effect.js';
import { subjectOf } from '../changes/own-pull.js';
import type { CrewIdentity } from '../commands/event-commands.js';
import type { ParsedCommand } from '../commands/parse.js';
import type { Requester } from '../commands/permit.js';
import type { MemoryServices } from '../memory/services.js';
import type { Spending } from '../memory/spending.js';
import type { BoardReader } from '../ports/board.js';
import type { Applied, Change } from '../ports/change.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { ActionsRuns, Clock, GitHub, Log } from '../ports/index.js';
import type {
  ActionsRun,
  Outcome,
  RecordFiles,
  Request,
  RunHistory,
  RunRecord,
  RunStore,
  Step,
  Update,
} from '../ports/run.js';
import type { History, Settings, Workflow } from '../ports/workflow.js';
import type { PhaseName } from '../text/lang/thread/index.js';
import type { StartedJob } from './decide.js';
import { readSteps } from './journal.js';
import { issueOf, runIn, withRun } from './record.js';

/** Everything that runs use of the world outside. */
export interface Services {
  /** Every workflow with a work phase, by name. */
  readonly workflows: readonly Workflow<unknown>[];
  /** Handles commands that start no run: help, status, wrong usage, facilitation. */
  readonly instant: Instant;
  readonly store: RunStore;
  readonly spending: Spending;
  /** Absent if nothing is remembered. */
  readonly memory?: MemoryServices | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent on the command line without a repository. */
  readonly github?: GitHub | undefined;
  /** Where changes are applied; absent if nothing may be written. */
  readonly target?: EffectContext | undefined;
  readonly settings: () => Promise<Settings>;
  /** crew's label prefix and account. */
  readonly own: () => Promise<CrewIdentity>;
  /** The requester with the permission that GitHub reports; `local` is the person at the terminal and the repository's schedule. */
  readonly asker: (event: Event) => Promise<Requester | 'local'>;
  readonly dryRun: boolean;
  readonly board?: BoardReader | undefined;
  /** The Actions run of this job. */
  readonly here?: Here | undefined;
  /** Command line: the name of this process, by which a dead one is noticed. */
  readonly process?: string | undefined;
  /** Command line: whether a named process is alive, and how to stop it. */
  readonly isAlive?: ((process: string) => boolean) | undefined;
  readonly kill?: ((process: string) => void) | undefined;
}

/** The Actions run of this job, with its page. */
export interface Here extends ActionsRun {
  readonly url: string;
}

/** Answers a command that starts no run. */
export type Instant = (request: {
  readonly event: Event;
  readonly asked: ParsedCommand;
  readonly services: Services;
}) => Promise<Outcome>;

/** The template's workflow file, which starts a recorded run by `workflow_dispatch`. */
export const CREW_FILE = 'crew.yml';

/** Applies changes. Does nothing if this process may not write. */
export async function apply(
  changes: readonly Change[],
  { target, clock }: Pick<Services, 'target' | 'clock'>,
): Promise<readonly Applied[]> {
  return target && changes.length > 0 ? applyChanges(changes, { target, clock }) : [];
}

/** Applies changes of a thread. If GitHub refuses one (a locked thread, a deleted comment), that is logged: it must not fail the job. */
export async function post(
  changes: readonly Change[],
  services: Pick<Services, 'target' | 'clock' | 'log'>,
): Promise<void> {
  await apply(changes, services).catch((error: unknown) => logRefused(error, services));
}

/** Logs that GitHub refused a reply. Rethrows every other error. */
export function logRefused(error: unknown, { log }: Pick<Services, 'log'>): void {
  if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
  log('undelivered reply', { error: error.message });
}

export const journalFile = (run: string): string => `${run}/journal.jsonl`;
export const patchFile = (run: string): string => `${run}/change.patch`;

/** The files of a run, each marked for deletion. */
export const deletedFilesOf = (run: string): RecordFiles => ({ [journalFile(run)]: null, [patchFile(run)]: null });

/** The steps in the stored journal of a run. */
export const stepsOf = async (store: RunStore, subject: string, run: string): Promise<readonly Step[]> =>
  readSteps((await store.file(subject, journalFile(run))) ?? '');

/** Changes the record of a run. Returns the record; if `change` returns the same one, nothing is written. */
export function changeRun(
  store: RunStore,
  { subject, run }: { readonly subject: string; readonly run: string },
  change: (record: RunRecord) => RunRecord,
): Promise<RunRecord> {
  return store.update(subject, (current): Update<RunRecord> => {
    const found = runIn(current, run);
    if (!found) throw new Error(`no run ${run} in ${subject}`);
    const value = change(found);
    return { record: value === found ? 'unchanged' : withRun(current, value), value };
  });
}

/** The subject of an event; `tree` on the command line. */
export async function subjectAt(
  event: Event,
  { github, target }: Pick<Services, 'github' | 'target'>,
): Promise<string> {
  if (event.kind === 'typed' || !github || !target) return 'tree';
  return subjectOf(issueOf(event) ?? 0, target.repo, github);
}

/**
 * Whether the requester of a run no longer has write access. False for bots, which the setting `bots` allows by their id, and for runs without
 * a requester.
 */
export async function hasLostAccess(
  { event, by }: Request,
  { github }: { readonly github?: Pick<GitHub, 'people'> | undefined },
): Promise<boolean> {
  if (!github || !by || !('actor' in event) || event.actor.bot) return false;
  const permission = await github.people.permission(by.login);
  return permission !== 'admin' && permission !== 'write';
}

/** Runs of all subjects, with their journals on demand. `subject` is that of the run that reads them. */
export function historyOf(store: RunStore, subject?: string): History {
  const all = async (): Promise<readonly { subject: string; record: RunRecord }[]> => {
    const records = await Promise.all((await store.subjects()).map((subject) => store.read(subject)));
    return records.flatMap(({ subject, runs }) => runs.map((record) => ({ subject, record })));
  };
  return {
    async list(issue) {
      const found = (await all()).map(({ record }) => record);
      return found
        .filter((each) => issue === undefined || each.issue === issue)
        .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    async load(run): Promise<RunHistory | null> {
      const found = (await all()).find(({ record }) => record.run === run);
      if (!found) return null;
      return { record: found.record, steps: await stepsOf(store, found.subject, run) };
    },
    ofSubject: async () => (subject === undefined ? [] : (await store.read(subject)).runs),
  };
}

/** The phases by the names of their jobs in crew-run.yml, also those of versions before 2026-11-20. */
const PHASES: ReadonlyMap<string, PhaseName> = new Map([
  ['work', 'work'],
  ['test base and change', 'verify'],
  ['verify', 'verify'],
  ['publish', 'publish'],
]);

/** The phase that a job of crew-run.yml executes, by its full name, such as `crew / run / publish`. Undefined for other jobs. */
export const phaseOfJob = (name: string): PhaseName | undefined => PHASES.get(name.split(' / ').at(-1) ?? '');

/** The last job that has started in the Actions run of a run. `none` if no Actions run has claimed it, or if GitHub does not know that one. */
export async function startedJobOf(
  record: RunRecord,
  actions: Pick<ActionsRuns, 'state'> | undefined,
): Promise<StartedJob> {
  const state = record.actions && actions ? await actions.state(record.actions.id) : null;
  if (state?.completed) return 'ended';
  const started = new Set((state?.startedJobs ?? []).map(phaseOfJob));
  if (started.has('publish')) return 'publish';
  return started.has('work') || started.has('verify') ? 'work' : 'none';
}
