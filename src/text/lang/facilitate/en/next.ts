// Who should do what, and why, in English.

import { code } from '../../../quote.js';
import type { IdleWords, Proposal, ProposalWords, RationaleWords, Reason } from '../messages.js';
import { dayOf } from '../shared.js';
import { capital, freed, list, states } from './words.js';

/** What is suggested, as a headline. */
export function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `Review the work on ${on}` : `Review ${pull} for ${on}`,
    continue: `Continue ${on}`,
    start: `Start on ${on}`,
    close: `Close ${on}: its work is merged`,
    merge: `Merge ${pull ?? on} for ${on}: it is approved`,
    unblock: `Unblock ${on}: other issues wait for it`,
    'look-again': `Scan ${on} again: crew could not read everything`,
    board: `Work through the board, starting with ${on}`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: 'Do this first',
  recommended: 'Recommended',
  possible: 'Possible',
  later: 'Later',
};

/** Why, in half a line. */
export function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return [
    `${bands[band]}: it is ${states[state]}`,
    ...(frees.all > 0 ? [`it ${freed(frees)}`] : []),
    ...(due === undefined ? [] : [`it is due on ${dayOf(due)}`]),
    ...(capability ? [`the agent ${capability.inferred ? 'probably can do' : 'can do'} ${code(capability.name)}`] : []),
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
  work: 'is assigned',
  answer: 'has to answer the question',
  unblock: 'can unblock it',
  cycle: 'can remove one dependency of the cycle',
  describe: 'has to add a description',
};

function waiting({ who, ref, why }: Waiting): string {
  const people = who.length > 0 ? list(who.map((login) => `@${login}`)) : 'a maintainer';
  return `${ref}: ${people} ${waitsFor[why]}.`;
}

/** Why this agent, or why none. */
export function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${capital(list(of.issues.map(({ ref, state }) => `${ref} is ${states[state]}`)))}. The agent ${code(of.agent)} can do this.`;
    case 'person':
      return `A maintainer has to decide about ${list(of.issues)}.`;
    case 'look-again':
      return `crew could not judge ${list(of.issues)} and will scan again.`;
    case 'nothing-seen':
      return 'crew could not read any issue, so there is no next step.';
    case 'no-issues':
      return of.label === undefined ? 'There are no issues.' : `No issue has the label ${code(of.label)}.`;
    case 'waits':
      return of.on.map(waiting).join(' ');
    case 'all-done':
      return 'All issues are done.';
    case 'nobody-can':
      return `No agent has the required capability: ${list(of.capabilities.map(code))}.`;
    case 'all-taken':
      return 'All open issues are assigned or blocked.';
  }
}
