import type { ReactionChange } from '../change.js';
import type { Effect, Hands } from '../effect.js';

/** A reaction. GitHub keeps one of a kind, so it needs no looking for. */
export function reactionEffect({ on, reaction }: ReactionChange, { github }: Hands): Effect {
  const make = async () => {
    await github.thread.react(on, reaction);
    return {};
  };
  return { look: async () => ({ is: 'absent', repeatable: true, make }) };
}
