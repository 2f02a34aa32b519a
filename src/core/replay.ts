// A run told again from its journal: every step is given back, no effect is had, and the ends are compared.
import { asked as askedBy, textOf } from '../commands/asked.js';
import { UserError } from '../errors.js';
import { messages } from '../text/lang/index.js';
import { keyOf } from './change.js';
import { digestOf } from './digest.js';
import { beginOf, endOf, type Journal, wordsOf } from './journal.js';
import type { Run } from './run.js';
import type { Ctx, Known, Workflow, WrittenInput } from './workflow.js';

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

const ended = (of: { name: string; says?: string | undefined; result?: unknown }): string =>
  `sha256:${digestOf(JSON.stringify([of.name, of.says ?? null, of.result ?? null]))}`;

/** Tells it again. */
export async function replayRun(journal: Journal, workflows: readonly Workflow[]): Promise<Replayed> {
  const begin = beginOf(journal);
  const story = workflows.find(({ name, story: version }) => name === begin?.workflow && version === begin.story);
  if (!begin || !story) throw otherVersion(begin?.workflow ?? 'unknown', begin?.story ?? 0);
  const { event, own, asked: which } = begin.input as WrittenInput;
  const all = askedBy(event, own);
  const asked = which.flatMap((n) => all[n] ?? []);
  try {
    const outcome = await story.tell(ctxFrom(journal), { event, asked, text: textOf(asked) });
    const end = endOf(journal);
    const digest = ended(outcome);
    return { same: end !== undefined && ended({ ...end, name: end.outcome }) === digest, stoppedAt: undefined, digest };
  } catch (error) {
    if (!(error instanceof Beyond)) throw error;
    // A run that was cancelled is told as far as it came.
    const end = endOf(journal);
    if (end?.outcome === 'cancelled')
      return { same: true, stoppedAt: undefined, digest: ended({ ...end, name: end.outcome }) };
    return { same: end === undefined, stoppedAt: error.step, digest: ended({ name: 'running' }) };
  }
}

function ctxFrom(journal: Journal): Ctx {
  const begin = beginOf(journal);
  const step = async <T>(name: string): Promise<T> => {
    const found = journal.entries.find((entry) => entry.kind === 'step' && entry.name === name);
    if (found?.kind !== 'step') throw new Beyond(name);
    return found.value as T;
  };
  const confirmed = (key: string) => {
    const found = journal.entries.find((entry) => entry.kind === 'confirm' && entry.key === key);
    if (found?.kind !== 'confirm') throw new Beyond(key);
    return found.applied as never;
  };
  const known = journal.entries.find((entry) => entry.kind === 'step' && entry.name === 'known');
  if (known?.kind !== 'step') throw new Beyond('known');
  const beyond = async (): Promise<never> => {
    throw new Beyond('the end');
  };
  const run: Run = {
    id: begin?.run ?? '',
    step,
    look: step,
    words: () => wordsOf(journal),
    signal: new AbortController().signal,
    listen: async () => undefined,
    effect: () => ({ begun: 0 }),
    intend: beyond,
    confirm: beyond,
    end: beyond,
  };
  return {
    run,
    repo: begin?.repo,
    issue: begin?.issue,
    known: known.value as Known,
    say: messages((known.value as Known).lang),
    dryRun: false,
    runs: beyond,
    hear: beyond,
    shared: { list: beyond, read: beyond, append: beyond, remove: beyond },
    clock: { now: () => begin?.at ?? 0, sleep: async () => undefined },
    show: () => undefined,
    signal: new AbortController().signal,
    apply: async (changes) => changes.map((change) => confirmed(keyOf(change))),
  };
}

function otherVersion(workflow: string, story: number): UserError {
  return new UserError({
    expected: 'a run that this version can tell',
    found: `one of ${workflow}, story ${story}`,
    remedy: 'Replay it with the version of crew that ran it.',
    ends: 'error',
  });
}
