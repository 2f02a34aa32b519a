import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { sanitize } from '../../text/sanitize.js';

/** Which role, and what for. */
export function taskIn(event: Event): { readonly role: string; readonly task: string } {
  const [, role = '', ...words] = event.kind === 'typed' ? event.words : [];
  const task = sanitize(words.join(' ')).text.trim();
  if (role !== '' && task !== '') return { role, task };
  throw new UserError({
    expected: 'crew agent ROLE "what to do"',
    found: role === '' ? 'no role' : 'no task',
    remedy: 'Nothing was started.',
  });
}
