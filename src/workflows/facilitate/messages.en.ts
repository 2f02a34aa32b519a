// The English texts of facilitate: comments, labels and suggestions. advice.en.ts has the sentences about one issue. Also used by rules/,
// src/workflows/fix/subject.ts and src/workflows/instant.ts.
import type { State } from '../../ports/report.js';
import { wordIn } from '../../text/lang/times.js';
import { code } from '../../text/quote.js';
import {
  advice,
  capital,
  evidenceSentence,
  joinAll,
  joinFirst,
  listFirst,
  nothingFound,
  question,
  runSentence,
  states,
  step,
  unread,
  verb,
  waitingIssues,
} from './advice.en.js';
import { byState, canStartNow, dayOf, evidenceDetails } from './message-parts.js';
import type { EvidenceItem } from './rules/answer.js';
import { hasEarlierWork, isOnlyWaiting, type RequestedStep, requestedStep } from './rules/earlier-work.js';
import type {
  Advice,
  AttentionContent,
  CloseReason,
  CommentContent,
  Criterion,
  IdleContent,
  LabelContent,
  LabelMeaning,
  Proposal,
  ProposalContent,
  RationaleContent,
  Reason,
  Step,
  UnblockedContent,
} from './rules/statements.js';

const closeReasons: Readonly<Record<CloseReason, string>> = {
  merged: 'its work is merged',
  landed: 'its work is on the default branch',
  'sub-issues': 'its sub-issues are done',
};

/** The headline of a suggestion. */
function proposal({ proposal: kind, issues, pull, closeReason }: ProposalContent): string {
  const issueList = listFirst(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `Review the work on ${issueList}` : `Review ${pull} for ${issueList}`,
    continue: `Continue ${issueList}`,
    start: `Start on ${issueList}`,
    close: `Close ${issueList}: ${closeReasons[closeReason]}`,
    merge: `Merge ${pull ?? issueList} for ${issueList}: it is approved`,
    unblock: `Unblock ${issueList}: other issues wait for it`,
    'scan-again': `Scan ${issueList} again: crew could not read everything`,
    board: `Work through the board, starting with ${issueList}`,
  };
  return sentences[kind];
}

const bands: Readonly<Record<RationaleContent['band'], string>> = {
  now: 'Now',
  recommended: 'Recommended',
  possible: 'Possible',
  later: 'Later',
};

/** What to do, and why. */
function toDo({ proposal: kind, closeReason, state }: RationaleContent): string {
  if (kind === 'merge') return 'merge it, because it is approved and its checks pass';
  if (kind === 'close') return `close it, because ${closeReasons[closeReason]}`;
  if (kind === 'unblock') return 'it blocks other issues';
  if (kind === 'continue' && state === 'incomplete') return 'earlier work on it is not finished';
  return kind === 'scan-again' ? 'its state is unknown' : `it is ${states[state]}`;
}

/** What an agent with this capability does. */
const abilityOf = wordIn({ 'issue-action': 'works on issues', 'review-action': 'reviews pull requests' });

/** The reasons for a suggestion, as one sentence. */
function rationale(content: RationaleContent): string {
  const { band, waiting, capability, due } = content;
  return [
    `${bands[band]}: ${toDo(content)}`,
    ...(waiting.length > 0 ? [waitingIssues(waiting, 'it')] : []),
    ...(due === undefined ? [] : [`it is due on ${dayOf(due)}`]),
    ...(capability ? [`the agent ${capability.inferred ? 'probably ' : ''}${abilityOf(capability.name)}`] : []),
  ]
    .join('; ')
    .concat('.');
}

/** The suggestion of a board agent that no issue needs now. */
const idle = ({ needs, band }: IdleContent) =>
  needs === 'review'
    ? {
        description: 'Review the whole board when something waits for review',
        rationale: `${bands[band]}: nothing waits for review now.`,
      }
    : {
        description: 'Work through the whole board when an issue is ready',
        rationale: `${bands[band]}: no issue is ready to start now.`,
      };

type Waiting = Extract<Reason, { is: 'waits' }>['people'][number];

