// A run told again from its journal: every step is given back, no effect is had, and the ends are compared.
import { UserError } from '../errors.js';
import type { Store, Workshop, Workspace } from '../ports.js';
import { digestOf } from '../text/digest.js';
import { messages } from '../text/lang/index.js';
import { keyOf } from './change.js';
import { beginOf, endOf, type Journal, leftIn } from './journal.js';
import { mishapOf } from './mishap.js';
import type { Outcome } from './outcome.js';
import type { Run } from './run.js';
import type { Word } from './word.js';
import { type Ctx, type Known, outcomeOf, type Workflow, type WrittenInput } from './workflow.js';
import { inputOf } from './written.js';

export interface Replayed {
  readonly same: boolean;
  /** The step that is not in the journal: there the run stopped. */
  readonly stoppedAt: string | undefined;
  readonly digest: string;
}

/** The story asked for something that its journal does not hold. */
class Beyond extends Error {
  readonly step: string;
  constructor(step: string) {
    super(step);
    this.step = step;
  }
}

const digestOfEnd = ({ name, says, result }: Pick<Outcome, 'says' | 'result'> & { readonly name: string }): string =>
  `sha256:${digestOf(JSON.stringify([name, says ?? null, result ?? null]))}`;

/** How it came out: of a run that was handed in afterwards, what the work had left. */
function cameTo(journal: Journal): Outcome | undefined {
  const end = endOf(journal);
  const before = journal.entries.slice(0, end ? journal.entries.lastIndexOf(end) : undefined);
  const { outcome, ...rest } = end ?? {};
  return leftIn({ ...journal, entries: before }) ?? (outcome && { ...rest, name: outcome });
}

/** Tells it again. */
export async function replayRun(journal: Journal, workflows: readonly Workflow[]): Promise<Replayed> {
  const begin = beginOf(journal);
  const story = workflows.find(({ name, story: version }) => name === begin?.workflow && version === begin.story);
  if (!begin || !story) throw otherVersion(begin?.workflow ?? 'unknown', begin?.story ?? 0);
  const came = cameTo(journal);
  const past = new Past(journal);
  const ctx = ctxFrom(journal, past);
  try {
    const outcome = outcomeOf(await story.tell(ctx, inputOf(begin.input as WrittenInput)));
    const digest = digestOfEnd(outcome);
    return { same: came !== undefined && digestOfEnd(came) === digest, stoppedAt: undefined, digest };
  } catch (error) {
    // Told of the same mistake again, or of another one.
    if (came && error instanceof UserError) {
      const digest = digestOfEnd(mishapOf(error, ctx.say));
      return { same: digest === digestOfEnd(came), stoppedAt: undefined, digest };
    }
    // Everything that was written down was told again, and nothing else; what then ended it came from outside, or was a fault
    // that is there again.
    const isLikeIt = error instanceof Beyond || came?.name === 'error';
    if (came && isFromOutside(came) && isLikeIt && past.isAllGiven)
      return { same: true, stoppedAt: undefined, digest: digestOfEnd(came) };
    const stoppedAt = past.missing ?? (error instanceof Beyond ? error.step : undefined);
    if (stoppedAt === undefined) throw error;
    return { same: came === undefined, stoppedAt, digest: digestOfEnd({ name: 'running' }) };
  }
}

/** Somebody stopped it, a service was not there, crew itself was at fault, or a person was told of an error of theirs. */
function isFromOutside({ name, result }: Outcome): boolean {
  const { error } = (typeof result === 'object' && result !== null ? result : {}) as { readonly error?: unknown };
  return name === 'cancelled' || name === 'infra_error' || name === 'error' || error !== undefined;
}

function ctxFrom(journal: Journal, past: Past): Ctx {
  const begin = beginOf(journal);
  const confirmed = (key: string) => {
    const found = journal.entries.find((entry) => entry.kind === 'confirm' && entry.key === key);
    if (found?.kind !== 'confirm') throw new Beyond(key);
    return found.applied as never;
  };
  const known = journal.entries.find((entry) => entry.kind === 'step' && entry.name === 'known');
  if (known?.kind !== 'step') throw new Beyond('known');
  return {
    run: runFrom(past, begin?.run ?? ''),
    repo: begin?.repo,
    issue: begin?.issue,
    known: known.value as Known,
    say: messages((known.value as Known).lang),
    dryRun: false,
    details: '',
    runs: beyond,
    follow: beyond,
    hear: beyond,
    recall: beyond,
    shared: forgetful,
    workshop: async () => closedWorkshop,
    clock: { now: () => past.now(), sleep: async () => undefined },
    show: () => undefined,
    signal: past.signal,
    apply: async (changes) => changes.map((change) => confirmed(keyOf(change))),
  };
}

