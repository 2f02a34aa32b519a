// The tree as a run left it. On the machine where it worked it stands there; on a fresh one it is made again from what the journal
// holds: the commit below it, the last change that was written down, and what was done after that.
import type { Run } from '../core/run.js';
import { UserError } from '../errors.js';
import type { Apart, Below, ChangedFile, Diff, Workspace } from '../ports.js';

/** A change at one moment of a run, and how many calls of tools had led to it. */
export interface Snapshot extends Diff {
  readonly calls: number;
}

export interface RunsTree {
  readonly base: string;
  readonly apart: Apart;
  /** Before the first thing that is really done in a life of the run. */
  ready(): Promise<void>;
  /** Does something to the tree, and says how it stands then, for whoever writes it down with that; null where nothing changed. */
  around<T>(work: () => Promise<T>): Promise<{ readonly done: T; readonly left: Diff | null }>;
  /** Writes down how the tree stands now. Names are unique within the run. */
  snapshot(name: string): Promise<Snapshot>;
}

export interface RunsTreeOf {
  readonly run: Pick<Run, 'step' | 'words'>;
  readonly below: Below;
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
  /** Does again what was done to the tree from one call on. */
  readonly redo: (from: number) => Promise<void>;
}

/** What an earlier run left in the tree, and what was apart when it began. */
export interface Leftover {
  readonly sha256: string;
  readonly apart: Apart;
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
  let readied: Promise<void> | undefined;
  const ready = () => {
    readied ??= isNew ? Promise.resolve() : restore(of, { base, seen });
    return readied;
  };
  return {
    base,
    apart,
    ready,
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

async function begin({ below, branch, copied, leftover, tree }: RunsTreeOf) {
  const base = await below.head();
  if (base === null) throw noCommit();
  if (branch !== undefined && (await below.head(branch)) !== base) throw elsewhere(branch);
  if (!copied) await below.hide(OWN);
  if (leftover) await takeBack(await below.since(base, leftover.apart), { leftover, tree });
  const standing = await below.standing(base);
  if (standing.changed.length > 0) throw dirty(standing.changed);
  return { base, apart: standing.apart };
}

/** Only where it is that very change, byte for byte. */
async function takeBack(
  { diff, changed }: { readonly diff: Diff; readonly changed: readonly ChangedFile[] },
  { leftover, tree }: { readonly leftover: Leftover; readonly tree: Workspace },
): Promise<void> {
  if (diff.sha256 !== leftover.sha256) return;
  for (const { path, before } of changed) await (before === null ? tree.remove(path) : tree.write(path, before));
}

async function restore(
  of: RunsTreeOf,
  { base, seen }: { base: string; seen: () => Promise<{ readonly diff: Diff }> },
): Promise<void> {
  const head = await of.below.head();
  if (head !== base) throw new OtherBase(base, head);
  if (!of.copied) await of.below.hide(OWN);
  // Where something is changed, it is the tree in which the run has worked, or in which somebody goes on by hand.
  if ((await seen()).diff.files.length > 0) return;
  const last = await lastOf(of);
  if (last && last.text !== '') await of.apply(last, of.tree);
  await of.redo(last?.calls ?? 0);
}

/** The last one that was written down: on the way, or where the run stopped, which a story that is told again does not come by. */
async function lastOf({ run, known }: RunsTreeOf): Promise<Snapshot | undefined> {
  const { last } = known();
  for (let words = run.words().length; words >= 0; words -= 1) {
    const stopped = await peek<Snapshot>(run, `diff ${stoppedAfter(words)}`);
    if (stopped) return stopped.calls >= (last?.calls ?? 0) ? stopped : last;
  }
  return last;
}

/** Names what is written down where a run stops: after each stop somebody has to say something before it goes on. */
export const stoppedAfter = (words: number): string => `stopped ${words}`;

/** A step that is in the journal, without doing it where it is not. */
async function peek<T>(run: Pick<Run, 'step'>, name: string): Promise<T | undefined> {
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

function dirty(files: readonly string[]): UserError {
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  return refused(
    'a tree without changes of yours, so that nobody takes them for crew’s',
    `changes in ${files.slice(0, SHOWN).join(', ')}${more}`,
    'Commit or stash them, then ask again.',
  );
}
