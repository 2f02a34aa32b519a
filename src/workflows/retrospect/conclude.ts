// The end of a run that learns: counts its signals and adds the list of proposals for approval to its outcome. On GitHub `publish` does this
// and takes only the text of proposals from the work job; at a terminal the work does it. Called by index.ts.
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
import { preferenceSignalsWithoutModel, sourcesOf } from './sources.js';

/** The outcomes after which signals are counted. */
const COUNTED_OUTCOMES: readonly OutcomeName[] = ['done', 'partial', 'failed', 'stuck', 'escalated'];

export { learnedIn };

/** The run that ends. */
export interface EndedRun {
  readonly run: string;
  /** The kind of its work, such as `build`. */
  readonly taskKind: string;
  readonly github: GitHubReader | undefined;
  readonly issue: number | undefined;
  readonly place: 'thread' | 'terminal';
  readonly settings: Settings;
  readonly signals: readonly Signal[];
  readonly request: Request | undefined;
  readonly learning: Learning | null;
}

/** The ended run, from the context of its last phase. */
export const endedRun = (
  { run, github, issue, place, settings, signals }: WorkContext | PublishContext,
  taskKind: string,
): Omit<EndedRun, 'request' | 'learning'> => ({ run, taskKind, github, issue, place, settings, signals });

/** The outcome with the list for approval. A failure of learning never changes the outcome. */
export async function withApprovals(ended: EndedRun, outcome: Outcome, learned: Learned | null): Promise<Outcome> {
  const plain = { ...outcome, result: withoutLearned(outcome.result) };
  if (!(COUNTED_OUTCOMES.includes(outcome.name) || isRejected(outcome, ended)) || outcome.followUp) return plain;
  const say = inLanguage(ended.settings.lang, { en, ja });
  const { proposals, explainsPreferences, isUnreachable } = await duePreferences(ended, learned);
  const items = learned?.items ?? [];
  const list = listText(
    { items, preferences: proposals, explainsPreferences, place: ended.place, formatted: learned?.formatted },
    say,
  );
  const wasReviewed = (learned?.mode === 'full' || learned?.mode === 'light') && learned.status === 'success';
  const hasNoProposal = wasReviewed && !items.some(({ kind }) => kind !== 'knowledge');
  const notes = [list, ...(hasNoProposal ? [say.nothing] : []), ...(isUnreachable ? [say.memoryGone] : [])];
  const text = notes.filter((each) => each !== '').join('\n\n');
  const approvals: Approvals = { items: [...items], preferences: proposals.map(({ id }) => id) };
  const hasList = items.length + proposals.length > 0;
  return {
    ...plain,
    ...(text === '' ? {} : { says: [outcome.says ?? '', text].filter((each) => each !== '').join('\n\n') }),
    ...(hasList ? { result: { ...(plain.result as object | undefined), approvals } } : {}),
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

/** The preferences to propose. */
interface DuePreferences {
  readonly proposals: readonly Proposal[];
  /** Whether no preference has been approved yet. The list then explains what preferences are. */
  readonly explainsPreferences: boolean;
  /** Whether the memory could not be reached. */
  readonly isUnreachable: boolean;
}

const NO_PREFERENCES: DuePreferences = { proposals: [], explainsPreferences: false, isUnreachable: false };

/** Adds the run's signals and returns the preferences that are due for approval. */
async function duePreferences(ended: EndedRun, learned: Learned | null): Promise<DuePreferences> {
  const { learning, settings, run, taskKind } = ended;
  const { lp_system: lp } = settings.config.build;
  if (!learning || learned?.mode === 'none' || !lp.collect_signals || lp.enabled === false) return NO_PREFERENCES;
  try {
    const sources = await sourcesOf(ended);
    const signals = checkedSignals(claimedSignals(learned, sources, ended.signals), sources, { taskKind, run });
    return await learning.preferences.update((state) => {
      // Writes nothing if there are no signals and no preferences.
      if (signals.length + state.signals.length + state.preferences.length === 0)
        return { state, value: NO_PREFERENCES };
      const applied = applySignals(state, signals, { run });
      const explainsPreferences = state.preferences.length === 0;
      return {
        state: applied.state,
        value: { proposals: applied.proposals, explainsPreferences, isUnreachable: false },
      };
    });
  } catch {
    return { ...NO_PREFERENCES, isUnreachable: true };
  }
}

/** The signals that an agent found; without an agent, those that need none. */
const claimedSignals = (learned: Learned | null, sources: readonly SignalSource[], signals: readonly Signal[]) =>
  learned?.signals ?? preferenceSignalsWithoutModel(sources, signals);
