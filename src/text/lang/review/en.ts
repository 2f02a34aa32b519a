import { named } from '../fix/shared.js';
import type { ReviewMessages } from './messages.js';

const check = ({ verified, details }: { verified: string; details: string }): string =>
  `Check: [${verified}](${details})`;

const findings = (count: number): string => (count === 1 ? '1 finding' : `${count} findings`);

export const en: ReviewMessages = {
  refused: (why) =>
    why === 'no pull request'
      ? 'Nothing was reviewed: this is an issue. Write `/crew review` on a pull request.'
      : `Nothing was reviewed: this pull request is ${why}.`,
  review: ({ login, commit, count, moved, ...of }) =>
    [
      ...(login === undefined ? [] : [`@${login}`]),
      `Review of ${named(commit.slice(0, 7))}: ${findings(count)}. The review does not block the merge.${moved ? ' The pull request has newer commits; line numbers are those of the reviewed commit.' : ''} ${check(of)}`,
    ].join('\n\n'),
  nothing: ({ commit, before, ...of }) =>
    before === 0
      ? `Review of ${named(commit.slice(0, 7))}: no findings. ${check(of)}`
      : `Review of ${named(commit.slice(0, 7))}: no new findings. Earlier findings are in the comments above. ${check(of)}`,
  late: ({ count, state, ...of }) =>
    `The pull request was ${state} during the review, so ${count === 1 ? 'its finding is' : `its ${findings(count)} are`} listed here instead of beside the lines. ${check(of)}`,
  unread: ({ says, ...of }) => `${says}\n\n${check(of)}`,
  severity: {
    bug: '**Bug** (reviewer’s words):',
    risk: '**Risk** (reviewer’s words):',
    question: '**Question** (reviewer’s words):',
  },
  cite: ({ file, line, shows }) => `${named(`${file}:${line}`)} contains ${named(shows)}`,
  place: ({ path, line }) => `${named(`${path}:${line}`)}`,
};
