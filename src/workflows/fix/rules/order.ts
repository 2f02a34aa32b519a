// What was ordered, from the command that came: told once, at the beginning of a run.
import type { Command } from '../../../commands/index.js';
import { sanitize } from '../../../text/sanitize.js';

export interface FixOrder {
  readonly is: 'fix';
  /** In the person's words, sanitised; empty where the issue says it all. */
  readonly what: string;
  readonly dryRun: boolean;
  readonly scope: readonly string[];
  readonly budgetUsd?: number | undefined;
  readonly base?: string | undefined;
}

export type Order =
  | FixOrder
  | { readonly is: 'plan'; readonly what: string; readonly dryRun: boolean }
  | { readonly is: 'apply'; readonly hash?: string | undefined; readonly dryRun: boolean }
  | { readonly is: 'retry'; readonly dryRun: boolean };

/** Reads it; `dryRun` is what the door was told besides. */
export function orderOf(command: Command, dryRun: boolean): Order {
  const plain = (text = '') => sanitize(text).text.trim();
  switch (command.name) {
    case 'fix': {
      const { what, scope, budgetUsd, base } = command.args;
      return { is: 'fix', what: plain(what), dryRun: dryRun || command.args.dryRun, scope, budgetUsd, base };
    }
    case 'plan':
      return { is: 'plan', what: plain(command.args.what), dryRun };
    case 'apply':
      return { is: 'apply', hash: command.args.hash?.toLowerCase(), dryRun };
    case 'retry':
      return { is: 'retry', dryRun };
    default:
      throw new Error('a command that orders no fix came here');
  }
}
