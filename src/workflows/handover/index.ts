// handover: what needs a workspace or a model is not done here but by a run of GitHub Actions.
//
//   a person types   /crew fix … where the App listens
//   they see         a reaction at once; the run that was started says the rest
//   it stops         when GitHub has the dispatch
import type { Workflow } from '../../core/workflow.js';
import { handoverChanges } from './changes.js';

export const handover: Workflow = {
  name: 'handover',
  story: 1,
  needs: ['github'],
  claims: false,
  async tell(ctx, input) {
    await ctx.apply(handoverChanges(ctx.run.id, input));
    return { name: 'done' };
  },
};
