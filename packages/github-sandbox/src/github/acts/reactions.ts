// Adds and removes reactions. Used by REST, the pages, and the index of the package (src/index.ts).

import { nodeId } from '../ids.js';
import type { Comment, Reaction, ReactionContent, Thread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit } from './emit.js';

/** Adds a reaction, or returns the account's existing one. */
export function addReaction(
  act: Act,
  { subject, content }: { subject: Thread | Comment; content: ReactionContent },
): { reaction: Reaction; isNew: boolean } {
  const { world, by } = act;
  const existing = subject.reactions.find((one) => one.account.id === by.account.id && one.content === content);
  if (existing !== undefined) return { reaction: existing, isNew: false };
  const id = world.ids.next();
  const reaction: Reaction = {
    kind: 'Reaction',
    id,
    nodeId: nodeId('REA', id),
    account: by.account,
    content,
    subject,
    createdAt: stamp(world),
  };
  subject.reactions.push(reaction);
  world.state.nodes.set(reaction.nodeId, reaction);
  recordEffect(act, { reaction, verb: 'created' });
  return { reaction, isNew: true };
}

/** Removes a reaction. */
export function deleteReaction(act: Act, reaction: Reaction): void {
  const { reactions } = reaction.subject;
  reactions.splice(reactions.indexOf(reaction), 1);
  act.world.state.nodes.delete(reaction.nodeId);
  recordEffect(act, { reaction, verb: 'deleted' });
}

/** Recorded in the effect log only: GitHub sends no webhook event for reactions. */
function recordEffect(act: Act, { reaction, verb }: { reaction: Reaction; verb: string }): void {
  const { subject, content } = reaction;
  const issue = subject.kind === 'IssueComment' ? subject.issue : subject;
  const comment = subject.kind === 'IssueComment' ? { comment: subject.id } : {};
  emit(act, {
    repository: issue.repository,
    kind: `reaction.${verb}`,
    subject: `#${issue.number}`,
    detail: { content, ...comment },
  });
}
