import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { sanitize } from '../../text/sanitize.js';

export interface Ordered {
  readonly role: string;
  readonly task: string;
  /** Nothing is to be changed. */
  readonly dryRun: boolean;
}

const DRY_RUN = '--dry-run';

/** Which role, and what for; wrong usage is said. */
export function taskIn(event: Event): Ordered {
  const typed = event.kind === 'typed' ? event.words : [];
  const [, role = '', ...words] = typed.filter((word) => word !== DRY_RUN);
  const task = sanitize(words.join(' ')).text.trim();
  if (role !== '' && task !== '') return { role, task, dryRun: typed.includes(DRY_RUN) };
  throw new UserError({
    expected: 'crew agent ROLE "what to do"',
    found: role === '' ? 'no role' : 'no task',
    remedy: 'Nothing was started.',
  });
}
