import type { GitHub } from '../github/index.js';
import type { Proofs } from './door/guard.js';
import type { PullBook } from './pull-book.js';
import type { RunBook } from './run-book.js';
import type { AppHere, ModelHere } from './scene.js';

export type SandboxPages = {
  readonly github: GitHub;
  readonly app?: AppHere;
  readonly model?: ModelHere;
  /** Without it runs are shown as the embedded GitHub alone knows them. */
  readonly runs?: RunBook;
};

/** Everything a request is answered from. */
export type Desk = SandboxPages & { readonly runs: RunBook; readonly proofs: Proofs; readonly pulls: PullBook };
