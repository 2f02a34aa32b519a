// The working tree of a run of `fix` or `build`: its base commit, and its change. If a run is continued on another machine, the tree is restored
// from the journal: base commit, last recorded change, and the tool calls after that change.
import { UserError } from '../ports/errors.js';
import type { BaseCommit, ChangedFile, CheckoutDifferences, Diff, Workspace } from '../ports/index.js';
import type { WorkRun } from '../ports/run.js';

/** The change at one moment of a run, and the number of tool calls before that moment. */
export interface Snapshot extends Diff {
  readonly calls: number;
}

/** The tree during one execution of a run. */
export interface RunTree {
  readonly base: string;
  readonly checkoutDifferences: CheckoutDifferences;
  /** Restores the tree. Must be called before the first action that is not replayed from the journal. */
  ready(): Promise<void>;
  /** Runs `work`. Returns its result with the change of the tree, so that the caller can record both together; null if the tree did not change. */
  changeDuring<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly change: Diff | null }>;
  /** Records the current change in the journal. Names are unique within the run. */
  snapshot(name: string): Promise<Snapshot>;
  /** Changes that somebody else made in the tree and a person approved. This execution continues from them. Null if there are none. */
  adoptedChange(): Pick<Diff, 'sha256' | 'files'> | null;
}

export interface RunTreeOptions {
  readonly run: Pick<WorkRun, 'step' | 'signals'>;
  readonly baseCommit: BaseCommit;
  /** The folder in which the run works: the checkout, or a copy of it. */
  readonly tree: Workspace;
  /** Reads the change in the copy; null if the run works in the checkout itself. */
  readonly changeInCopy: (() => Promise<{ readonly diff: Diff }>) | null;
  readonly apply: (diff: Diff, to: Workspace) => Promise<unknown>;
  /** The branch that must be checked out, if the request names one. */
  readonly branch?: string | undefined;
  /** A change of an earlier run that may still be in the tree. It is reverted, because it is also stored with that run. */
  readonly leftover?: Leftover | undefined;
  /** How far the workflow has come: the last recorded change, and the number of tool calls. */
  readonly progress: () => { readonly last: Snapshot | undefined; readonly calls: number };
  /** The newest run whose changes these uncommitted files may be, if there is one. `isOver`: it cannot be continued. */
  readonly owner: (
    changed: readonly string[],
  ) => Promise<{ readonly run: string; readonly isOver: boolean } | undefined>;
  /** Whether a person approved continuing from the tree as it is now, although it changed since the run stopped. */
  readonly mayContinueFrom: (sha256: string) => boolean;
  /** Repeats the tool calls that changed the tree, from this call on. */
  readonly redo: (from: number) => Promise<void>;
}

/** The change that an earlier run left in the tree, and the checkout differences when that run began. */
export interface Leftover {
  readonly sha256: string;
  /** The checkout differences. The key in orders and journals is `apart`. */
  readonly apart: CheckoutDifferences;
}

/** The checked-out commit is not the one on which the run began. */
export class OtherBase extends UserError {
  constructor(base: string, found: string | null) {
    super({
      expected: `the commit ${base.slice(0, 12)}, on which this run began`,
      found: found === null ? 'no commit' : found.slice(0, 12),
      remedy: `Check it out (\`git checkout ${base.slice(0, 12)}\`), then continue the run; the work so far is saved.`,
      ends: 'refused',
    });
    this.name = 'OtherBase';
  }
}

/** The tree was changed by somebody else since the run stopped. */
export class OtherTree extends UserError {
  readonly sha256: string;

  constructor({ sha256, files }: Pick<Diff, 'sha256' | 'files'>) {
    super({
      expected: 'the tree as this run left it',
      found: `other changes in ${fileList(files)}`,
      remedy:
        'Put it back as it was and continue. Or approve, and the run goes on from what is there now, as if it were its own.',
      ends: 'refused',
    });
    this.name = 'OtherTree';
    this.sha256 = sha256;
  }
}

/** Files that crew writes into a tree and that are never part of a change. */
const CREWS_FILES = ['agent/context_*.md', '.crew/'];

/** Opens the tree of a run. Records base and checkout differences at the first execution; later executions read them from the journal. */
export async function openRunTree(options: RunTreeOptions): Promise<RunTree> {
  let isNew = false;
  const { base, apart: checkoutDifferences } = await options.run.step('base', () => {
    isNew = true;
    return beginRun(options);
  });
  const currentChange = () =>
    options.changeInCopy ? options.changeInCopy() : options.baseCommit.changesSince(base, checkoutDifferences);
  let restoring: Promise<Diff | null> | undefined;
  let adopted: Diff | null = null;
  const ready = async () => {
    restoring ??= isNew ? Promise.resolve(null) : restore(options, { base, currentChange });
    adopted = await restoring;
  };
  return {
    base,
    checkoutDifferences,
    ready,
    adoptedChange: () => adopted,
    async changeDuring(work) {
      const before = await currentChange();
      const result = await work();
      const { diff } = await currentChange();
      return { result, change: diff.sha256 === before.diff.sha256 ? null : diff };
    },
    snapshot: (name) =>
      options.run.step(`diff ${name}`, async () => {
        await ready();
        const { diff } = await currentChange();
        return { ...diff, calls: options.progress().calls };
      }),
  };
}

