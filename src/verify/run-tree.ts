// The tree as a run left it. On the machine where it worked it stands there; on a fresh one it is made again from what the journal
// holds: the commit below it, the last change that was written down, and what was done after that.
import { UserError } from '../ports/errors.js';
import type { BaseCommit, ChangedFile, CheckoutDifferences, Diff, Workspace } from '../ports/index.js';
import type { WorkRun } from '../ports/run.js';

/** A change at one moment of a run, and how many calls of tools had led to it. */
export interface Snapshot extends Diff {
  readonly calls: number;
}

export interface RunsTree {
  readonly base: string;
  readonly apart: CheckoutDifferences;
  /** Before the first thing that is really done in a life of the run. */
  ready(): Promise<void>;
  /** Does something to the tree, and says how it stands then, for whoever writes it down with that; null where nothing changed. */
  around<T>(work: () => Promise<T>): Promise<{ readonly done: T; readonly left: Diff | null }>;
  /** Writes down how the tree stands now. Names are unique within the run. */
  snapshot(name: string): Promise<Snapshot>;
  /** Changes of somebody else's that this life of the run found and goes on from, with leave; null where there are none. */
  taken(): Pick<Diff, 'sha256' | 'files'> | null;
}

export interface RunsTreeOf {
  readonly run: Pick<WorkRun, 'step' | 'signals'>;
  readonly below: BaseCommit;
  /** Where the work is done: the tree itself, or a copy of it. */
  readonly tree: Workspace;
  /** Null where the tree itself is worked on. */
  readonly copied: (() => Promise<{ readonly diff: Diff }>) | null;
  readonly apply: (diff: Diff, to: Workspace) => Promise<unknown>;
  /** What the work must begin from, where somebody said so. */
  readonly branch?: string | undefined;
  /** A change of an earlier run that may still be in the tree: it is taken back, since it is kept there. */
  readonly leftover?: Leftover | undefined;
  /** What the story has come to know so far: the last change that was written down, and the calls that were made. */
  readonly known: () => { readonly last: Snapshot | undefined; readonly calls: number };
  /** The newest run that worked here and is not over, if there is one. */
  readonly unfinished: () => Promise<string | undefined>;
  /** Whether a person has said that the run may go on from the tree as it is now, which is not as it was left. */
  readonly mayTake: (sha256: string) => boolean;
  /** Does again what was done to the tree from one call on. */
  readonly redo: (from: number) => Promise<void>;
}

/** What an earlier run left in the tree, and what was apart when it began. */
export interface Leftover {
  readonly sha256: string;
  readonly apart: CheckoutDifferences;
}

/** The tree is on another commit than the run began on. */
export class OtherBase extends UserError {
  constructor(base: string, found: string | null) {
    super({
      expected: `the commit ${base.slice(0, 12)}, on which this run began`,
      found: found === null ? 'no commit' : found.slice(0, 12),
      remedy: `Check it out (\`git checkout ${base.slice(0, 12)}\`), then continue the run; what was done is kept.`,
      ends: 'refused',
    });
    this.name = 'OtherBase';
  }
}

/** Somebody has worked in the tree since the run stopped there. */
export class OtherTree extends UserError {
  readonly sha256: string;

  constructor({ sha256, files }: Pick<Diff, 'sha256' | 'files'>) {
    super({
      expected: 'the tree as this run left it',
      found: `other changes in ${some(files)}`,
      remedy:
        'Put it back as it was and continue. Or approve, and the run goes on from what is there now, as if it were its own.',
      ends: 'refused',
    });
    this.name = 'OtherTree';
    this.sha256 = sha256;
  }
}

/** What crew leaves in a tree and no change ever holds. */
const OWN = ['agent/context_*.md', '.crew/'];

/** Takes up the tree. */
export async function openRunsTree(of: RunsTreeOf): Promise<RunsTree> {
  let isNew = false;
  const { base, apart } = await of.run.step('base', () => {
    isNew = true;
    return begin(of);
  });
  const seen = () => (of.copied ? of.copied() : of.below.since(base, apart));
  let readied: Promise<Diff | null> | undefined;
  let taken: Diff | null = null;
  const ready = async () => {
    readied ??= isNew ? Promise.resolve(null) : restore(of, { base, seen });
    taken = await readied;
  };
  return {
    base,
    apart,
    ready,
    taken: () => taken,
    async around(work) {
      const before = await seen();
      const done = await work();
      const { diff } = await seen();
      return { done, left: diff.sha256 === before.diff.sha256 ? null : diff };
    },
    snapshot: (name) =>
      of.run.step(`diff ${name}`, async () => {
        await ready();
        const { diff } = await seen();
        return { ...diff, calls: of.known().calls };
      }),
  };
}

