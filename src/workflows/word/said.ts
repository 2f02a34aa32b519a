import type { Command } from '../../commands/index.js';
import type { Said } from '../../core/word.js';

/** What a command says to a run; null for one that says nothing to any. */
export function saidBy(command: Command): Said | null {
  switch (command.name) {
    case 'answer':
      return { is: 'answer', id: command.args.id, text: command.args.text };
    case 'approve':
      return { is: 'approve', ids: command.args.ids, how: command.args.how };
    case 'reject':
      return { is: 'reject', ids: command.args.ids, category: command.args.category, why: command.args.why };
    case 'continue':
      return { is: 'continue', addUsd: command.args.budgetUsd };
    case 'cancel':
      return { is: 'cancel' };
    default:
      return null;
  }
}
