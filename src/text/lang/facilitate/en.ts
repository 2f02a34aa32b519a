import { code } from '../../code.js';
import { advice, look } from './en/advice.js';
import { proposal, rationale, reason } from './en/next.js';
import { step } from './en/step.js';
import { and, capital, list, sign, signal, states, unread, verb } from './en/words.js';
import type { CommentWords, Criterion, FacilitateMessages, LabelMeaning } from './messages.js';
import { tail } from './shared.js';

function criterion(of: Criterion): string {
  switch (of.is) {
    case 'parts':
      return `${list(of.refs)} ${verb(of.refs)} done`;
    case 'pull':
      return `${of.ref} is reviewed and merged`;
    case 'ready':
      return `${of.ref} is marked as ready, reviewed and merged`;
    case 'closes':
      return `a pull request that says ${code(`Closes ${of.issue}`)} is reviewed and merged`;
    case 'boxes':
      return of.open === 1
        ? 'the open box of the description is ticked'
        : `the ${of.open} open boxes of the description are ticked`;
  }
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `, ${frees.direct} of them directly` : '';
  return [
    `**${capital(states[state])}.** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`The same is waited for by ${list(also)}.`] : []),
    ...(frees.all.length > 0 ? [`When it is done, ${list(frees.all)} can go on${more}.`] : []),
    ...(criteria.length > 0 ? [`Proposed: it is done when ${and(criteria.map(criterion))}.`] : []),
    ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')}, this is for you.`] : []),
  ].join('\n\n');
}

const meanings: Readonly<Record<LabelMeaning, string>> = {
  ready: 'nothing is in the way',
  review: 'a review is waited for',
  stale: 'nothing has happened for a week',
  'close-due': 'somebody decides whether it can be closed',
  'merge-due': 'somebody has to merge',
  blocked: 'it waits for something else',
  attention: 'somebody has to look',
};

export const en: FacilitateMessages = {
  state: (state) => states[state],
  sign,
  evidence: (of) => [of.rule, signal(of.what), ...tail(of, (login) => `by ${login}`)].join(' · '),
  unread,
  advice,
  comment,
  whyNot: ({ to, steps }) =>
    `${to === 'incomplete' ? 'Free to start' : capital(states[to])} when ${and(steps.map(step))}.`,
  labelMeans: (meaning) => `${capital(meanings[meaning])}.`,
  label: ({ label, meaning, action }) =>
    action === 'add'
      ? `${code(label)}: ${meanings[meaning]}.`
      : `${code(label)} comes off: it is no longer true that ${meanings[meaning]}.`,
  attention: ({ advice: of, looks, who }) =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')}:`] : []),
      ...(looks.length > 0 ? looks.map(look) : [advice(of)]),
    ].join(' '),
  proposal,
  rationale,
  reason,
  uncallable: ({ agent, why }) => `${code(agent)} is never suggested: ${why}`,
  digestTitle: 'The board at a glance',
  withheld: '(private)',
};
