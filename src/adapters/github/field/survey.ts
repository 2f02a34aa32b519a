// What a first round of questions brings, whether everything was read or only what changed since the last look.
import type { Field, Gap, IssueFacts, PullFacts, Ref } from '../../../field.js';
import type { Asker } from './ask.js';
import type { RawRef } from './branches.js';
import type { Abilities } from './fragments.js';
import type { RawRepository } from './ground.js';
import type { Listed } from './parts.js';
import type { RawCollaborator } from './permissions.js';
import type { RawNow, RawPull } from './raw.js';
import type { Entry } from './roll.js';
import type { Step } from './trail.js';

export interface Survey {
  readonly asker: Asker;
  readonly viewer: string;
  readonly abilities: Abilities;
  readonly board: string | null;
  /** The home repository first. */
  readonly repositories: readonly RawRepository[];
  /** Issues to be read now, and those that are as they were. */
  readonly entries: readonly Entry[];
  readonly keptIssues: readonly IssueFacts[];
  readonly steps: Readonly<Record<Ref, Step>>;
  readonly pulls: readonly RawPull[];
  readonly keptPulls: readonly PullFacts[];
  readonly pullSteps: Readonly<Record<Ref, Step>>;
  /** Where open ones stand, as far as that was asked already. */
  readonly now: ReadonlyMap<string, RawNow>;
  readonly heads: readonly RawRef[];
  readonly runs: readonly RawRef[];
  readonly leases: readonly RawRef[];
  readonly collaborators: Listed<RawCollaborator>;
  /** Of the board's other repositories, by name. */
  readonly collaboratorsElsewhere: ReadonlyMap<string, Listed<RawCollaborator>>;
  /** What is outside of the board and is as it was. */
  readonly outside: {
    readonly issues: readonly IssueFacts[];
    readonly pulls: readonly PullFacts[];
    readonly absent: readonly Ref[];
    readonly steps: Readonly<Record<Ref, Step>>;
  };
  readonly notIssues: Field['notIssues'];
  readonly otherCards: readonly string[];
  readonly cards: number;
  readonly total: number;
  readonly missing: Field['missing'];
  readonly gaps: readonly Gap[];
  /** Nothing of it failed: the next look may build on it. */
  readonly whole: boolean;
  readonly wholeAt: string;
}
