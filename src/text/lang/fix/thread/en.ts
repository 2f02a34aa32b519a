import { code } from '../../../code.js';
import { few, named, short } from '../shared.js';
import type { FixThreadMessages, NotAdmitted } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: ', ', more: (count) => ` and ${count} more` });

function notAdmitted(why: NotAdmitted): string {
  switch (why.is) {
    case 'protected':
      return `${named(why.path)} may not be changed by me.`;
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
  revoked:
    'Whoever asked for it may no longer ask for it, so nothing of it was put on a branch. What was done is kept.',
  tooLate:
    'It was called off when the commit was made already. Nothing of it was taken back; close the pull request if it is not wanted.',
  lost: ({ run, how }) =>
    `The job that worked on it ended before it was done (${how}). What was written down until then is kept: ${code('/crew continue')} goes on with ${code(run)}.`,
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
  passed: ({ run, sha, details }) =>
    `${code(run)} is over, and the repository’s own checks passed on ${short(sha)}. [Its log](${details}).`,
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
