// Headings, words for states and rules, and short sentences of a board. The report brings the rest.
import type { Report, State } from '../../../ports/report.js';
import type { TrendPoint } from '../../../ports/scan-record.js';
/** The group of an issue on a page: its state, or `due` where only a merge or a close is missing. */
export type Shelf = State | 'due';

export type Condition = Exclude<keyof Report['health'], 'score'>;

export type Heading =
  | 'board'
  | 'first'
  | 'next'
  | 'alsoPossible'
  | 'issues'
  | 'waits'
  | 'circles'
  | 'drift'
  | 'missing'
  | 'agents'
  | 'changed'
  | 'similar'
  | 'turns'
  | 'trend'
  | 'run'
  | 'evidence'
  | 'links'
  | 'waitsFor'
  | 'frees'
  | 'whyNot';

export type Column = 'who' | 'turn' | 'since' | 'issue' | 'title' | 'why' | 'evidence' | 'activity';

/** A number of issues in a group. */
export interface Tally {
  readonly shelf: Shelf;
  readonly count: number;
}

export interface BoardWords {
  readonly heading: Readonly<Record<Heading, string>>;
  readonly column: Readonly<Record<Column, string>>;
  readonly shelf: Readonly<Record<Shelf, string>>;
  /** What a group means, in a sentence. */
  readonly shelfNote: Readonly<Record<Shelf, string>>;
  /** `4 blocked`: how many, as part of a sentence. */
  readonly tally: (of: Tally) => string;
  readonly issues: (count: number) => string;
  /** The whole board in a sentence. */
  readonly headline: (of: { issues: number; tallies: readonly Tally[] }) => string;
  readonly observed: (at: string) => string;
  /** The row of the decision table in words; an unknown one is returned as it is. */
  readonly rule: (rule: string) => string;
  readonly freshness: Readonly<Record<Report['assessments'][number]['freshness'], string>>;
  readonly ago: (from: string, to: string) => string;
  /** The same for a narrow column. */
  readonly age: (from: string, to: string) => string;
  readonly health: (score: number | null) => string;
  readonly condition: Readonly<Record<Condition, { readonly met: string; readonly unmet: string }>>;
  /** What a scan left undone, beside what makes a board unhealthy. */
  readonly unfinished: Readonly<Record<'registry' | 'actions', string>>;
  /** Who carries out a suggestion, where it is an agent. */
  readonly byAgent: (name: string) => string;
  readonly next: (of: { agent: string; issues: readonly string[] }) => string;
  readonly nextByPerson: (issues: readonly string[]) => string;
  readonly nothingNext: string;
  /** There is work, and no agent for it. */
  readonly nobodyNext: string;
  readonly person: string;
  readonly priority: Readonly<Record<'high' | 'medium' | 'low', string>>;
  readonly addend: Readonly<Record<keyof Report['recommendation']['suggestions'][number]['addends'], string>>;
  readonly score: (score: number) => string;
  readonly seen: (of: { issues: number; seen: number }) => string;
  readonly notWork: (cards: readonly { readonly kind: string; readonly count: number }[]) => string;
  readonly stale: (count: number) => string;
  readonly more: (count: number) => string;
  readonly waitsFor: (names: readonly string[]) => string;
  readonly frees: (names: readonly string[]) => string;
  readonly root: string;
  readonly over: string;
  readonly graphMore: (of: { shown: number; all: number }) => string;
  readonly drifted: (of: { issue: string; board: string; truth: string; since: string }) => string;
  readonly confidence: (confidence: number) => string;
  readonly strength: (strength: string) => string;
  readonly written: (of: Report['changes']) => string;
  readonly cost: (of: Report['cost']) => string;
  readonly agent: (of: { name: string; capabilities: readonly string[]; inferred: boolean }) => string;
  readonly noAgents: string;
  readonly nothingChanged: (since: string) => string;
  readonly sinceLook: (since: string) => string;
  readonly left: string;
  readonly event: (type: string) => string;
  readonly happened: (count: number) => string;
  readonly by: (login: string) => string;
  readonly nothingHere: string;
  readonly copy: string;
  readonly copied: string;
  readonly toContent: string;
  /** Instead of a command that is too long or contains invisible characters. */
  readonly unshown: string;
  /** Above the boxes of the digest. */
  readonly tick: string;
  readonly running: (of: { readonly workflow: string; readonly run: string }) => string;
  readonly similar: (of: { readonly issue: string; readonly to: string }) => string;
  readonly maintainer: string;
  readonly turn: Readonly<Record<Report['turns'][number]['for'], string>>;
  readonly trend: (of: { bars: string; scans: number; first: TrendPoint; last: TrendPoint }) => string;
  /** What a score means, and what it is made of. */
  readonly scoreTitle: string;
  readonly scoreNote: string;
}
