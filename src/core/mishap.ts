import type { UserError } from '../errors.js';
import type { Messages } from '../text/lang/messages.js';
import type { Outcome } from './outcome.js';

/** How a run ends by something that a person can mend. */
export function mishapOf(
  { expected, found, remedy, ends }: UserError,
  say: Messages,
): Outcome & { readonly says: string } {
  const mishap = { expected, found, remedy };
  return { name: ends === 'usage' ? 'refused' : ends, says: say.mishap(mishap), result: { error: mishap } };
}
