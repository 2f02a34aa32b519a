// Who should do what, and why, in English.
import { code } from '../../../code.js';
import type { Proposal, ProposalWords, RationaleWords, Reason } from '../messages.js';
import { dayOf } from '../shared.js';
import { capital, freed, list, states } from './words.js';

/** What is suggested, as a headline. */
export function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `Review the work on ${on}` : `Review ${pull}, the work on ${on}`,
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

/** Why this agent, or nobody. */
export function reason(of: Reason): string {
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
