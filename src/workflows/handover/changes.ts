import type { Change } from '../../core/change.js';
import type { Input } from '../../core/workflow.js';

/** The workflow file that a repository takes over when it installs crew. */
export const FILE = 'crew.yml';

/** A reaction, and one dispatch for all that was asked. The nonce is the run's name: the Actions run carries it in its own. */
export function handoverChanges(run: string, { event, text }: Input): readonly Change[] {
  if (!('at' in event)) return [];
  const seen: readonly Change[] =
    event.kind === 'comment' && event.comment.where === 'thread'
      ? [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: 'eyes' }]
      : [];
  const inputs = { command: text, issue: String(event.at.issue), nonce: run };
  return [...seen, { kind: 'dispatch', workflow: FILE, nonce: run, inputs }];
}