async function begin({ below, branch, copied, leftover, tree, unfinished }: RunsTreeOf) {
  const base = await below.head();
  if (base === null) throw noCommit();
  if (branch !== undefined && (await below.head(branch)) !== base) throw elsewhere(branch);
  if (!copied) await below.hide(OWN);
  if (leftover) await takeBack(await below.since(base, leftover.apart), { leftover, tree });
  const changedBefore = await below.changedBefore(base);
  if (changedBefore.changed.length > 0) throw dirty(changedBefore.changed, await unfinished());
  return { base, apart: changedBefore.apart };
}

/** Only where it is that very change, byte for byte. */
async function takeBack(
  { diff, changed }: { readonly diff: Diff; readonly changed: readonly ChangedFile[] },
  { leftover, tree }: { readonly leftover: Leftover; readonly tree: Workspace },
): Promise<void> {
  if (diff.sha256 !== leftover.sha256) return;
  for (const { path, before } of changed) await (before === null ? tree.remove(path) : tree.write(path, before));
}

/** Gives back what is there of somebody else's, where it goes on from that. */
async function restore(
  of: RunsTreeOf,
  { base, seen }: { base: string; seen: () => Promise<{ readonly diff: Diff }> },
): Promise<Diff | null> {
  const head = await of.below.head();
  if (head !== base) throw new OtherBase(base, head);
  if (!of.copied) await of.below.hide(OWN);
  const { diff: now } = await seen();
  const { last, isExact } = await lastOf(of);
  if (now.files.length === 0) {
    if (last && last.text !== '') await of.apply(last, of.tree);
    await of.redo(last?.calls ?? 0);
    return null;
  }
  // Stopped in order, it knows its tree byte for byte; killed, it may have been in the middle of changing it.
  if (!isExact || now.sha256 === last?.sha256) return null;
  if (!of.mayTake(now.sha256)) throw new OtherTree(now);
  await of.run.step(`taken over ${now.sha256.slice(0, 12)}`, async () => ({ files: now.files }));
  return now;
}

/** The last one that was written down: on the way, or where the run stopped, which a story that is told again does not come by. */
async function lastOf({ run, known }: RunsTreeOf): Promise<{ last: Snapshot | undefined; isExact: boolean }> {
  const { last } = known();
  for (let words = run.signals.length; words >= 0; words -= 1) {
    const stopped = await peek<Snapshot>(run, `diff ${stoppedAfter(words)}`);
    if (stopped && stopped.calls >= (last?.calls ?? 0)) return { last: stopped, isExact: true };
    if (stopped) break;
  }
  return { last, isExact: false };
}

/** Names what is written down where a run stops: after each stop somebody has to say something before it goes on. */
export const stoppedAfter = (words: number): string => `stopped ${words}`;

/** A step that is in the journal, without doing it where it is not. */
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

const elsewhere = (branch: string): UserError =>
  refused(
    `the tree to be on ${branch}`,
    'another commit',
    `Check it out (\`git checkout ${branch}\`), then ask again.`,
  );

const SHOWN = 3;

const some = (files: readonly string[]): string =>
  `${files.slice(0, SHOWN).join(', ')}${files.length > SHOWN ? ` and ${files.length - SHOWN} more` : ''}`;

/** They may be crew's own, of a run that was killed: whoever stashed those would take them away from it. */
function dirty(files: readonly string[], unfinished: string | undefined): UserError {
  const own =
    unfinished === undefined
      ? ''
      : ` If they are of ${unfinished}, which is not over, \`crew continue --run ${unfinished}\` goes on with it.`;
  return refused(
    'a tree without changes of yours, so that nobody takes them for crew’s',
    `changes in ${some(files)}`,
    `Commit or stash them, then ask again.${own}`,
  );
}
