import * as acts from '../../../github/acts/reactions.js';
import { reactionContents, type Thread } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import { pathOf } from '../../scene.js';
import type { Form } from '../form.js';
import type { Shown } from '../page-at.js';

/** Gives a reaction, or takes it back when it was given before. */
export function react({ act, thread, form }: { act: Act; thread: Thread; form: Form }): Shown {
  const subject = [thread, ...thread.comments].find(({ id }) => String(id) === form.get('subject'));
  const content = reactionContents.find((one) => one === form.get('content'));
  if (subject === undefined || content === undefined) return null;
  const { reaction, made } = acts.react(act, { subject, content });
  if (!made) acts.deleteReaction(act, reaction);
  const anchor = subject.kind === 'IssueComment' ? `#issuecomment-${subject.id}` : '';
  return { redirect: `${pathOf(thread)}${anchor}` };
}