const waitsFor: Readonly<Record<Waiting['why'], string>> = {
  work: 'is assigned',
  answer: 'has to answer the question',
  unblock: 'can unblock it',
  cycle: 'can remove one dependency of the cycle',
  describe: 'has to add a description',
  'say-or-close': 'has to say what is missing, or close it',
};

function waiting({ who, ref, why }: Waiting): string {
  const people = who.length > 0 ? listFirst(who.map((login) => `@${login}`)) : 'a maintainer';
  return `${ref}: ${people} ${waitsFor[why]}.`;
}

/** One sentence for each state: `#2 and #3 are waiting for review.` */
const statesOf = (issues: Extract<Reason, { is: 'agent' }>['issues']): string =>
  byState(issues)
    .map(({ state, refs }) => `${joinFirst(refs)} ${verb(refs)} ${states[state]}.`)
    .join(' ');

/** Where to write the command. */
function commandFor(command: string, { issues }: Pick<Extract<Reason, { is: 'agent' }>, 'issues'>): string {
  const places = issues.map(({ ref, pull }) => (pull === undefined ? ref : `${pull} (for ${ref})`));
  return `Write ${code(command)} on ${joinFirst(places)}.`;
}

/** Why `next_agent` is this agent, or none. */
function reason(content: Reason): string {
  switch (content.is) {
    case 'agent':
      return [
        statesOf(content.issues),
        content.command === undefined
          ? `The agent ${code(content.agent)} can do this.`
          : commandFor(content.command, content),
      ].join(' ');
    case 'person':
      return `A maintainer has to decide about ${listFirst(content.issues)}.`;
    case 'scan-again':
      return `crew could not judge ${listFirst(content.issues)} and will scan again.`;
    case 'nothing-seen':
      return 'crew could not read any issue, so there is no next step.';
    case 'no-issues':
      return content.label === undefined ? 'There are no issues.' : `No issue has the label ${code(content.label)}.`;
    case 'waits':
      return content.people.map(waiting).join(' ');
    case 'all-done':
      return 'All issues are done.';
    case 'nobody-can':
      return `No agent ${joinFirst(
        content.capabilities.map((name) => `${abilityOf(name)} (${code(name)})`),
        'or',
      )}.`;
    case 'all-taken':
      return 'All open issues are assigned or blocked.';
  }
}

function criterion(content: Criterion): string {
  switch (content.is) {
    case 'parts':
      return `${listFirst(content.refs)} ${verb(content.refs)} done`;
    case 'pull':
      return `${content.ref} is reviewed and merged`;
    case 'ready':
      return `${content.ref} is marked as ready for review, reviewed and merged`;
    case 'closes':
      return `a pull request with ${code(`Closes ${content.issue}`)} is reviewed and merged`;
    case 'boxes':
      return content.open === 1
        ? 'the open checkbox in the description is ticked'
        : `the ${content.open} open checkboxes in the description are ticked`;
  }
}

/** Says "done" only of an issue that is closed. */
function headline(state: State, issueAdvice: Advice): string {
  if (issueAdvice.is === 'merge-due') return 'ready to merge';
  if (issueAdvice.is === 'parts-done') return 'ready to close';
  if (issueAdvice.is === 'started' && isOnlyWaiting(issueAdvice.evidence)) return 'waiting for a reply';
  if (issueAdvice.is === 'interrupted' && hasEarlierWork(issueAdvice.evidence)) return 'not finished';
  return issueAdvice.is === 'close-due' ? 'merged, not closed yet' : states[state];
}

function comment({
  state,
  advice: issueAdvice,
  questions,
  waiting: waitingFor,
  also,
  who,
  criteria,
}: CommentContent): string {
  return [
    canStartNow(issueAdvice)
      ? `**${advice(issueAdvice)}**`
      : `**${capital(headline(state, issueAdvice))}.** ${advice(issueAdvice)}`,
    ...questions.map(question),
    ...(also.length > 0
      ? [`${listFirst(also)} ${also.length === 1 ? 'waits' : 'wait'} for the same pull request.`]
      : []),
    ...(waitingFor.length > 0 ? [`${capital(waitingIssues(waitingFor, 'this issue'))}.`] : []),
    ...(criteria.length > 0 ? [`Proposed completion criteria: ${criteria.map(criterion).join('; ')}.`] : []),
    ...(who.length > 0 ? [request({ advice: issueAdvice, questions }, who)] : []),
  ].join('\n\n');
}

