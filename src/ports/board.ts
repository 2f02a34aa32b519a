// Reading the board and keeping what the next scan needs. Types only.
import type { Field, Ref } from '../field.js';
import type { Observation } from '../observation.js';

export interface BoardReader {
  /** GitHub's host, whose addresses are references. */
  readonly host: string;
  /** `whole`: the repository itself, whatever board or label bounds a scan. */
  look(of?: { readonly whole: boolean }): Promise<Looked>;
  remember(observation: Observation): Promise<void>;
  /** Whether a text carries crew's signature for the issue it stands on. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
  /** Redacts what leaves crew: a text as it would be posted. */
  readonly outgoing: (text: string) => string;
}

export interface Looked {
  readonly field: Field;
  /** How many issues there are, as GitHub counts them. */
  readonly total: number;
  /** Issues that others wait for or name, and that are not assessed themselves. */
  readonly outside: readonly Ref[];
  readonly previous: Observation | undefined;
  readonly agents: readonly { readonly path: string; readonly text: string; readonly own?: true | undefined }[];
  /** The repository's agents could not be read; `missing` says why. */
  readonly agentsUnread: boolean;
  /** The login that crew writes as. */
  readonly me: string;
  /** What the scan has cost so far. */
  readonly cost: () => { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}