async function beginRun({ baseCommit, branch, changeInCopy: copied, leftover, tree, owner }: RunTreeOptions) {
  const base = await baseCommit.head();
  if (base === null) throw noCommit();
  if (branch !== undefined && (await baseCommit.head(branch)) !== base) throw otherCommitCheckedOut(branch);
  if (!copied) await baseCommit.exclude(CREWS_FILES);
  if (leftover) await revertLeftover(await baseCommit.changesSince(base, leftover.apart), { leftover, tree });
  const { changed, checkoutDifferences } = await baseCommit.readInitialState(base);
  if (changed.length > 0) throw uncommittedChanges(changed, await owner(changed));
  return { base, apart: checkoutDifferences };
}

/** Reverts the leftover only if the tree contains exactly that change. */
async function revertLeftover(
  { diff, changed }: { readonly diff: Diff; readonly changed: readonly ChangedFile[] },
  { leftover, tree }: { readonly leftover: Leftover; readonly tree: Workspace },
): Promise<void> {
  if (diff.sha256 !== leftover.sha256) return;
  for (const { path, before } of changed) await (before === null ? tree.remove(path) : tree.write(path, before));
}

/** Restores the tree of an earlier execution. Returns the approved changes of somebody else, from which the run continues; null if there are none. */
async function restore(
  options: RunTreeOptions,
  { base, currentChange }: { base: string; currentChange: () => Promise<{ readonly diff: Diff }> },
): Promise<Diff | null> {
  const head = await options.baseCommit.head();
  if (head !== base) throw new OtherBase(base, head);
  if (!options.changeInCopy) await options.baseCommit.exclude(CREWS_FILES);
  const { diff: now } = await currentChange();
  const { last, isExact } = await lastSnapshot(options);
  if (now.files.length === 0) {
    if (last && last.text !== '') await options.apply(last, options.tree);
    await options.redo(last?.calls ?? 0);
    return null;
  }
  // If the process died, it may have changed the tree without recording that, so the difference may be this run's own.
  if (!isExact || now.sha256 === last?.sha256) return null;
  if (!options.mayContinueFrom(now.sha256)) throw new OtherTree(now);
  await options.run.step(`taken over ${now.sha256.slice(0, 12)}`, async () => ({ files: now.files }));
  return now;
}

/**
 * The last recorded change. A run that is stopped (not killed) records the change in a step of its own, which a replay of the workflow does not
 * reach, so that step is looked up by its name. `isExact`: the tree had exactly this change when the run stopped.
 */
async function lastSnapshot({
  run,
  progress: known,
}: RunTreeOptions): Promise<{ last: Snapshot | undefined; isExact: boolean }> {
  const { last } = known();
  for (let signals = run.signals.length; signals >= 0; signals -= 1) {
    const stopped = await peek<Snapshot>(run, `diff ${stoppedAfter(signals)}`);
    if (stopped && stopped.calls >= (last?.calls ?? 0)) return { last: stopped, isExact: true };
    if (stopped) break;
  }
  return { last, isExact: false };
}

/** The name of the step that records the change when a run stops. It is unique, because each continuation needs one more signal. */
export const stoppedAfter = (signals: number): string => `stopped ${signals}`;

/** The result of a step from the journal; undefined if the step is not in it. */
async function peek<T>(run: Pick<WorkRun, 'step'>, name: string): Promise<T | undefined> {
  const absent = new Error('absent');
  try {
    return await run.step<T>(name, () => Promise.reject(absent));
  } catch (error) {
    if (error === absent) return undefined;
    throw error;
  }
}

const refused = (expected: string, found: string, remedy: string): UserError =>
  new UserError({ expected, found, remedy, ends: 'refused' });

const noCommit = (): UserError =>
  refused(
    'a git repository with a commit',
    'none',
    'Commit what there is: a change is proven against what was before it.',
  );

const otherCommitCheckedOut = (branch: string): UserError =>
  refused(
    `the tree to be on ${branch}`,
    'another commit',
    `Check it out (\`git checkout ${branch}\`), then ask again.`,
  );

/** The most files that a message names. */
const SHOWN = 3;

const fileList = (files: readonly string[]): string =>
  `${files.slice(0, SHOWN).join(', ')}${files.length > SHOWN ? ` and ${files.length - SHOWN} more` : ''}`;

/**
 * The error about uncommitted changes. They may belong to a run of crew, so the message names it, and how to continue it if it is not over.
 */
function uncommittedChanges(
  files: readonly string[],
  owner: { readonly run: string; readonly isOver: boolean } | undefined,
): UserError {
  const unfinished = ` If they are of ${owner?.run}, which is not over, \`crew continue --run ${owner?.run}\` goes on with it.`;
  const isDone = owner?.isOver === true;
  return refused(
    'a tree without uncommitted changes',
    isDone ? `changes of ${owner.run} in ${fileList(files)}` : `changes in ${fileList(files)}`,
    `Commit or stash them, then ask again.${owner === undefined || isDone ? '' : unfinished}`,
  );
}
