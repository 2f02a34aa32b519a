// How a verification can end, for whoever shows it.
import type { Flaw } from '../../text/lang/check/index.js';
import type { VerifyDocument } from '../../verify/artifact.js';

export type Ending =
  /** The job that verifies left its document. */
  | { readonly is: 'told'; readonly document: VerifyDocument }
  /** It was stopped, since the pull request offers another commit by now. */
  | { readonly is: 'superseded'; readonly by: string }
  | { readonly is: 'cancelled' }
  /** The job ended without a word. */
  | { readonly is: 'died' }
  /** What it left is not believed. */
  | { readonly is: 'unusable'; readonly flaw: Flaw }
  /** From elsewhere, and changing the very workflows that check it: these files, or null where it cannot be told. */
  | { readonly is: 'unjudged'; readonly files: readonly string[] | null };
