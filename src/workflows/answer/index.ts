// answer: what crew says at once, in one comment, however many commands the comment held.
//
//   a person types   /crew help · /crew status · something that is wrong, or not in this version
//   they see         a reaction on their comment, and one comment of crew's
//   it stops         when both stand
import { replyTo } from '../../core/reply.js';
import type { Workflow } from '../../core/workflow.js';
import { answerOf } from './say.js';

export const answer: Workflow = {
  name: 'answer',
  story: 1,
  needs: [],
  claims: false,
  async tell({ run, known, issue, runs, apply }, { event, asked }) {
    const found = await run.look('runs', () => runs(issue));
    const says = answerOf(asked, { known, issue, runs: found.filter(({ workflow }) => workflow !== answer.name) });
    await apply(replyTo(event, asked, says));
    return { name: 'done', says };
  },
};
