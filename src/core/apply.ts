// Change[] → GitHub: intent → look → act → confirm. After a crash, or a reply that never came, it is looked for before it is done again.
import { Conflict, Unanswered, UserError } from '../errors.js';
import type { Clock } from '../ports.js';
import { type Change, keyOf } from './change.js';
import type { Effect, Hands, Look } from './effect.js';
import { effectOf } from './effects/index.js';
import type { Run } from './run.js';

export interface Applied {
  readonly key: string;
  readonly did: 'written' | 'there' | 'skipped';
  readonly why?: string;
  /** Of a comment that was skipped: the digest of what stands there instead; null when nothing does. */
  readonly standing?: string | null;
  readonly made?: unknown;
}

/** GitHub's lists may lag so long behind; only after it can "not there" be believed of something whose reply was lost. */
const STALE_FOR = 35_000;
const TRIES = 4;

/** Applies changes in order; each is done once in the life of the run. */
export async function apply(
  changes: readonly Change[],
  tools: { run: Run; hands: Hands; clock: Clock },
): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  for (const change of changes) applied.push(await applyOne(change, tools));
  return applied;
}

async function applyOne(
  change: Change,
  { run, hands, clock }: { run: Run; hands: Hands; clock: Clock },
): Promise<Applied> {
  const key = keyOf(change);
  const known = run.effect(key).applied;
  if (known) return known.value as Applied;
  const effect = effectOf(change, hands);
  const begun = () => run.effect(key).begun;
  // Whoever stopped before may have done this, and not have written it down: lists tell it from then on.
  if (run.unsureSince !== undefined) await clock.sleep(Math.min(STALE_FOR, run.unsureSince + STALE_FOR - clock.now()));
  const isSure = () => run.unsureSince === undefined && clock.now() < run.sureUntil;
  const result = await attempt(effect, { clock, begun, isSure, intend: () => run.intend(key, change) });
  if (begun() > result.accounted) await settle(effect, clock);
  const applied: Applied = { key, ...result.applied };
  try {
    await run.confirm(key, applied, result.accounted === Number.POSITIVE_INFINITY);
  } catch (error) {
    // Taken over while it was being done. Nobody else knows of ours, so what was doubled is taken back here.
    if (error instanceof Conflict && applied.did === 'written') await settle(effect, clock);
    throw error;
  }
  return applied;
}

/** `accounted`: how many attempts are known to have come out as this one object; fewer than were begun is doubt. */
interface Attempted {
  readonly applied: Omit<Applied, 'key'>;
  readonly accounted: number;
}

async function attempt(
  effect: Effect,
  {
    clock,
    begun,
    isSure,
    intend,
  }: { clock: Clock; begun: () => number; isSure: () => boolean; intend: () => Promise<void> },
): Promise<Attempted> {
  for (let tried = 1; ; tried += 1) {
    const isNew = begun() === 0 && isSure();
    const look = (isNew && effect.unmade) || (await lookWell(effect, { clock, doubtful: begun() > 0 }));
    if (look.is === 'there')
      return { applied: { did: 'there', made: look.applied }, accounted: look.count === 1 ? 1 : -1 };
    if (look.is === 'skipped') {
      const { why, standing } = look;
      return { applied: { did: 'skipped', why, ...(standing === undefined ? {} : { standing }) }, accounted: 1 };
    }
    // What may be repeated needs no intent: doing it again is the same as doing it once.
    if (!look.repeatable) await intend();
    try {
      const applied = { did: 'written', made: await look.make() } as const;
      if (look.repeatable) return { applied, accounted: Number.POSITIVE_INFINITY };
      return { applied, accounted: isNew && isSure() ? 1 : await madeBy(effect) };
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      if (tried === TRIES) throw neverAnswered(error);
      await clock.sleep(1000 * 2 ** (tried - 1));
    }
  }
}

/** Two runs may have found the same place empty at once. Who wrote second sees both, or somebody else's first. */
async function madeBy(effect: Effect): Promise<number> {
  if (!effect.settle) return 1;
  const look = await effect.look();
  return look.is === 'skipped' || (look.is === 'there' && look.count > 1) ? -1 : 1;
}

/** What cannot be taken back is begun again only when "not there" can be believed. */
async function lookWell(effect: Effect, { clock, doubtful }: { clock: Clock; doubtful: boolean }): Promise<Look> {
  const look = await effect.look();
  if (look.is !== 'absent' || effect.settle || !doubtful) return look;
  await clock.sleep(STALE_FOR);
  return effect.look();
}

/** Until lists cannot lie any more: look, and take away what came about twice. */
async function settle({ settle }: Effect, clock: Clock): Promise<void> {
  if (!settle) return;
  const until = clock.now() + STALE_FOR;
  for (let wait = 1000; clock.now() < until; wait *= 2) {
    await settle();
    await clock.sleep(Math.min(wait, until - clock.now()));
  }
  await settle();
}

const neverAnswered = (cause: Unanswered): UserError =>
  new UserError(
    {
      expected: 'an answer from GitHub',
      found: `none to ${TRIES} attempts`,
      remedy: 'Try again when it is reachable; what was written is kept.',
      ends: 'infra_error',
    },
    { cause },
  );
