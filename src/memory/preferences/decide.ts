// Applies a person's decisions about proposed preferences. Pure. Specification: parent-session, "LP候補の提示フォーマット", "Signal Log の更新"
// and "Metadata の更新"; the grammar is that of `/crew approve` and `reject`. Deferring changes nothing. Used by src/workflows/retrospect.
import { isForbidden } from './check-signal.js';
import { MILESTONES, openProposals, stalePreferences, withoutSubject } from './rules.js';
import type { Preference, PreferenceState, Proposal } from './state.js';

/** The option after the ids of `/crew approve`. */
export type How =
  | { readonly is: 'plain' }
  | { readonly is: 'as'; readonly text: string }
  | { readonly is: 'replace' }
  | { readonly is: 'condition'; readonly text: string }
  | { readonly is: 'retire' };

/** The result of a decision, with the new state if it changed anything. */
export type Decided =
  | {
      readonly is: 'added' | 'replaced' | 'conditioned';
      readonly state: PreferenceState;
      readonly preference: Preference;
      /** Set if the approval reached this number of preferences. The profile is then shown. */
      readonly milestone?: number | undefined;
    }
  | { readonly is: 'retired' | 'rejected'; readonly state: PreferenceState; readonly proposal: Proposal }
  | { readonly is: 'unknown' }
  /** `replace` and `retire` need an existing preference. */
  | { readonly is: 'not-an-update' }
  | { readonly is: 'forbidden-subject' }
  /** There are as many preferences as allowed, so the proposal stays open. `stale`: preferences that may be forgotten. */
  | { readonly is: 'full'; readonly stale: readonly Preference[] };

/** Who decides, when, and how many preferences there may be (`cap`). */
export interface DecisionContext {
  /** Milliseconds. */
  readonly now: number;
  readonly by?: string | undefined;
  readonly cap: number;
}

/** Parses `as TEXT`, `replace`, `condition TEXT`, `retire` or nothing. */
export function howOf(text: string | undefined): How {
  const [, word = '', rest = ''] = /^(as|replace|condition|retire)(?:\s+([\s\S]*))?$/.exec(text?.trim() ?? '') ?? [];
  if (word === 'as' || word === 'condition') return { is: word, text: rest.trim() };
  return word === 'replace' || word === 'retire' ? { is: word } : { is: 'plain' };
}

const proposalIn = (state: PreferenceState, id: string): Proposal | undefined =>
  openProposals(state).find((each) => each.id.toLowerCase() === id.toLowerCase());

/**
 * Approves a proposal: adds the preference, or changes the existing one. `as` sets another wording; `condition` adds a condition (to the old
 * wording, if there is one); `replace` and plain approval use the new wording; `retire` removes the preference.
 */
export function approve(state: PreferenceState, id: string, how: How, context: DecisionContext): Decided {
  const proposal = proposalIn(state, id);
  if (!proposal) return { is: 'unknown' };
  const { existing, name, cluster } = proposal;
  if (!existing && (how.is === 'replace' || how.is === 'retire')) return { is: 'not-an-update' };
  if (how.is === 'retire') return { is: 'retired', state: withoutSubject(state, name, { preference: true }), proposal };
  if ('text' in how && (how.text === '' || isForbidden(how.text, cluster))) return { is: 'forbidden-subject' };
  if (!existing && state.preferences.length >= context.cap)
    return { is: 'full', stale: stalePreferences(state, context.now) };
  const preference = preferenceOf(state, proposal, how, context);
  const rest = withoutSubject(state, name, { preference: true });
  const added = { ...rest, preferences: [...rest.preferences, preference] };
  const changed = how.is === 'condition' ? 'conditioned' : 'replaced';
  const milestone = MILESTONES.findLast((each) => added.preferences.length >= each && each > state.milestone);
  return {
    is: existing ? changed : 'added',
    state: milestone === undefined ? added : { ...added, milestone },
    preference,
    ...(milestone !== undefined && { milestone }),
  };
}

/** The approved preference. */
function preferenceOf(state: PreferenceState, proposal: Proposal, how: How, { now, by }: DecisionContext): Preference {
  const { name, cluster, topic, existing, evidence, weight } = proposal;
  const { action, scope, statement } = existing && how.is === 'condition' ? existing : proposal;
  const time = new Date(now).toISOString();
  const condition = how.is === 'condition' ? how.text : undefined;
  return {
    name,
    cluster,
    topic,
    scope,
    weight,
    evidence,
    statement: how.is === 'as' ? how.text : statement,
    // With `as`, the action of the proposal may no longer fit the wording.
    ...(how.is !== 'as' && action !== undefined && { action }),
    ...(condition !== undefined && {
      condition: existing?.condition ? `${existing.condition}; ${condition}` : condition,
    }),
    approvedBy: by,
    approvedAt: time,
    lastReinforced: time,
    lastReinforcedRun: state.runs,
  };
}

/** Rejects a proposal and deletes its signals, so that counting starts again. An existing preference stays. */
export function reject(state: PreferenceState, id: string, now: number): Decided {
  const proposal = proposalIn(state, id);
  if (!proposal) return { is: 'unknown' };
  const rest = withoutSubject(state, proposal.name, { preference: false });
  const rejected = [...rest.rejected, { name: proposal.name, at: new Date(now).toISOString() }];
  return { is: 'rejected', state: { ...rest, rejected }, proposal };
}