/** What people are asked to do on an issue whose earlier work ended. */
const requests: Readonly<Record<RequestedStep, string>> = {
  continue: 'continue the work, or say what is missing',
  answer: 'answer that comment',
  undescribed: 'add a description',
  'nothing-to-change': 'say what is missing, or close this',
  now: 'start the work, or say what is missing',
  'sub-issues': 'start the work, or say what is missing',
};

/** The request to the people who must act. */
function request(
  { advice: issueAdvice, questions }: Pick<CommentContent, 'advice' | 'questions'>,
  who: readonly string[],
): string {
  const people = who.map((login) => `@${login}`).join(' ');
  if (issueAdvice.is === 'blocked' && issueAdvice.answer && questions.length === 0)
    return `${people}: please update this issue when that changes.`;
  switch (issueAdvice.is) {
    case 'unknown':
      return `${people}: please give crew's token read access, or say what the state is.`;
    case 'merge-due':
      return `${people}: please merge it, or say what is missing.`;
    case 'close-due':
    case 'parts-done':
      return `${people}: please close this, or say what is missing.`;
    case 'review':
      return `${people}: please review.`;
    case 'compete':
      return `${people}: please choose one.`;
    case 'interrupted':
      return `${people}: please ${requests[requestedStep(issueAdvice.start, issueAdvice.evidence)]}.`;
    default:
      return questions.length > 0 ? `${people}: please answer here.` : `${people}: please look at this.`;
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

export const en = {
  evidence: (item: EvidenceItem): string =>
    [runSentence(item) ?? evidenceSentence(item.what), ...evidenceDetails(item, (login) => `by ${login}`)].join(' · '),
  unread,
  nothingFound,
  advice,
  comment,
  whyNot: ({ to, steps }: { readonly to: State; readonly steps: readonly Step[] }): string =>
    `${to === 'incomplete' ? 'Ready to start' : capital(states[to])} when ${joinAll(steps.map(step))}.`,
  labelMeans: (meaning: LabelMeaning): string => `${capital(meanings[meaning])}.`,
  label: ({ label, meaning, action, waitsFor }: LabelContent): string =>
    action === 'add'
      ? `Adds ${code(label)}: ${waitsFor.length > 0 ? `waiting for ${listFirst(waitsFor)}` : meanings[meaning]}.`
      : `Removes ${code(label)}: no longer ${meanings[meaning]}.`,
  attention: ({ advice: issueAdvice, questions, who }: AttentionContent): string =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')}:`] : []),
      ...(questions.length > 0 ? questions.map(question) : [advice(issueAdvice)]),
    ].join(' '),
  proposal,
  rationale,
  idle,
  reason,
  uncallable: ({ agent, why }: { readonly agent: string; readonly why: string }): string =>
    `crew never suggests the agent ${code(agent)}: ${why}`,
  /** `ended` are its former blockers, as far as they are known. */
  unblocked: ({ who, ended, isStarted }: UnblockedContent): string => {
    const why = ended.length > 0 ? `${listFirst(ended)} ${verb(ended)} done` : 'nothing blocks this issue any more';
    const sentence = `${why}; ${ended.length > 0 ? 'this issue' : 'it'} can ${isStarted ? 'continue' : 'start'}.`;
    return who.length > 0 ? `${who.map((login) => `@${login}`).join(' ')}: ${sentence}` : capital(sentence);
  },
  switched: (to: 'quiet' | 'wake'): string =>
    to === 'quiet'
      ? 'crew no longer comments on this issue and still updates its labels. `/crew wake` turns comments on again.'
      : 'crew comments on this issue again.',
  digestTitle: 'Board digest',
  withheld: '(private)',
};

export type FacilitateMessages = typeof en;
