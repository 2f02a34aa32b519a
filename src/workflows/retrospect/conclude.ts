// The end of a run: counts its signals and adds the list of proposals for approval to its outcome. On GitHub `publish` does this and takes
// only the text of proposals from the work job; at a terminal the work does it.
import { checkedSignals } from '../../memory/preferences/check-signal.js';
import { applySignals } from '../../memory/preferences/rules.js';
import type { Proposal, SignalSource } from '../../memory/preferences/state.js';
import type { Outcome, OutcomeName, Request, Signal } from '../../ports/run.js';
import type { GitHubReader, PublishContext, Settings, WorkContext } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import type { Learning } from './learning.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import type { Approvals } from './rules/list.js';
import { type Learned, learnedIn } from './rules/phase-four.js';
import { listText } from './rules/proposal-text.js';
import { signalsWithoutModel, sourcesOf } from './sources.js';

/** The outcomes after which signals are counted. */
const COUNTED_OUTCOMES: readonly OutcomeName[] = ['done', 'partial', 'failed', 'stuck', 'escalated'];

export { learnedIn };

export interface EndedRun {
  readonly run: string;
  readonly taskKind: string;
  readonly github: GitHubReader | undefined;
  readonly issue: number | undefined;
  readonly place: 'thread' | 'terminal';
  readonly settings: Settings;
  readonly signals: readonly Signal[];
  readonly request: Request | undefined;
  readonly learning: Learning | null;
}

export const endedRun = (
  { run, github, issue, place, settings, signals }: WorkContext | PublishContext,
  taskKind: string,
): Omit<EndedRun, 'request' | 'learning'> => ({ run, taskKind, github, issue, place, settings, signals });

/** The outcome with the list for approval. A failure of learning never changes the outcome. */
export async function withApprovals(at: EndedRun, outcome: Outcome, learned: Learned | null): Promise<Outcome> {
  const plain = { ...outcome, result: withoutLearned(outcome.result) };
  if (!(COUNTED_OUTCOMES.includes(outcome.name) || isRejected(outcome, at)) || outcome.followUp) return plain;
  const say = inLanguage(at.settings.lang, { en, ja });
  const { proposals, isFirst, isGone } = await duePreferences(at, learned);
  const items = learned?.items ?? [];
  const list = listText(
    { ...{ items, preferences: proposals, isFirst, place: at.place }, formatted: learned?.formatted },
    say,
  );
  const isBare = (learned?.mode === 'full' || learned?.mode === 'light') && learned.status === 'success';
  const hasNone = isBare && !items.some(({ kind }) => kind !== 'knowledge');
  const notes = [list, ...(hasNone ? [say.nothing] : []), ...(isGone ? [say.memoryGone] : [])];
  const added = notes.filter((each) => each !== '').join('\n\n');
  const approvals: Approvals = { items: [...items], preferences: proposals.map(({ id }) => id) };
  const isList = items.length + proposals.length > 0;
  return {
    ...plain,
    ...(added === '' ? {} : { says: [outcome.says ?? '', added].filter((each) => each !== '').join('\n\n') }),
    ...(isList ? { result: { ...(plain.result as object | undefined), approvals } } : {}),
  };
}

/** Whether a person rejected the plan of the run and gave a reason. */
const isRejected = ({ name }: Outcome, { signals }: EndedRun): boolean =>
  name === 'cancelled' && signals.some((each) => each.is === 'reject' && (each.why ?? '').trim() !== '');

/** The result without the work's proposals; the list replaces them. */
function withoutLearned(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('learned' in result)) return result;
  const { learned: _, ...rest } = result;
  return rest;
}

interface DuePreferences {
  readonly proposals: readonly Proposal[];
  readonly isFirst: boolean;
  readonly isGone: boolean;
}

const NO_PREFERENCES: DuePreferences = { proposals: [], isFirst: false, isGone: false };

/** Adds the run's signals and returns the preferences that are due for approval. */
async function duePreferences(at: EndedRun, learned: Learned | null): Promise<DuePreferences> {
  const { learning, settings, run, taskKind } = at;
  const { lp_system: lp } = settings.config.build;
  if (!learning || learned?.mode === 'none' || !lp.collect_signals || lp.enabled === false) return NO_PREFERENCES;
  try {
    const sources = await sourcesOf(at);
    const signals = checkedSignals(claimedSignals(learned, sources, at.signals), sources, { taskKind, run });
    return await learning.preferences.update((state) => {
      // Writes nothing if there are no signals and no preferences.
      if (signals.length + state.signals.length + state.preferences.length === 0)
        return { state, value: NO_PREFERENCES };
      const applied = applySignals(state, signals, { run });
      const isFirst = state.preferences.length === 0;
      return { state: applied.state, value: { proposals: applied.proposals, isFirst, isGone: false } };
    });
  } catch {
    return { ...NO_PREFERENCES, isGone: true };
  }
}

const claimedSignals = (learned: Learned | null, sources: readonly SignalSource[], signals: readonly Signal[]) =>
  learned?.signals ?? signalsWithoutModel(sources, signals);
