// Creates and changes check runs. Used by the REST routes of check runs and by seeds.

import { nodeId } from '../ids.js';
import type { App, CheckAnnotation, CheckRun, CheckSuite, Repository } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit } from './emit.js';

type Changeable = Pick<
  CheckRun,
  | 'name'
  | 'status'
  | 'conclusion'
  | 'startedAt'
  | 'completedAt'
  | 'externalId'
  | 'detailsUrl'
  | 'title'
  | 'summary'
  | 'text'
>;
export type CheckChange = { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined } & {
  /** Annotations to append. */
  readonly annotations?: readonly CheckAnnotation[] | undefined;
};
type CheckDraft = { readonly repository: Repository; readonly sha: string; readonly change: CheckChange };

/** Creates a check run in the suite of its App. */
export function createCheckRun(act: Act, draft: CheckDraft): CheckRun {
  const { repository, sha } = draft;
  const hadSuite = suiteOf(repository, { sha, app: act.by.app }) !== undefined;
  const run = buildCheckRun(act, draft);
  const suite = suiteOf(repository, { sha, app: act.by.app });
  if (!hadSuite && suite !== undefined) emitSuite(act, { repository, suite, action: 'requested' });
  emitRun(act, { repository, run, action: 'created' });
  if (run.status === 'completed') emitSuiteCompleted(act, { repository, run });
  return run;
}

/** Creates a check run without events; used by seeds. `required` as in `CheckRun`: null if the branch's rules decide. */
export function buildCheckRun(
  act: Act,
  { repository, sha, change, required = null }: CheckDraft & { readonly required?: boolean | null },
): CheckRun {
  const { world, by } = act;
  const id = world.ids.next();
  const run: CheckRun = {
    ...emptyCheckRun,
    kind: 'CheckRun',
    id,
    nodeId: nodeId('CR', id),
    app: by.app,
    sha,
    required,
    startedAt: stamp(world),
  };
  applyChange(run, change, stamp(world));
  const suite = suiteOf(repository, { sha, app: by.app }) ?? createSuite(act, { repository, sha });
  suite.runs.push(run);
  suite.updatedAt = stamp(world);
  return run;
}

const emptyCheckRun = {
  name: '',
  status: 'queued',
  conclusion: null,
  completedAt: null,
  externalId: '',
  detailsUrl: null,
  title: null,
  summary: null,
  text: null,
  annotations: [],
} satisfies Partial<CheckRun>;

/** Updates a check run; a conclusion completes it. */
export function changeCheckRun(
  act: Act,
  { repository, run, change }: { repository: Repository; run: CheckRun; change: CheckChange },
): void {
  const before = run.status;
  applyChange(run, change, stamp(act.world));
  if (run.status === 'completed' && before !== 'completed') {
    emitRun(act, { repository, run, action: 'completed' });
    emitSuiteCompleted(act, { repository, run });
  } else emitRun(act, { repository, run, action: null });
}

function applyChange(run: CheckRun, { annotations = [], ...change }: CheckChange, now: string): void {
  run.annotations = [...run.annotations, ...annotations];
  Object.assign(run, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
  if (run.conclusion !== null) run.status = 'completed';
  run.completedAt = run.status === 'completed' ? (run.completedAt ?? now) : null;
}

function suiteOf(repository: Repository, { sha, app }: { sha: string; app: App | null }): CheckSuite | undefined {
  return repository.checks.suites.get(sha)?.find((suite) => suite.app === app);
}

function createSuite({ world, by }: Act, { repository, sha }: { repository: Repository; sha: string }): CheckSuite {
  const id = world.ids.next();
  const at = stamp(world);
  const pull = [...(repository.pullsByCommit.get(sha) ?? [])][0];
  const suite: CheckSuite = {
    kind: 'CheckSuite',
    id,
    nodeId: nodeId('CS', id),
    app: by.app,
    sha,
    branch: pull?.head.ref ?? null,
    runs: [],
    createdAt: at,
    updatedAt: at,
  };
  repository.checks.suites.set(sha, [...(repository.checks.suites.get(sha) ?? []), suite]);
  return suite;
}

function emitSuiteCompleted(act: Act, { repository, run }: { repository: Repository; run: CheckRun }): void {
  const suite = repository.checks.suites.get(run.sha)?.find(({ runs }) => runs.includes(run));
  if (suite?.runs.every(({ status }) => status === 'completed'))
    emitSuite(act, { repository, suite, action: 'completed' });
}

/** Records an effect. An update that does not complete the run (`action` is null) sends no event, as on GitHub. */
function emitRun(
  act: Act,
  { repository, run, action }: { repository: Repository; run: CheckRun; action: 'created' | 'completed' | null },
): void {
  emit(act, {
    repository,
    kind: `check.${action ?? 'updated'}`,
    subject: run.sha,
    detail: { id: run.id, name: run.name, status: run.status, conclusion: run.conclusion },
    ...(action === null ? {} : { event: { name: 'check_run', action, subjects: { check_run: run } } }),
  });
}

function emitSuite(
  act: Act,
  { repository, suite, action }: { repository: Repository; suite: CheckSuite; action: 'requested' | 'completed' },
): void {
  emit(act, {
    repository,
    kind: `suite.${action}`,
    subject: suite.sha,
    detail: { id: suite.id },
    event: { name: 'check_suite', action, subjects: { check_suite: suite } },
  });
}
