// Counts signals, proposes preferences, and forgets them. Pure. Specification: parent-session, "知識候補の提示順序", "LP System State Management",
// "LP 数上限到達時のプルーニング", "Aggregate Profile Review" and "Right-to-Forget Workflow". Used by decide.ts, by forget.ts and services.ts of
// src/memory, and by src/workflows/profile and retrospect.
import type {
  Evidence,
  Preference,
  PreferenceSignal,
  PreferenceState,
  Priority,
  Proposal,
  Proposed,
  SignalKind,
} from './state.js';
import { NOTHING_LEARNED, preferenceName } from './state.js';

/** Weights in tenths, so that sums are exact. */
const WEIGHTS: Readonly<Record<SignalKind, number>> = {
  correction: 10,
  afterthought: 7,
  rejection: 10,
  repeated_choice: 7,
  explicit: 30,
  contradiction: -10,
};
/** From this weight on a preference is proposed. */
const CANDIDATE_TENTHS = 30;
/** From this weight on it has the priority HIGH. */
const HIGH_TENTHS = 40;
const HOUR = 60 * 60 * 1000;
/** Signals about the same kind of task within this time are one occasion. */
const OCCASION_GAP_MS = 2 * HOUR;
/** A run proposes at most this many preferences. */
export const MAX_PROPOSED = 3;
/** A preference that no signal supported for this long is stale. */
export const STALE_AFTER = { days: 60, runs: 20 };
/** Numbers of preferences at which the whole profile is shown. */
export const MILESTONES = [10, 20, 30] as const;
/** At most this many signals are stored; the oldest are dropped. */
const MAX_SIGNALS = 1000;
/** At most this many pieces of evidence belong to a proposal. */
const MAX_EVIDENCE = 10;

/** The state after new signals, and the preferences to propose. */
export interface Applied {
  readonly state: PreferenceState;
  /** At most three, most important first. */
  readonly proposals: readonly Proposal[];
}

/** Adds the checked signals of a run. The result does not depend on their order, and adding them twice changes nothing. */
export function applySignals(
  state: PreferenceState,
  signals: readonly PreferenceSignal[],
  { run }: { readonly run: string },
): Applied {
  if (state.enabled === false) return { state, proposals: [] };
  const isNewRun = state.lastRun !== run;
  const runs = state.runs + (isNewRun ? 1 : 0);
  const known = new Set(state.signals.map(keyOf));
  const fresh = signals.filter((each) => {
    if (known.has(keyOf(each)) || each.time <= decidedAt(state, nameOf(each))) return false;
    known.add(keyOf(each));
    return true;
  });
  const all = [...state.signals, ...fresh].sort(byTime).slice(-MAX_SIGNALS);
  const preferences = state.preferences.map((each) => withNewSignals(each, fresh, runs));
  return propose({ ...state, signals: all, preferences, runs, lastRun: run });
}

/** The time of a person's last decision about a subject. Earlier signals do not count again. */
function decidedAt({ preferences, rejected }: PreferenceState, name: string): string {
  const approved = preferences.find((each) => each.name === name)?.approvedAt ?? '';
  const refused = rejected.find((each) => each.name === name)?.at ?? '';
  return [approved, refused].sort(compare).at(-1) ?? '';
}

const nameOf = (signal: Pick<PreferenceSignal, 'cluster' | 'topic'>): string =>
  preferenceName(signal.cluster, signal.topic);
const keyOf = (signal: PreferenceSignal): string => `${signal.source}\n${signal.kind}\n${nameOf(signal)}`;
const byTime = (a: PreferenceSignal, b: PreferenceSignal): number =>
  compare(a.time, b.time) || compare(keyOf(a), keyOf(b));
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The preference with the time of the newest signal that supports it. */
function withNewSignals(preference: Preference, fresh: readonly PreferenceSignal[], runs: number): Preference {
  const supporting = fresh.filter((each) => nameOf(each) === preference.name && WEIGHTS[each.kind] > 0);
  const last = supporting.sort(byTime).at(-1)?.time;
  if (last === undefined || last <= preference.lastReinforced) return preference;
  return { ...preference, lastReinforced: last, lastReinforcedRun: runs };
}

