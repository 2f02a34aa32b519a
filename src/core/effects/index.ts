// THE LIST of effects: one for each kind of change.
import type { Change } from '../change.js';
import type { Effect, Hands } from '../effect.js';
import { branchEffect } from './branch.js';
import { checkEffect } from './check.js';
import { commentEffect } from './comment.js';
import { dispatchEffect } from './dispatch.js';
import { issueEffect } from './issue.js';
import { labelEffect } from './label.js';
import { pullEffect } from './pull.js';
import { reactionEffect } from './reaction.js';
import { remarksEffect } from './remarks.js';
import { replyEffect } from './reply.js';

/** The effect that a change has. */
export function effectOf(change: Change, hands: Hands): Effect {
  switch (change.kind) {
    case 'comment':
      return commentEffect(change, hands);
    case 'issue':
      return issueEffect(change, hands);
    case 'label':
      return labelEffect(change, hands);
    case 'reaction':
      return reactionEffect(change, hands);
    case 'dispatch':
      return dispatchEffect(change, hands);
    case 'check':
      return checkEffect(change, hands);
    case 'branch':
      return branchEffect(change, hands);
    case 'pull':
      return pullEffect(change, hands);
    case 'reply':
      return replyEffect(change, hands);
    case 'remarks':
      return remarksEffect(change, hands);
  }
}
