import { code } from '../../../code.js';
import { few, named, short } from '../shared.js';
import type { FixThreadMessages, NotAdmitted } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: ', ', more: (count) => ` and ${count} more` });

function notAdmitted(why: NotAdmitted): string {
  switch (why.is) {
    case 'protected':
      return `${named(why.path)} may not be changed by me.`;
    case 'rules':
      return `${named(why.path)} may only be changed by me where ${code('fix.workflow-files: true')} in the configuration allows it.`;
    case 'strange':
      return `${named(why.path)} is no path inside the repository.`;
    case 'link':
      return `${named(why.path)} is a link or a submodule, which I do not change.`;
    case 'too-large':
      return `The change has ${why.bytes} bytes, which is more than I hand in.`;
    case 'too-many':
      return `The change touches ${why.files} files, which is more than I hand in.`;
    case 'another':
      return 'The change is not the one that it says it is.';
  }
}

export const thread: FixThreadMessages = {
  begun: ({ run, details }) =>
    `I am at it: ${code(run)}. [What is being done](${details}) can be watched there, and ${code('/crew cancel')} stops it.`,
  round: ({ run, details, why }) =>
    `${why === 'verify' ? 'The change did not pass when it was verified once more, so I go on from there' : 'The repository’s own checks are red, so I go on from there'}: ${code(run)}. [What is being done](${details}) can be watched there, and ${code('/crew cancel')} stops it.`,
  over: ({ run, status, details }) => `${code(run)} is over: ${status}. [Its log](${details}).`,
  record: 'How it went',
  to: (login) => `@${login}`,
  ready: ({ pull, draft }) =>
    draft ? `#${pull} holds the change. It is a draft, and says why.` : `#${pull} is ready to be reviewed.`,
  added: ({ pull, sha }) => `#${pull} has one more commit: ${short(sha)}.`,
  forbidden: ({ branch, compare }) =>
    `The change is on ${code(branch)}. This repository lets no Action open a pull request, so [open it yourself](${compare}).`,
  noChecks:
    'What the token of GitHub Actions pushes starts no checks of the repository. Close and reopen the pull request to start them; with an App’s key as a secret of crew.yml they start by themselves.',
  notAsked: (names) => `These could not be asked to review: ${list(names)}.`,
  oneMore:
    'The change passed where it was made, and did not pass when it was verified once more in a job that nothing of it can reach; one more round begins.',
  redAgain:
    'The change passed where it was made, and did not pass when it was verified once more in a job that nothing of it can reach. So nothing of it was handed in.',
  unheld: (names) => `Passed with the change where it was made, and fails with it there: ${list(names)}.`,
  unableAgain:
    'It could not be verified once more in a job that nothing of it can reach. So nothing of it was handed in.',
  notAdmitted: (why) => `${notAdmitted(why)} So nothing of it was put on a branch.`,
  moved: ({ branch }) =>
    `Somebody else put commits on ${code(branch)} meanwhile. They were left as they are, and nothing of mine was put there. Ask again, and I begin from what is there then.`,
  deleted: ({ branch }) => `${code(branch)} was deleted meanwhile, so nothing of mine was put there.`,
  gone: ({ pull, state, isCrews }) =>
    `#${pull} was ${state} meanwhile, so nothing was put on its branch.${isCrews ? ' Ask on its issue, and there will be another one.' : ''}`,
  revoked:
    'Whoever asked for it may no longer ask for it, so nothing of it was put on a branch. What was done is kept.',
  revokedUnbegun: 'Whoever asked for it may no longer ask for it, so nothing was begun.',
  tooLate:
    'It was called off when the commit was made already. Nothing of it was taken back; close the pull request if it is not wanted.',
  lost: ({ run, how }) =>
    `The job that worked on it ended before it was done (${how}). What was written down until then is kept: ${code('/crew continue')} goes on with ${code(run)}.`,
  nothingCame: ({ run, how }) =>
    `Nothing came of the job that was to work on it (${how}). ${code('/crew continue')} goes on with ${code(run)}.`,
  unbegun: ({ run, details, isKnown }) =>
    isKnown
      ? `${code(run)} was not taken up: the job that was to do so ended before that ([its log](${details})). ${code('/crew continue')} takes it up.`
      : `${code(run)} was never begun: the job that was to begin it ended before that ([its log](${details})). Nothing was done. Ask again with ${code('/crew fix')}.`,
  provenance: ({ run, details, login }) =>
    `Made by crew in [${code(run)}](${details})${login === undefined ? '' : `, asked for by ${code(login)}`}.`,
  verifiedAgain: 'Verified once more, in a job that nothing of the work can reach',
  before: 'What the round before changed',
  draftFor: {
    unshown: 'It is a draft because no test fails without the change and passes with it.',
    asks: 'It is a draft because the change touches what judges it, which a person has to look at.',
    unknown: 'It is a draft because base and head could not be compared in full.',
  },
  answered: ({ path, sha, touched }) =>
    touched
      ? `${code(path)} is changed in ${short(sha)}.`
      : `${code(path)} is not changed by ${short(sha)}; the summary in the thread says what is.`,
  suggests: ({ count, left }) =>
    [
      count === 1 ? 'One change is suggested beside its lines.' : `${count} changes are suggested beside their lines.`,
      ...(left.length > 0 ? [`What cannot be suggested there is in the patch: ${list(left)}.`] : []),
    ].join(' '),
  patch: 'The change as a patch',
  passed: ({ run, sha, details, others }) =>
    `${code(run)} is over, and the repository’s ${others ? 'other' : 'own'} checks passed on ${short(sha)}. [Its log](${details}).`,
  unseen: ({ run, sha, details, why, minutes, missing, others }) => {
    const seen = {
      none: `No ${others ? 'other check of the repository' : 'check of the repository’s own'} began on ${short(sha)} within ${minutes} minutes, so none is waited for.`,
      missing: `${list(missing)} must pass before it may be merged, and did not begin on ${short(sha)} within ${minutes} minutes, so nothing is waited for any longer.`,
      late: `The repository’s own checks on ${short(sha)} were not over after ${minutes} minutes, and are waited for no longer.`,
    };
    return `${code(run)} is over. ${seen[why]} [Its log](${details}).`;
  },
  redToo: ({ names, base, same }) =>
    `Red here, and red on ${code(base)} too${same ? ', with no remark that is not there as well' : ''}: ${list(names)}.`,
  letRun: ({ pull, sha }) =>
    `The repository’s own checks on ${short(sha)} of #${pull} wait for a person: somebody who may do so has to let them run.`,
  stillRed: ({ pull, sha, names, rounds }) =>
    [
      `The repository’s own checks are red on ${short(sha)}, the head of #${pull}: ${list(names)}.`,
      ...(rounds > 0 ? [`${rounds === 1 ? 'One round was' : `${rounds} rounds were`} made to mend them.`] : []),
      `Nothing more is tried by itself; ${code('/crew fix')} on #${pull} goes on from there.`,
    ].join(' '),
  stalePull: ({ pull, state }) => `an open pull request; #${pull} is ${state}`,
};
