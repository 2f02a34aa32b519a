// fix-checks: what the repository's own checks say of what a fix has handed in. No workflow for itself, and no part of the run: that is
// over and settled before, so that whoever is killed here leaves nothing undone.
//
//   it waits         for the checks of the commit, as long as it is the head of its branch and nobody calls it off
//   it says          by an edit how they came out; what was red before, in the pull request; by a word that a person is needed
//   it begins        one more round where they are red by this change, as often as the configuration says
import { followedBy } from '../../core/follow.js';
import type { Journal } from '../../core/journal.js';
import { isLetBe } from '../../core/let-be.js';
import type { Ctx, Hub, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { CiBase, CiFailure, CiRead } from '../../ports.js';
import { leftUsd } from '../fix/job.js';
import { type HandedIn, handedIn } from '../fix-thread/handed-in.js';
import { sayTo, show, shownBefore } from '../fix-thread/index.js';
import { parted } from './before.js';
import { type Look, type WhyOver, whatFollows } from './waiting.js';
import { type Quiet, quietText, withBefore, withLine } from './words.js';

/** Sees how they come out; gives the round that is to be started, where one is. */
export async function seeChecks(ctx: Ctx, { event }: Input, journal: Journal): Promise<string | null> {
  const { hub } = ctx;
  const handed = handedIn(journal);
  if (!hub || !handed || (await startsNone(hub))) return null;
  const of: Seeing = { ctx, event, hub, handed };
  const seen = await watch(of);
  if (seen.is === 'red') return red(of, seen, journal);
  const is = seen.is === 'over' ? seen.why : seen.is;
  // What somebody else pushed, or called off, is no news to them.
  if (is !== 'moved' && is !== 'called off') await sayQuiet(of, { ...seen, is });
  return null;
}

interface Seeing {
  readonly ctx: Ctx;
  readonly event: Input['event'];
  readonly hub: Hub;
  readonly handed: HandedIn;
}

/** One more round, or a word to whoever asked. */
async function red(of: Seeing, { own, before }: Looked, journal: Journal): Promise<string | null> {
  const { ctx, event, hub, handed } = of;
  const { pull, sha } = handed;
  if ((await hub.pulls.read(pull))?.state !== 'open') return null;
  const rounds = await roundsSoFar(ctx, journal);
  if (rounds < ctx.known.config.fix['ci-rounds'] && (leftUsd(journal) ?? 0) > 0) {
    // Between the look and this moment somebody may have called it off.
    return (await isLetBe(ctx.shared, ctx.run.id)) ? null : ctx.follow('ci');
  }
  const names = own.map(({ name }) => name);
  const says = ctx.say.fix.thread.stillRed({ pull, sha, names, rounds });
  const line = await noteBefore(of, before);
  await sayTo(ctx, event, { says: [says, ...(line === undefined ? [] : [line])].join(' '), n: 'still red' });
  return null;
}

/** Nothing is left to mend by itself: the comment that shows how it stands says so. */
async function sayQuiet(of: Seeing, { is, before, missing }: Quiet & Pick<Looked, 'before'>): Promise<void> {
  const { ctx, event, handed } = of;
  const line = await noteBefore(of, before);
  const { run, details, say } = ctx;
  const text = quietText({ is, missing }, { run: run.id, sha: handed.sha, details, before: line }, say.fix.thread);
  const name = is === 'green' ? 'passed' : is;
  await show(ctx, event, { name, body: withLine(text, await shownBefore(ctx)) });
}

/** Whoever looks at the pull request sees red, and has to know that it is none of its doing: its own words say so. */
async function noteBefore({ ctx, hub, handed }: Seeing, before: readonly string[]): Promise<string | undefined> {
  const { pull: number, base = '' } = handed;
  if (before.length === 0) return undefined;
  const line = ctx.say.fix.thread.redBefore({ names: before, base });
  const pull = await hub.pulls.read(number);
  const body = pull?.state === 'open' ? withBefore(pull.body, line) : null;
  if (pull && body !== null) {
    const { title, draft } = pull;
    const of = { branch: pull.head.branch, base: pull.base.branch, title, draft, reviewers: [], labels: [] };
    await ctx.apply([{ kind: 'pull', ...of, body }]);
  }
  return line;
}

/** What the token of Actions pushes starts no workflow: GitHub's own guard against circles. */
const startsNone = async ({ people }: Hub): Promise<boolean> => (await people.me()).login === 'github-actions[bot]';

interface Looked extends Look {
  /** Red by this change. */
  readonly own: readonly CiFailure[];
  /** Red on the branch that it goes into, too. */
  readonly before: readonly string[];
}

type Seen =
  | (Looked & { readonly is: 'green' })
  | (Looked & { readonly is: 'red' })
  | (Looked & { readonly is: 'over'; readonly why: WhyOver | 'called off' });

async function watch({ ctx, event, hub, handed }: Seeing): Promise<Seen> {
  const { clock, signal, shared, run, say } = ctx;
  const { sha, pull } = handed;
  const look = looking(hub, handed);
  const began = clock.now();
  let seen: Looked = { ...NOTHING, head: sha };
  let wasGreen = false;
  for (let looks = 0; !signal.aborted; looks += 1) {
    seen = await look();
    // Whoever called it off was told that nothing more comes of it.
    if (await isLetBe(shared, run.id)) return { ...seen, is: 'over', why: 'called off' };
    const follows = whatFollows(seen, { sha, waited: { ms: clock.now() - began, looks, wasGreen } });
    if (follows.is === 'over') return { ...seen, is: 'over', why: follows.why };
    if (follows.is !== 'again') return { ...seen, is: follows.is };
    // Said once: the second time it stands there already.
    if (follows.asks) await sayTo(ctx, event, { says: say.fix.thread.letRun({ pull, sha }), n: 'let run' });
    wasGreen = seen.state === 'green' && seen.missing.length === 0;
    await clock.sleep(follows.inMs, signal);
  }
  return { ...seen, is: 'over', why: 'called off' };
}

/** One look after the other. Where GitHub cannot be asked, nothing is known; the next look may know more. */
function looking({ branches, ci }: Hub, { sha, branch, base }: HandedIn): () => Promise<Looked> {
  let asked: CiBase | undefined;
  const onBase = async (): Promise<CiBase> => {
    asked ??= base === undefined ? UNASKED : await ci.base(base);
    return asked;
  };
  return async () => {
    try {
      const head = await branches.head(branch);
      if (head !== sha) return { ...NOTHING, head };
      const read = await ci.on(sha);
      // While others go on there is time to ask.
      return {
        head,
        ...(ASKS.includes(read.state) ? beside(read, await onBase()) : { ...NOTHING, state: read.state }),
      };
    } catch (error) {
      if (!(error instanceof UserError) || error.ends !== 'infra_error') throw error;
      return { ...NOTHING, head: sha };
    }
  };
}

const ASKS: readonly CiRead['state'][] = ['red', 'green', 'none'];
const UNASKED: CiBase = { required: [], red: [] };
const NOTHING = { state: 'unknown', missing: [], own: [], before: [] } as const;

/** As they stand without what was red before. */
function beside({ state, besides, names, failures }: CiRead, base: CiBase): Omit<Looked, 'head'> {
  const { own, before } = parted(failures, base);
  const missing = base.required.filter((name) => !names.includes(name));
  return { state: state === 'red' && own.length === 0 ? besides : state, missing, own, before };
}

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
