// Who should do what, and why, in English.
import { code } from '../../../code.js';
import type { IdleWords, Proposal, ProposalWords, RationaleWords, Reason } from '../messages.js';
import { dayOf } from '../shared.js';
import { capital, freed, list, states } from './words.js';

/** What is suggested, as a headline. */
export function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `Review the work on ${on}` : `Review ${pull}, the work on ${on}`,
    continue: `Continue ${on}`,
    start: `Start on ${on}`,
    close: `Close ${on}, whose work is merged`,
    merge: `Merge ${pull ?? on}, which is approved, for ${on}`,
    unblock: `Unblock ${on}, which others wait for`,
    'look-again': `Scan ${on} again: not everything could be read`,
    board: `Work through the board, starting with ${on}`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: 'Do it now',
  recommended: 'Recommended',
  possible: 'Possible',
  later: 'Other things come first',
};

/** Why, in half a line. */
export function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return [
    `${bands[band]}: it is ${states[state]}`,
    ...(frees.all > 0 ? [`it ${freed(frees)}`] : []),
    ...(due === undefined ? [] : [`it is due on ${dayOf(due)}`]),
    ...(capability
      ? [`${code(capability.name)} ${capability.inferred ? 'seems to be' : 'is'} what the agent does`]
      : []),
  ]
    .join('; ')
    .concat('.');
}

/** An agent for the whole board that has nothing to do now. */
export const idle = ({ needs, band }: IdleWords) =>
  needs === 'review'
    ? {
        description: 'Review the whole board, when something waits for review',
        rationale: `${bands[band]}: nothing waits for review now.`,
      }
    : {
        description: 'Work through the whole board, when an issue is ready',
        rationale: `${bands[band]}: no issue is ready to be worked on now.`,
      };

type Waiting = Extract<Reason, { is: 'waits' }>['on'][number];

const waitsFor: Readonly<Record<Waiting['why'], string>> = {
  work: 'has it',
  answer: 'has to answer the question',
  unblock: 'can unblock it',
  cycle: 'can remove one dependency of the cycle',
  describe: 'can describe it',
};

function waiting({ who, ref, why }: Waiting): string {
  const people = who.length > 0 ? list(who.map((login) => `@${login}`)) : 'a maintainer';
  return `${ref}: ${people} ${waitsFor[why]}.`;
}

/** Why this agent, or nobody. */
export function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${capital(list(of.issues.map(({ ref, state }) => `${ref} is ${states[state]}`)))}. ${code(of.agent)} has the capability.`;
    case 'person':
      return `A maintainer decides about ${list(of.issues)}; no agent is needed.`;
    case 'look-again':
      return `${list(of.issues)} could not be judged, so crew scans again.`;
    case 'nothing-seen':
      return 'None of the issues could be read, so crew cannot say what is next.';
    case 'no-issues':
      return of.label === undefined ? 'There are no issues.' : `No issue has the label ${code(of.label)}.`;
    case 'waits':
      return of.on.map(waiting).join(' ');
    case 'all-done':
      return 'Everything is done.';
    case 'nobody-can':
      return `No agent that was found can do what is needed: ${list(of.capabilities.map(code))}.`;
    case 'all-taken':
      return 'Everything that is open is assigned, or waits for something else.';
  }
}
