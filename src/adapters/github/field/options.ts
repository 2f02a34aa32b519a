import type { Clock, People, Refs } from '../../../ports.js';
import type { Client } from '../client.js';
import type { RunReader } from './runs.js';

/** What a reader of the field is made of. */
export interface FieldOptions {
  /** Whoever reads the repository, its people and crew's refs. */
  readonly home: Client;
  /** Whoever may read the board; the same where one token can do both. */
  readonly board?: Client | undefined;
  /** The people of a repository. */
  readonly people: (repo: string) => People;
  readonly refs: Refs;
  readonly clock: Clock;
  /** What a journal of crew says about its run. */
  readonly runs: RunReader;
  /** GitHub's host, whose addresses in texts mean issues. */
  readonly host?: string | undefined;
}
