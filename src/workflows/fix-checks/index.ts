// fix-checks: what the repository's own checks say of what a fix has handed in. No workflow for itself, and no part of the run: that is
// over and settled before, so that whoever is killed here leaves nothing undone.
//
//   it waits         for the checks of the commit, as long as it is the head of its branch
//   it says          that they passed, by an edit; that a person has to let them run, or that they stay red, by a word
//   it begins        one more round where they are red, as often as the configuration says
import { followedBy } from '../../core/follow.js';
import type { Journal } from '../../core/journal.js';
import type { Ctx, Hub, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { CiRead } from '../../ports.js';
import { leftUsd } from '../fix/job.js';
import { type HandedIn, handedIn } from '../fix-thread/handed-in.js';
import { sayTo, show } from '../fix-thread/index.js';
import { type Look, whatFollows } from './waiting.js';

/** Sees how they come out; gives the round that is to be started, where one is. */
export async function seeChecks(ctx: Ctx, { event }: Input, journal: Journal): Promise<string | null> {
  const { hub, say, run, details } = ctx;
  const handed = handedIn(journal);
  if (!hub || !handed || (await startsNone(hub))) return null;
  const { pull, sha } = handed;
  const ask = () => sayTo(ctx, event, { says: say.fix.thread.letRun({ pull, sha }), n: 'let run' });
  const ended = await watch(ctx, { hub, handed, ask });
  if (ended.is === 'green')
    await show(ctx, event, { name: 'passed', body: say.fix.thread.passed({ run: run.id, sha, details }) });
  if (ended.is !== 'red' || (await hub.pulls.read(pull))?.state !== 'open') return null;
  const rounds = await roundsSoFar(ctx, journal);
  if (rounds < ctx.known.config.fix['ci-rounds'] && (leftUsd(journal) ?? 0) > 0) return ctx.follow('ci');
  const names = ended.failures.map(({ name }) => name);
  await sayTo(ctx, event, { says: say.fix.thread.stillRed({ pull, sha, names, rounds }), n: 'still red' });
  return null;
}

/** What the token of Actions pushes starts no workflow: GitHub's own guard against circles. */
const startsNone = async ({ people }: Hub): Promise<boolean> => (await people.me()).login === 'github-actions[bot]';

interface Watched {
  readonly hub: Hub;
  readonly handed: HandedIn;
  /** Tells whoever asked that a person has to let them run. */
  readonly ask: () => Promise<void>;
}

type Ended = { readonly is: 'green' | 'over' } | { readonly is: 'red'; readonly failures: CiRead['failures'] };

async function watch({ clock, signal }: Ctx, { hub, handed, ask }: Watched): Promise<Ended> {
  const { sha } = handed;
  const began = clock.now();
  let wasGreen = false;
  for (let looks = 0; !signal.aborted; looks += 1) {
    const { failures, ...look } = await lookAt(hub, handed);
    const follows = whatFollows(look, { sha, waited: { ms: clock.now() - began, looks, wasGreen } });
    if (follows.is === 'red') return { is: 'red', failures };
    if (follows.is !== 'again') return { is: follows.is };
    // Said once: the second time it stands there already.
    if (follows.asks) await ask();
    wasGreen = look.state === 'green';
    await clock.sleep(follows.inMs, signal);
  }
  return { is: 'over' };
}

/** Where GitHub cannot be asked, nothing is known; the next look may know more. */
async function lookAt({ branches, ci }: Hub, { sha, branch }: HandedIn): Promise<Look & Pick<CiRead, 'failures'>> {
  try {
    const head = await branches.head(branch);
    return { head, ...(head === sha ? await ci.on(sha) : NOTHING) };
  } catch (error) {
    if (!(error instanceof UserError) || error.ends !== 'infra_error') throw error;
    return { head: sha, ...NOTHING };
  }
}

const NOTHING: CiRead = { state: 'unknown', failures: [] };

/** How many of the rounds up to here were made for the checks. */
async function roundsSoFar({ recall }: Ctx, journal: Journal): Promise<number> {
  let rounds = 0;
  for (let at: Journal | null = journal; at !== null; ) {
    const follows = followedBy(at);
    if (follows?.why === 'ci') rounds += 1;
    at = follows ? await recall(follows.run) : null;
  }
  return rounds;
}
