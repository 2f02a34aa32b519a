// word: says to a run what somebody said to it.
//
//   a person types   /crew answer · /crew approve · /crew reject · /crew continue · /crew cancel
//   they see         a reaction; where nothing can hear it, what could be said instead
//   it stops         when the run's journal has the word; whoever holds the run, or takes it up now, goes on with it
import { letBe } from '../../core/let-be.js';
import { replyTo } from '../../core/reply.js';
import type { Ctx, RunSummary, Workflow } from '../../core/workflow.js';
import { handedIn } from '../fix-thread/handed-in.js';
import { choose } from './choose.js';
import { saidBy } from './said.js';

export const word: Workflow = {
  name: 'word',
  story: 1,
  needs: [],
  claims: false,
  async tell(ctx, { event, asked }) {
    const { run, issue, runs, hear, say, apply } = ctx;
    const [first] = asked;
    const said = first && 'command' in first ? saidBy(first.command) : null;
    if (!said) throw new Error('a command that says nothing to a run came here');
    const named = event.kind === 'typed' ? event.run : undefined;
    const found = await run.look('runs', () => runs(issue));
    const chosen = choose(found, said, named);
    const by = { login: 'actor' in event ? event.actor.login : 'you' };
    if ('deaf' in chosen) {
      const stands = said.is === 'cancel' ? await run.step('stands', () => standing(ctx, found, by.login)) : null;
      if (stands) {
        const says = say.stands(stands);
        await apply(replyTo(event, asked, says));
        return { name: 'done', says };
      }
      const says = say.deaf({ said: said.is, run: named ?? chosen.deaf?.run, status: chosen.deaf?.status });
      await apply(replyTo(event, asked, says));
      return { name: 'refused', says };
    }
    const to = chosen.run;
    const hearing = await run.step('said', () => hear(to.run, { ...said, key: event.key, by }));
    const says = say.heard({ said: said.is, run: to.run, hearing });
    const isThere = hearing === 'heard' || hearing === 'known';
    await apply(replyTo(event, asked, says));
    // A run that somebody holds goes on by itself; one that nobody holds any more is taken up.
    return { name: isThere ? 'done' : 'refused', says, ...(isThere ? { goesOn: to.run } : {}) };
  },
};

/** A run is over once it has handed something in; that its checks are waited for, and that a round may follow, can still be called off. */
async function standing({ shared, recall }: Ctx, found: readonly RunSummary[], by: string) {
  for (const { run, workflow, status } of found) {
    const journal = workflow === 'fix' && status === 'succeeded' ? await recall(run) : null;
    const handed = journal && handedIn(journal);
    if (!handed) continue;
    await letBe(shared, run, by);
    return { run, pull: handed.pull };
  }
  return null;
}