/** Signals that count once, with the weight of the heaviest. */
interface Occasion {
  readonly taskKind: string;
  /** The time of its first signal, in milliseconds. */
  readonly start: number;
  /** Ids of comments and messages. */
  readonly sources: Set<string>;
  /** Whether the signals contradict the statement. */
  readonly isAgainst: boolean;
  heaviest: PreferenceSignal;
}

/**
 * Groups signals into independent occasions: signals are independent if they are two hours apart or about different kinds of tasks. One
 * comment is one occasion. Signals for and against a statement are separate occasions.
 */
function occasionsOf(signals: readonly PreferenceSignal[]): readonly Occasion[] {
  const occasions: Occasion[] = [];
  for (const signal of [...signals].sort(byTime)) {
    const { taskKind, source } = signal;
    const at = Date.parse(signal.time);
    const isAgainst = signal.kind === 'contradiction';
    const found = occasions.find(
      (each) =>
        each.isAgainst === isAgainst &&
        (each.sources.has(source) || (each.taskKind === taskKind && at - each.start < OCCASION_GAP_MS)),
    );
    if (!found) occasions.push({ taskKind, start: at, sources: new Set([source]), isAgainst, heaviest: signal });
    else {
      found.sources.add(source);
      if (WEIGHTS[signal.kind] > WEIGHTS[found.heaviest.kind]) found.heaviest = signal;
    }
  }
  return occasions;
}

/**
 * The weight of occasions in tenths, never below zero. `isChange`: weighs a change of an existing preference, so signals against it count as
 * positive and signals for it as negative.
 */
function tenthsOf(occasions: readonly Occasion[], isChange = false): number {
  const sign = isChange ? -1 : 1;
  return occasions.reduce((sum, { heaviest }) => Math.max(0, sum + sign * WEIGHTS[heaviest.kind]), 0);
}

/** The weight of the signals about one subject. */
export const weightOf = (signals: readonly PreferenceSignal[]): number => tenthsOf(occasionsOf(signals)) / 10;

/** `isAcrossClusters`: other clusters have signals about the same topic. */
function priorityOf(tenths: number, isAcrossClusters: boolean): Priority {
  if (tenths >= HIGH_TENTHS || isAcrossClusters) return 'HIGH';
  return tenths > CANDIDATE_TENTHS ? 'MEDIUM' : 'LOW';
}

const RANK: Readonly<Record<Priority, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 };

type Candidate = Omit<Proposal, 'id'>;

/** Proposes the most important subjects above the threshold whose weight has grown since they were last proposed. */
function propose(state: PreferenceState): Applied {
  const proposedBefore = new Map(state.proposed.map((each) => [each.name, each]));
  const due = candidatesOf(state).filter(({ name, weight }) => weight > (proposedBefore.get(name)?.weight ?? 0));
  const first = due.sort(byImportance).slice(0, MAX_PROPOSED);
  const lastId = { ...state.lastId };
  const proposals = first.map((each): Proposal => {
    const known = proposedBefore.get(each.name);
    if (known) return { id: known.id, ...each };
    if (each.existing) lastId.update += 1;
    else lastId.lp += 1;
    return { id: each.existing ? idOf('LP-UPD', lastId.update) : idOf('LP', lastId.lp), ...each };
  });
  const proposed = proposals.map(({ id, name, weight }): Proposed => ({ id, name, weight }));
  const others = state.proposed.filter(({ name }) => !proposed.some((each) => each.name === name));
  return { state: { ...state, proposed: [...others, ...proposed], lastId }, proposals };
}

const idOf = (kind: string, n: number): string => `${kind}-${String(n).padStart(3, '0')}`;

const byImportance = (a: Candidate, b: Candidate): number =>
  RANK[a.priority] - RANK[b.priority] || b.weight - a.weight || compare(a.name, b.name);

/** All subjects whose weight is high enough for a proposal. */
function candidatesOf(state: PreferenceState): Candidate[] {
  const names = [...new Set(state.signals.map(nameOf))];
  return names.flatMap((name) => {
    const signals = state.signals.filter((each) => nameOf(each) === name);
    const existing = state.preferences.find((each) => each.name === name);
    return candidateOf(state, { name, signals, existing }) ?? [];
  });
}