const beyond = async (): Promise<never> => {
  throw new Beyond('the end');
};

function runFrom(past: Past, id: string): Run {
  const step = <T>(name: string, work: () => Promise<T>): Promise<T> => past.give(name, work);
  return {
    id,
    step,
    look: step,
    words: () => past.words(),
    // Only what is granted anew asks for it, and what was granted stands in the journal.
    spentUsd: () => 0,
    signal: past.signal,
    listen: async () => undefined,
    effect: () => ({ begun: 0 }),
    sureUntil: 0,
    unsureSince: undefined,
    intend: beyond,
    confirm: beyond,
    rest: beyond,
    left: () => undefined,
    end: beyond,
  };
}

/** What the last life of a run knew, as far as the story has come: what was heard later is not known yet. */
class Past {
  readonly #journal: Journal;
  readonly #cancelled = new AbortController();
  /** The furthest entry that was given back; a life begins with everything before it. */
  #given: number;
  #missing: string | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#given = journal.entries.findLastIndex(({ kind }) => kind === 'resume');
  }

  /** Aborted where the journal ends, if that is why it ends. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** The first step that the story asked for and the journal does not hold. */
  get missing(): string | undefined {
    return this.#missing;
  }

  /** Every step of the journal was asked for by the story, up to the last. */
  get isAllGiven(): boolean {
    return this.#given >= this.#journal.entries.findLastIndex(({ kind }) => kind === 'step');
  }

  /**
   * What the journal holds. Behind the last step of a run that is over, the work decides once more whether it goes on: that
   * it did not is how the run ended. All that it could do it with is closed, so it can only decide.
   */
  async give<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { entries } = this.#journal;
    const at = entries.findIndex((entry) => entry.kind === 'step' && entry.name === name);
    const found = entries[at];
    if (found?.kind === 'step') {
      this.#given = Math.max(this.#given, at);
      return found.value as T;
    }
    this.#missing ??= name;
    const end = endOf(this.#journal);
    if (!end) throw new Beyond(name);
    if (end.outcome === 'cancelled') this.#cancelled.abort();
    await work();
    throw new Beyond(name);
  }

  words(): readonly Word[] {
    const heard = this.#journal.entries.slice(0, this.#given + 1);
    return heard.flatMap((entry) => (entry.kind === 'heard' ? [entry.word] : []));
  }

  /** Time stands still while steps are given back, which say themselves how long they took; behind them it went on to the end. */
  now(): number {
    const { entries } = this.#journal;
    const began = entries[0]?.at ?? 0;
    if (this.#missing === undefined) return began;
    const counted = entries.findLast((each) => each.kind === 'resume' || (each.kind === 'step' && each.spent));
    return began + (entries.at(-1)?.at ?? began) - (counted?.at ?? began);
  }
}

/** What all runs share has nothing to do with this one any more: nothing stands there, and nothing is left there. */
const forgetful: Store = {
  list: async () => [],
  read: async () => null,
  append: async () => '',
  remove: async () => undefined,
};

const closedTree: Workspace = {
  root: '',
  look: beyond,
  read: beyond,
  write: beyond,
  remove: beyond,
  list: beyond,
  files: beyond,
  search: beyond,
};

/** A workshop without a tree, a model, a key or a network: the story may come in, and use nothing. */
const closedWorkshop: Workshop = {
  workspace: closedTree,
  gate: () => {
    throw new Beyond('the end');
  },
  gateFor: () => {
    throw new Beyond('the end');
  },
  cell: { strength: 'sealed', name: 'none', home: '/', run: beyond, take: beyond, close: async () => undefined },
  model: { turn: beyond },
  web: { get: beyond, hosts: [] },
  keep: () => {
    throw new Beyond('the end');
  },
  get agents(): string {
    throw new Beyond('the end');
  },
  repository: beyond,
  folder: () => closedTree,
  below: { head: beyond, parted: beyond, standing: beyond, since: beyond, beside: beyond, hide: beyond },
  copy: () => ({ ...closedTree, since: beyond, close: async () => undefined }),
  apply: beyond,
  bench: { cell: beyond, openCell: beyond, artifacts: { open: beyond }, evidence: beyond, keep: beyond },
  close: async () => undefined,
};

function otherVersion(workflow: string, story: number): UserError {
  return new UserError({
    expected: 'a run that this version can tell',
    found: `one of ${workflow}, story ${story}`,
    remedy: 'Replay it with the version of crew that ran it.',
    ends: 'error',
  });
}
