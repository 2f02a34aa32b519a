import type { Kind } from '../../commands/index.js';
import type { Change } from '../../core/change.js';
import { runName } from '../../core/run-name.js';
import type { Input } from '../../core/workflow.js';

/** The workflow file that a repository takes over when it installs crew. */
export const FILE = 'crew.yml';

/** A reaction at once: that it was heard is all that the App says, everything else comes from the run that it starts. */
export function seen({ event }: Input): readonly Change[] {
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return [];
  return [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: 'eyes' }];
}

/** What the run is called that is to be started: as it would be where Actions had heard the event itself. */
export const startedRun = (input: Input): string => runName(kindOf(input).workflow, input.event, input.text);

/**
 * One dispatch for what was asked. The nonce is the name of the run that is started: the Actions run carries it in its own. Nobody's
 * words go along, which may be longer than a dispatch takes: they were left in the repository.
 */
export function dispatch(input: Input): readonly Change[] {
  if (!('at' in input.event)) return [];
  const nonce = startedRun(input);
  const inputs = { command: kindOf(input).name, issue: String(input.event.at.issue), nonce };
  return [{ kind: 'dispatch', workflow: FILE, nonce, inputs }];
}

function kindOf({ asked: [first] }: Input): Kind {
  if (!first || 'wrong' in first) throw new Error('nothing that could be started came here');
  return first.kind;
}
