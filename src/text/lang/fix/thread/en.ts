import { code } from '../../../quote.js';
import { few, named, short } from '../shared.js';
import type { FixThreadMessages, NotAdmitted } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: ', ', more: (count) => ` and ${count} more` });

function notAdmitted(why: NotAdmitted): string {
  switch (why.is) {
    case 'protected':
      return `The change edits ${named(why.path)}, which crew never changes.`;
    case 'rules':
      return `The change edits ${named(why.path)}. crew changes it only with ${code('fix.workflow-files: true')} in the configuration.`;
    case 'strange':
      return `${named(why.path)} is not a path inside the repository.`;
    case 'link':
      return `${named(why.path)} is a symbolic link or a submodule, which crew does not change.`;
    case 'too-large':
      return `The change has ${why.bytes} bytes, more than crew publishes.`;
    case 'too-many':
      return `The change edits ${why.files} files, more than crew publishes.`;
    case 'secret':
      return `The change adds something that looks like a secret (${list(why.kinds)}).`;
    case 'conflict':
      return `${named(why.path)} still has conflict markers.`;
    case 'another':
      return 'The diff and the list of changed files differ.';
  }
}

export const thread: FixThreadMessages = {
  columns: ['check', 'before', 'after'],
  passed: 'passed',
  failed: 'failed',
  failedTests: (count) => `${count} failed`,
  didNotRun: 'did not run',
  isNew: '(new)',
  fails: 'fails',
  cannotLoad: 'cannot load: what it tests is new',
  passes: 'passes',
  requestedBy: (login) => `requested by @${login}`,
  costs: ({ usd, limitUsd }) => `$${usd.toFixed(2)}${limitUsd === undefined ? '' : ` of $${limitUsd.toFixed(2)}`}`,
  details: 'Verification details',
  explanation: 'Editor’s explanation (not verified)',
  record: ({ run, base, sha256, weakened }) =>
    `Run ${code(run)} · base ${short(base)} · diff ${short(sha256)} · verified in a separate job · weakened tests: ${weakened === 0 ? 'none' : weakened}`,
  draftFor: {
    unshown: 'This is a draft because no test fails without the change and passes with it.',
    asks: 'This is a draft because the change edits tests or checks that verify it. A maintainer has to review those lines.',
    unknown: 'This is a draft because crew could not compare all tests with the base.',
  },
  ready: ({ pull, draft }) =>
    draft ? `Draft #${pull} has the change and says why it is a draft.` : `#${pull} is ready for review.`,
  added: ({ pull, sha }) => `#${pull} has a new commit: ${short(sha)}.`,
  forbidden: ({ branch, compare }) =>
    `The change is on ${code(branch)}. This repository does not allow Actions to open pull requests, so [open it yourself](${compare}).`,
  noChecks:
    'Checks wait for approval: GitHub asks a maintainer to "Approve workflows to run" on pull requests opened by GITHUB_TOKEN.',
  notice: ({ is, file, names = [] }) =>
    ({
      dependencies: `New dependencies in ${code(file)}: ${list(names)}.`,
      'install-scripts': `Scripts that run at installation are new or changed in ${code(file)}: ${list(names)}.`,
      permissions: `The permissions of the workflow ${code(file)} change.`,
    })[is],
  notAsked: (names) => `These reviewers could not be requested: ${list(names)}.`,
  oneMore: 'The change passed in the work job and failed in the separate verify job. crew is correcting it.',
  redAgain: 'The change passed in the work job and failed in the separate verify job, so nothing was published.',
  unheld: (names) => `Passed in the work job, failed in the verify job: ${list(names)}.`,
  unableAgain: 'The separate verify job could not run the checks, so nothing was published.',
  notAdmitted: (why) => `${notAdmitted(why)} Nothing was published.`,
  moved: ({ branch }) =>
    `Nothing was pushed: ${code(branch)} has a newer commit by another author. Ask again; crew then starts from that commit.`,
  deleted: ({ branch }) => `Nothing was pushed: ${code(branch)} was deleted while crew worked.`,
  gone: ({ pull, state, isCrews }) =>
    `Nothing was pushed: #${pull} was ${state} while crew worked.${isCrews ? ' Ask on the issue to get a new pull request.' : ''}`,
  answered: ({ path, sha, touched }) =>
    touched
      ? `Changed in ${short(sha)}.`
      : `${short(sha)} does not change ${code(path)}. The pull request lists what it changes.`,
  suggests: ({ count, left }) =>
    [
      count === 1
        ? 'crew suggested one change in a line comment.'
        : `crew suggested ${count} changes in line comments.`,
      ...(left.length > 0 ? [`GitHub cannot suggest changes to ${list(left)}; the patch has them.`] : []),
    ].join(' '),
  patch: 'The change as a patch',
};
