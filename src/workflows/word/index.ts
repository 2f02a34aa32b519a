// word: says to a run what somebody said to it.
//
//   a person types   /crew answer · /crew approve · /crew reject · /crew continue · /crew cancel
//   they see         a reaction; where nothing can hear it, what could be said instead
//   it stops         when the run's journal has the word; whoever holds the run, or takes it up now, goes on with it
import { letBe } from '../../core/let-be.js';
import { replyTo } from '../../core/reply.js';
import type { Ctx, RunSummary, Workflow } from '../../core/workflow.js';
import { handedIn } from '../fix/rules/handed-in.js';
import { isByCrew } from '../fix/aim.js';
import { issueBehind } from '../fix/rules/target.js';
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
    const here = await run.look('runs', () => runs(issue));
    const isHeard = 'run' in choose(here, said, named);
    const pull = isHeard ? null : await run.look('own pull', () => ownPull(ctx));
    const found = pull ? newestFirst([...here, ...(await run.look('runs behind', () => runs(pull.issue)))]) : here;
    const chosen = choose(found, said, named);
    const by = { login: 'actor' in event ? event.actor.login : 'you' };
    if ('deaf' in chosen) {
      const stands =
        said.is === 'cancel'
          ? await run.step('stands', () => standing(ctx, found, { by: by.login, named, pull: pull?.number }))
          : null;
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

/** On an open pull request of crew's own: the runs that work on it are called by the issue that it is for. */
async function ownPull({ hub, issue, repo }: Ctx): Promise<{ readonly number: number; readonly issue: number } | null> {
  const pull = hub && issue !== undefined ? await hub.pulls.read(issue) : null;
  if (!hub || pull?.state !== 'open' || pull.head.repo !== repo) return null;
  const behind = issueBehind(pull.head.branch);
  return behind !== null && (await isByCrew(hub, pull)) ? { number: pull.number, issue: behind } : null;
}

const newestFirst = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  runs.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));

/** A run is over once it has handed something in; that its checks are waited for, and that a round may follow, can still be called off. */
async function standing(
  { shared, recall, hub }: Ctx,
  found: readonly RunSummary[],
  { by, named, pull }: { by: string; named: string | undefined; pull: number | undefined },
) {
  const meant = found.filter(({ run, workflow }) => workflow === 'fix' && (named === undefined || run === named));
  for (const { run } of meant.filter(({ status }) => status === 'succeeded')) {
    const journal = await recall(run);
    const handed = journal && handedIn(journal);
    if (!handed || (pull !== undefined && handed.pull !== pull)) continue;
    // Merged or closed, it is not there to be closed, and nothing is waited for.
    if ((await hub?.pulls.read(handed.pull))?.state !== 'open') continue;
    await letBe(shared, run, by);
    return { run, pull: handed.pull };
  }
  return null;
}
