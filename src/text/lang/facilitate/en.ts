import { code } from '../../code.js';
import type {
  Advice,
  CommentWords,
  Criterion,
  FacilitateMessages,
  LabelMeaning,
  Look,
  Named,
  Proposal,
  ProposalWords,
  RationaleWords,
  Reason,
  SignWords,
  StateName,
  Step,
} from './messages.js';
import { cut, dayOf, few, shownRef, tail } from './shared.js';

const states: Readonly<Record<StateName, string>> = {
  done: 'done',
  review_pending: 'waiting for review',
  in_progress: 'in progress',
  incomplete: 'not started',
  blocked: 'blocked',
  unknown: 'not known',
};

const list = (items: readonly string[]): string => few(items, { join: ', ', more: (n) => ` and ${n} more` });
const and = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
const capital = (sentence: string): string => sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());

function signal(what: string): string {
  const { sentence, name } = cut(what);
  return name === undefined ? sentence : sentence.replace('…', () => code(name));
}

const sign = (of: SignWords): string =>
  [
    ...(of.ref === undefined ? [] : [shownRef(of.ref)]),
    signal(of.what),
    ...(of.at === undefined ? [] : [`(${dayOf(of.at)})`]),
  ].join(' ');

const unread = (what: string): string => `${code(what)} could not be read`;

function named({ ref, title, external, since }: Named): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what} (since ${dayOf(since)})`;
}

const verb = (items: readonly unknown[]): string => (items.length === 1 ? 'is' : 'are');

function blocked({ waits, roots }: Extract<Advice, { is: 'blocked' }>): string {
  const first = `It waits for ${list(waits.map(named))}.`;
  return roots.length === 0 ? first : `${first} What everything hangs on: ${list(roots)}.`;
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} failed`] : []),
    ...(conflicts ? ['it conflicts with its base'] : []),
  ];
  return `On ${pull}, ${and(wrong)}. Next: put that right.`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : ` on ${dayOf(on)}`;
  return `The work landed with ${list(by.map(shownRef))}${when}. Somebody decides whether this can be closed.`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} ${verb(pulls)} ready and waiting for a review by somebody who may push.`;
  return below === undefined ? ready : `${ready} It waits for ${below}, which it stands on.`;
}

function untouched({ described, parts }: Extract<Advice, { is: 'untouched' }>): string {
  if (parts) return 'Nothing is in the way. It has parts: they are what to start with.';
  return described
    ? 'Nothing is in the way. It can be started.'
    : 'Nothing is in the way but that it says nothing yet: a few sentences would make it ready.';
}

function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `It is closed as ${of.reason.replace('_', ' ')}. Nothing is left to do.`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `Its parts are done: ${list(of.parts)}. Somebody decides whether this can be closed.`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} is approved and will be merged by itself.`
        : `${of.pull} is approved and nothing fails. Somebody has to merge it.`;
    case 'changes-requested':
      return `Changes were asked for on ${of.pull}${of.by.length > 0 ? ` by ${list(of.by)}` : ''}. Next: a commit that answers, or asking for review again.`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${and(of.pulls)} are both ready for this. Somebody has to choose one.`;
    case 'parts-started':
      return `Its parts are under way: ${list(of.parts)}.`;
    case 'blocked':
      return blocked(of);
    case 'started':
      return `Work goes on: ${list(of.signs.map(sign))}. Please carry on.`;
    case 'interrupted':
      return `Earlier work led nowhere: ${list(of.signs.map(sign))}. It can be taken up again.`;
    case 'untouched':
      return untouched(of);
    case 'unknown':
      return `It could not be judged: ${list(of.missing.map(unread))}.`;
  }
}

function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return 'All its parts were dropped. Is it still wanted?';
    case 'blocker-dropped':
      return `${of.ref}, which it waited for, was closed as not planned. Is it still wanted?`;
    case 'external':
      return `${code(of.what)} is outside of the board: somebody has to look whether it still holds this up.`;
  }
}

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
      return `${count(of.open, 'open box')}${of.open === 1 ? '' : ''} of the description ${of.open === 1 ? 'is' : 'are'} ticked`.replace(
        'boxs',
        'boxes',
      );
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

function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} is done`;
    case 'external':
      return `${code(of.what)} no longer holds it up`;
    case 'approve':
      return `a review of ${of.pull} by somebody who may push approves it`;
    case 'answer':
      return `a commit on ${of.pull} answers the request for changes`;
    case 'green':
      return `${list(of.checks.map(code))} on ${of.pull} ${verb(of.checks)} green`;
    case 'resolve':
      return `${of.pull} no longer conflicts with its base`;
    case 'allow':
      return `the rules of the repository let ${of.pull} be merged`;
    case 'retarget':
      return `${of.pull} goes into ${code(of.base)}`;
    case 'say-closes':
      return `${of.pull} says ${code(`Closes ${of.issue}`)}`;
    case 'ready':
      return `${of.pull} is marked as ready`;
    case 'choose':
      return `all but one of ${list(of.pulls)} are closed`;
    case 'open-pull':
      return `a pull request says ${code(`Closes ${of.issue}`)}`;
    case 'begin':
      return `there is a commit on a branch ${code(of.branch)}`;
    case 'part-begins':
      return `work on one of its parts begins: ${list(of.parts)}`;
    case 'parts-end':
      return `${list(of.parts)} ${verb(of.parts)} done`;
  }
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

function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: `Review the work on ${on}`,
    continue: `Go on with ${on}`,
    start: `Start on ${on}`,
    close: `Decide whether ${on} can be closed`,
    merge: `Merge ${pull ?? on}, which is approved, for ${on}`,
    unblock: `Look at ${on}, which others wait for`,
    'look-again': `Look again at ${on}: not everything could be read`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: 'Do it now',
  recommended: 'Recommended',
  possible: 'Possible',
  later: 'Other things come first',
};

function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return [
    `${bands[band]}: it is ${states[state]}`,
    ...(frees.all > 0 ? [`it frees ${frees.all}, ${frees.direct} directly`] : []),
    ...(due === undefined ? [] : [`it is due on ${dayOf(due)}`]),
    ...(capability
      ? [`${code(capability.name)} ${capability.inferred ? 'seems to be' : 'is'} what the agent does`]
      : []),
  ]
    .join('; ')
    .concat('.');
}

function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${capital(list(of.issues.map(({ ref, state }) => `${ref} is ${states[state]}`)))}. ${code(of.agent)} can take that on.`;
    case 'person':
      return `No agent is needed: a person decides about ${list(of.issues)}.`;
    case 'look-again':
      return `${list(of.issues)} could not be judged, so crew looks again.`;
    case 'all-done':
      return 'Everything is done.';
    case 'nobody-can':
      return `No agent that was found can do what is needed: ${list(of.capabilities.map(code))}.`;
    case 'all-taken':
      return 'What is open is in hand already, or waits for something else.';
  }
}

export const en: FacilitateMessages = {
  state: (state) => states[state],
  sign,
  evidence: (of) => [of.rule, signal(of.what), ...tail(of, (login) => `by ${login}`)].join(' · '),
  unread,
  advice,
  comment,
  whyNot: ({ to, steps }) => `${capital(states[to])} when ${and(steps.map(step))}.`,
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
  withheld: '(private)',
};
