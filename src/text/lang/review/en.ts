import { named } from '../fix/shared.js';
import type { ReviewMessages } from './messages.js';

const check = ({ verified, details }: { verified: string; details: string }): string =>
  `The check says: [${verified}](${details}).`;

const things = (count: number): string => (count === 1 ? 'one thing' : `${count} things`);

export const en: ReviewMessages = {
  refused: (why) =>
    why === 'no pull request'
      ? 'A review is about a pull request, and this is none. Ask on the pull request itself, and it is reviewed.'
      : `This pull request is ${why}, so there is nothing left to review.`,
  review: ({ login, commit, count, moved, ...of }) =>
    [
      ...(login === undefined ? [] : [`@${login}`]),
      `The reviewer found ${things(count)} in ${named(commit.slice(0, 7))}. ${count === 1 ? 'It blocks' : 'They block'} nothing: whoever merges decides.${moved ? ' There are newer commits by now, so lines are those of that one.' : ''} ${check(of)}`,
    ].join('\n\n'),
  nothing: ({ commit, before, ...of }) =>
    before === 0
      ? `The reviewer found nothing in ${named(commit.slice(0, 7))}, which does not mean that there is nothing. ${check(of)}`
      : `The reviewer found nothing new in ${named(commit.slice(0, 7))}: what it found was said here already. ${check(of)}`,
  late: ({ count, state, ...of }) =>
    `The reviewer found ${things(count)}, and the pull request was ${state} meanwhile: nothing stands beside its lines, and all of it here. ${check(of)}`,
  unread: ({ says, ...of }) => `${says}\n\n${check(of)}`,
  severity: {
    bug: '**Bug**, in the words of the reviewer:',
    risk: '**Risk**, in the words of the reviewer:',
    question: '**Question**, in the words of the reviewer:',
  },
  cite: ({ file, line, shows }) => `${named(`${file}:${line}`)} holds ${named(shows)}`,
  place: ({ path, line }) => `${named(`${path}:${line}`)}`,
};