/** A possible preference, with the signals about it and the preference that exists already. */
interface Subject {
  readonly name: string;
  readonly signals: readonly PreferenceSignal[];
  readonly existing: Preference | undefined;
}

/** The proposal for a subject; undefined if its weight is too low. */
function candidateOf(state: PreferenceState, { name, signals, existing }: Subject): Candidate | undefined {
  const occasions = occasionsOf(signals);
  const isChange = existing !== undefined;
  const tenths = tenthsOf(occasions, isChange);
  if (tenths < CANDIDATE_TENTHS) return undefined;
  const counted = occasions.filter(({ isAgainst }) => isAgainst === isChange).map(({ heaviest }) => heaviest);
  const latest = counted.at(-1);
  if (!latest) return undefined;
  const { cluster, topic, statement, action, scope } = latest;
  const isAcrossClusters = state.signals.some(
    (each) => each.topic === topic && each.cluster !== cluster && WEIGHTS[each.kind] > 0,
  );
  return {
    name,
    cluster,
    topic,
    statement,
    action,
    scope,
    weight: tenths / 10,
    priority: priorityOf(tenths, isAcrossClusters && !isChange),
    evidence: counted.slice(-MAX_EVIDENCE).map(evidenceOf),
    ...(existing && { existing }),
  };
}

const evidenceOf = ({ kind, quote, claimed, source, author, time, url }: PreferenceSignal): Evidence => ({
  kind,
  quote,
  source,
  author,
  time,
  ...(claimed !== undefined && { claimed }),
  ...(url !== undefined && { url }),
});

/** The open proposals with their current weight. */
export function openProposals(state: PreferenceState): readonly Proposal[] {
  const candidates = candidatesOf(state);
  return state.proposed.flatMap(({ id, name }) => {
    const found = candidates.find((each) => each.name === name);
    return found ? [{ id, ...found }] : [];
  });
}

/** Preferences that were not reinforced for 60 days or 20 runs, oldest first. */
export function stalePreferences(state: PreferenceState, now: number): readonly Preference[] {
  return state.preferences
    .filter(({ lastReinforced, lastReinforcedRun }) => {
      const days = (now - Date.parse(lastReinforced)) / (24 * HOUR);
      return days >= STALE_AFTER.days || state.runs - lastReinforcedRun >= STALE_AFTER.runs;
    })
    .sort((a, b) => compare(a.lastReinforced, b.lastReinforced) || compare(a.name, b.name));
}

/** Removes a preference and all signals about its subject. Null if nothing has this name. */
export function forgetPreference(state: PreferenceState, name: string): PreferenceState | null {
  const isKnown = state.preferences.some((each) => each.name === name) || state.signals.some((s) => nameOf(s) === name);
  return isKnown ? withoutSubject(state, name, { preference: true }) : null;
}

/** Removes the signals, the open proposal and the rejection of a subject; if asked, its preference too. */
export function withoutSubject(
  state: PreferenceState,
  name: string,
  also: { readonly preference: boolean },
): PreferenceState {
  return {
    ...state,
    signals: state.signals.filter((each) => nameOf(each) !== name),
    proposed: state.proposed.filter((each) => each.name !== name),
    rejected: state.rejected.filter((each) => each.name !== name),
    preferences: also.preference ? state.preferences.filter((each) => each.name !== name) : state.preferences,
  };
}

/** Removes everything and switches learning off. The version of the configuration is stored, so that `reset_all` is applied once. */
export function reset(state: PreferenceState, version = state.configVersion): PreferenceState {
  return { ...NOTHING_LEARNED, lastId: state.lastId, enabled: false, configVersion: version };
}

/** The switches of `build.lp_system` in the configuration. */
export interface Switches {
  /** Undefined if the configuration does not set it. */
  readonly enabled?: boolean | undefined;
  readonly reset_all: boolean;
}

/** Applies the switches of the configuration, once per version of the file. */
export function withSwitches(
  state: PreferenceState,
  { enabled, reset_all }: Switches,
  version: string,
): { readonly state: PreferenceState; readonly isReset: boolean } {
  if (state.configVersion === version) return { state, isReset: false };
  if (reset_all) return { state: reset(state, version), isReset: true };
  return { state: { ...state, enabled: enabled ?? state.enabled ?? true, configVersion: version }, isReset: false };
}
