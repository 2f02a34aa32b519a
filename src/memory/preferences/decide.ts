// What a person decides about proposed preferences. Pure. Specification: parent-session, "LP候補の提示フォーマット", "Signal Log の更新"
// and "Metadata の更新"; the grammar is that of `/crew approve`, `reject` and `defer`.
import { isForbidden } from './check-signal.js';
import { MILESTONES, openProposals, stalePreferences, without } from './rules.js';
import type { Preference, PreferenceState, Proposal } from './state.js';

/** What stands behind the ids of `/crew approve`. */
export type How =
  | { readonly is: 'plain' }
  | { readonly is: 'as'; readonly text: string }
  | { readonly is: 'replace' }
  | { readonly is: 'condition'; readonly text: string }
  | { readonly is: 'retire' };

export type Decided =
  | {
      readonly is: 'added' | 'replaced' | 'conditioned';
      readonly state: PreferenceState;
      readonly preference: Preference;
      /** The number of preferences just reached: the profile is shown. */
      readonly milestone?: number | undefined;
    }
  | { readonly is: 'retired' | 'rejected' | 'deferred'; readonly state: PreferenceState; readonly proposal: Proposal }
  | { readonly is: 'unknown' }
  /** `replace` and `retire` are for changes of a preference. */
  | { readonly is: 'not-an-update' }
  | { readonly is: 'forbidden-subject' }
  /** The cap is reached; the proposal stays open. These may be forgotten first. */
  | { readonly is: 'full'; readonly stale: readonly Preference[] };

export interface DecideAt {
  readonly now: number;
  readonly by?: string | undefined;
  readonly cap: number;
}

/** `as TEXT`, `replace`, `condition TEXT`, `retire`, or nothing. */
export function howOf(text: string | undefined): How {
  const [, word = '', rest = ''] = /^(as|replace|condition|retire)(?:\s+([\s\S]*))?$/.exec(text?.trim() ?? '') ?? [];
  if (word === 'as' || word === 'condition') return { is: word, text: rest.trim() };
  return word === 'replace' || word === 'retire' ? { is: word } : { is: 'plain' };
}

const proposalIn = (state: PreferenceState, id: string): Proposal | undefined =>
  openProposals(state).find((each) => each.id.toLowerCase() === id.toLowerCase());

/**
 * Makes a preference of a proposal, or changes the existing one: `as` words it anew, `condition` adds a condition (to the old wording,
 * where there is one), `replace` and plain approval take the new wording, `retire` removes the old preference.
 */
export function approve(state: PreferenceState, id: string, how: How, at: DecideAt): Decided {
  const proposal = proposalIn(state, id);
  if (!proposal) return { is: 'unknown' };
  const { existing, name, cluster } = proposal;
  if (!existing && (how.is === 'replace' || how.is === 'retire')) return { is: 'not-an-update' };
  if (how.is === 'retire') return { is: 'retired', state: without(state, name, { preference: true }), proposal };
  if ('text' in how && (how.text === '' || isForbidden(how.text, cluster))) return { is: 'forbidden-subject' };
  if (!existing && state.preferences.length >= at.cap) return { is: 'full', stale: stalePreferences(state, at.now) };
  const preference = preferenceOf(state, proposal, how, at);
  const rest = without(state, name, { preference: true });
  const added = { ...rest, preferences: [...rest.preferences, preference] };
  const milestone = MILESTONES.findLast((each) => added.preferences.length >= each && each > state.milestone);
  return {
    is: !existing ? 'added' : how.is === 'condition' ? 'conditioned' : 'replaced',
    state: milestone === undefined ? added : { ...added, milestone },
    preference,
    ...(milestone !== undefined && { milestone }),
  };
}

function preferenceOf(state: PreferenceState, proposal: Proposal, how: How, { now, by }: DecideAt): Preference {
  const { name, cluster, topic, existing, evidence, weight } = proposal;
  const { action, scope, statement } = existing && how.is === 'condition' ? existing : proposal;
  const time = new Date(now).toISOString();
  const condition = how.is === 'condition' ? how.text : undefined;
  return {
    ...{ name, cluster, topic, scope, weight, evidence },
    statement: how.is === 'as' ? how.text : statement,
    // What crew does was derived from the old words.
    ...(how.is !== 'as' && action !== undefined && { action }),
    ...(condition !== undefined && {
      condition: existing?.condition ? `${existing.condition}; ${condition}` : condition,
    }),
    ...{ approvedBy: by, approvedAt: time, lastReinforced: time, lastReinforcedRun: state.runs },
  };
}

/** The subject's signals are deleted: it is counted anew from zero. An existing preference stays as it is. */
export function reject(state: PreferenceState, id: string, now: number): Decided {
  const proposal = proposalIn(state, id);
  if (!proposal) return { is: 'unknown' };
  const rest = without(state, proposal.name, { preference: false });
  const rejected = [...rest.rejected, { name: proposal.name, at: new Date(now).toISOString() }];
  return { is: 'rejected', state: { ...rest, rejected }, proposal };
}

/** The signals stay: with more of them it is proposed again, under the same id. */
export function defer(state: PreferenceState, id: string): Decided {
  const proposal = proposalIn(state, id);
  return proposal ? { is: 'deferred', state, proposal } : { is: 'unknown' };
}
