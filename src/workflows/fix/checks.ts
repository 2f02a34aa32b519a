// fix-checks: what the repository's own checks say of what a fix has handed in. No workflow for itself, and no part of the run: that is
// over and settled before, so that whoever is killed here leaves nothing undone.
//
//   it waits         for the checks of the commit, as long as it is the head of its branch and nobody calls it off
//   it says          by an edit how they came out; what is red on its base as well, in the pull request; by a word that a person is needed
//   it begins        one more round where they are red in another way than there, as often as the configuration says
import { followedBy } from '../../core/follow.js';
import type { Journal } from '../../core/journal.js';
import { isLetBe } from '../../core/let-be.js';
import type { Ctx, Hub, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { CiBase, CiRead } from '../../ports.js';
import { leftUsd } from './rules/job.js';
import { type HandedIn, handedIn } from './rules/handed-in.js';
import { sayTo, show, shownBefore } from './aim.js';
import { type Parted, parted } from './rules/parted.js';
import { type Look, type WhyOver, whatFollows } from './rules/waiting.js';
import { type Quiet, quietText, withLine, withNote } from './rules/check-words.js';

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
async function red(of: Seeing, { own, same, too }: Looked, journal: Journal): Promise<string | null> {
  const { ctx, event, hub, handed } = of;
  const { pull, sha } = handed;
  if ((await hub.pulls.read(pull))?.state !== 'open') return null;
  const rounds = await roundsSoFar(ctx, journal);
  if (rounds < ctx.known.config.fix['ci-rounds'] && (leftUsd(journal) ?? 0) > 0) {
    // Between the look and this moment somebody may have called it off. Where that cannot be learned, nothing is started.
    return (await isLetBe(ctx.shared, ctx.run.id)) ? null : ctx.follow('ci');
  }
  const names = own.map(({ name }) => name);
  const says = ctx.say.fix.thread.stillRed({ pull, sha, names, rounds });
  const notes = [await noteSame(of, same), redToo(of, { names: too, same: false })];
  await sayTo(ctx, event, { says: [says, ...notes.flatMap((note) => note ?? [])].join(' '), n: 'still red' });
  return null;
}

/** Nothing is left to mend by itself: the comment that shows how it stands says so. */
async function sayQuiet(of: Seeing, { is, same, missing }: Quiet & Pick<Looked, 'same'>): Promise<void> {
  const { ctx, event, handed } = of;
  const note = await noteSame(of, same);
  const { run, details, say } = ctx;
  const text = quietText({ is, missing }, { run: run.id, sha: handed.sha, details, note }, say.fix.thread);
  const name = is === 'green' ? 'passed' : is;
  await show(ctx, event, { name, body: withLine(text, await shownBefore(ctx)) });
}

/** Whoever looks at the pull request sees red for which no round begins, and has to know that it is not red here alone: its own words say so. */
async function noteSame(of: Seeing, names: readonly string[]): Promise<string | undefined> {
  const { ctx, hub, handed } = of;
  const line = redToo(of, { names, same: true });
  if (line === undefined) return undefined;
  const pull = await hub.pulls.read(handed.pull);
  const body = pull?.state === 'open' ? withNote(pull.body, line) : null;
  if (pull && body !== null) {
    const { title, draft } = pull;
    const as = { branch: pull.head.branch, base: pull.base.branch, title, draft, reviewers: [], labels: [] };
    await ctx.apply([{ kind: 'pull', ...as, body }]);
  }
  return line;
}

const redToo = ({ ctx, handed: { base = '' } }: Seeing, of: { names: readonly string[]; same: boolean }) =>
  of.names.length === 0 ? undefined : ctx.say.fix.thread.redToo({ ...of, base });

/** What the token of Actions pushes starts no workflow: GitHub's own guard against circles. */
const startsNone = async ({ people }: Hub): Promise<boolean> => (await people.me()).login === 'github-actions[bot]';

type Looked = Look & Parted;

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
    // Whoever called it off was told that nothing more comes of it. What cannot be learned now, the next look will learn.
    if (await isLetBe(shared, run.id).catch(() => false)) return { ...seen, is: 'over', why: 'called off' };
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
const NOTHING = { state: 'unknown', missing: [], own: [], same: [], too: [] } as const;

/** As they stand without what is red in the same way where it goes. */
function beside({ state, besides, names, failures }: CiRead, base: CiBase): Omit<Looked, 'head'> {
  const parts = parted(failures, base);
  const missing = base.required.filter((name) => !names.includes(name));
  return { state: state === 'red' && parts.own.length === 0 ? besides : state, missing, ...parts };
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
