// The code that bench/index.mjs measures, bundled.
import { commandsIn } from '../src/commands/event-commands.js';
import { permit } from '../src/commands/permit.js';
import { decideStart } from '../src/runs/decide.js';
import { emptyRecord, runIdFor } from '../src/runs/record.js';
import { answer } from '../src/runs/thread.js';
import { fromWebhook } from '../src/services/event.js';

export { startGitHub } from 'github-sandbox';
export { parseComment } from '../src/commands/parse.js';
export { readSteps } from '../src/runs/journal.js';

/** From the payload of a comment to the decisions about its commands and the changes of an answer. Nothing is read from GitHub. */
export function planChanges(payload: unknown) {
  const event = fromWebhook('issue_comment', payload);
  if (event?.kind !== 'comment') throw new Error('the payload is no comment');
  const asker = { actor: event.actor, permission: 'write', bots: [], me: 1 } as const;
  const allowed = commandsIn(event, { labelPrefix: 'crew:', me: 1 }).filter(
    (each) => 'wrong' in each || permit(each.definition.access, asker) === 'allow',
  );
  const decided = allowed.map(({ text }) =>
    decideStart(emptyRecord('issue-3'), {
      ...{ run: runIdFor('fix', event, text), text, exclusive: true },
      ...{ now: 1, isTyped: false },
    }),
  );
  return { decided, changes: answer(event, 'The commands of crew.') };
}
