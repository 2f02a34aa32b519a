import { code } from '../../quote.js';
import { advice, look } from './en/advice.js';
import { idle, proposal, rationale, reason } from './en/next.js';
import { step } from './en/step.js';
import { and, capital, list, signal, states, unread, verb } from './en/words.js';
import type { Advice, CommentWords, Criterion, FacilitateMessages, LabelMeaning, StateName } from './messages.js';
import { tail } from './shared.js';

function criterion(of: Criterion): string {
  switch (of.is) {
    case 'parts':
      return `${list(of.refs)} ${verb(of.refs)} done`;
    case 'pull':
      return `${of.ref} is reviewed and merged`;
    case 'ready':
      return `${of.ref} is marked as ready for review, reviewed and merged`;
    case 'closes':
      return `a pull request with ${code(`Closes ${of.issue}`)} is reviewed and merged`;
    case 'boxes':
      return of.open === 1
        ? 'the open checkbox in the description is ticked'
        : `the ${of.open} open checkboxes in the description are ticked`;
  }
}

/** "Done" is said only of what is merged or closed. */
function headline(state: StateName, of: Advice): string {
  if (of.is === 'merge-due') return 'ready to merge';
  if (of.is === 'parts-done') return 'ready to close';
  return of.is === 'close-due' ? 'merged, not closed yet' : states[state];
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `, ${frees.direct} of them directly` : '';
  return [
    `**${capital(headline(state, of))}.** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`${list(also)} ${also.length === 1 ? 'waits' : 'wait'} for the same pull request.`] : []),
    ...(frees.all.length > 0 ? [`When this is done, ${list(frees.all)} can continue${more}.`] : []),
    ...(criteria.length > 0 ? [`Proposed completion criteria: ${criteria.map(criterion).join('; ')}.`] : []),
    ...(who.length > 0 ? [request(of, who)] : []),
  ].join('\n\n');
}

/** Who is asked for what. */
function request(of: Advice, who: readonly string[]): string {
  const people = who.map((login) => `@${login}`).join(' ');
  switch (of.is) {
    case 'unknown':
      return `${people}: please give crew's token read access, or say what the state is.`;
    case 'merge-due':
      return `${people}: please merge it, or say what is missing.`;
    case 'close-due':
    case 'parts-done':
      return `${people}: please close this, or say what is missing.`;
    case 'review':
      return `${people}: please review.`;
    default:
      return `${people}: please review this.`;
  }
}

const meanings: Readonly<Record<LabelMeaning, string>> = {
  ready: 'ready to start',
  review: 'waiting for review',
  stale: 'no activity for a while',
  'close-due': 'work is merged, can be closed',
  'merge-due': 'approved, can be merged',
  blocked: 'blocked by other work',
  attention: 'needs a maintainer',
};

export const en: FacilitateMessages = {
  evidence: (of) => [of.rule, signal(of.what), ...tail(of, (login) => `by ${login}`)].join(' · '),
  unread,
  advice,
  comment,
  whyNot: ({ to, steps }) =>
    `${to === 'incomplete' ? 'Ready to start' : capital(states[to])} when ${and(steps.map(step))}.`,
  labelMeans: (meaning) => `${capital(meanings[meaning])}.`,
  label: ({ label, meaning, action, waitsFor }) =>
    action === 'add'
      ? `Adds ${code(label)}: ${waitsFor.length > 0 ? `waiting for ${list(waitsFor)}` : meanings[meaning]}.`
      : `Removes ${code(label)}: no longer ${meanings[meaning]}.`,
  attention: ({ advice: of, looks, who }) =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')}:`] : []),
      ...(looks.length > 0 ? looks.map(look) : [advice(of)]),
    ].join(' '),
  proposal,
  rationale,
  idle,
  reason,
  uncallable: ({ agent, why }) => `crew never suggests the agent ${code(agent)}: ${why}`,
  unblocked: ({ who }) =>
    `${who.length > 0 ? `${who.map((login) => `@${login}`).join(' ')}: this` : 'This'} issue is no longer blocked. Work can continue.`,
  switched: (to) =>
    to === 'quiet'
      ? 'crew no longer comments on this issue and still updates its labels. `/crew wake` turns comments on again.'
      : 'crew comments on this issue again.',
  digestTitle: 'Board digest',
  withheld: '(private)',
};
