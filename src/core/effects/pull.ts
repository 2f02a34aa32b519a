import { Conflict } from '../../errors.js';
import type { Pull } from '../../ports.js';
import type { PullChange } from '../change.js';
import type { Effect, Hands, Look } from '../effect.js';
import { bodyDigest, mark, readMarker, wordsOf } from '../marker.js';

const SLOT = 'pull';

/** What came of it, as far as anybody asks. */
const made = ({ number, url, draft }: Pull, notAsked: readonly string[] = []) => ({ number, url, draft, notAsked });

/** The one open pull request of a branch: GitHub lets there be no second one, so opening it may be tried again. */
export function pullEffect(change: PullChange, { github, repo, markerKey, outgoing }: Hands): Effect {
  const { pulls } = github;
  const { branch, base, draft, reviewers, labels } = change;
  const title = outgoing(change.title);
  const body = mark(outgoing(change.body), { slot: SLOT, place: `${repo}:${branch}`, key: markerKey });
  const ask = async (pull: Pull) => made(pull, (await pulls.ask(pull.number, { reviewers, labels })).notAsked);
  const open = async () => {
    const pull = await pulls.open({ branch, base, title, body, draft });
    return pull === 'forbidden' ? { forbidden: true } : ask(pull);
  };
  const look = async (): Promise<Look> => {
    const standing = (await pulls.from(branch)).find(({ state }) => state === 'open');
    if (!standing) return { is: 'absent', repeatable: true, make: open };
    if (standing.body === body || isRewritten(standing)) return there(standing);
    const amend = async () => {
      await pulls.amend(standing.number, { body });
      return ask(standing);
    };
    return { is: 'absent', repeatable: true, make: amend };
  };
  /** It says itself that one is open already. */
  const first = async () => {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const found = await look();
      if (found.is === 'there') return found.applied;
      if (found.is === 'absent') return found.make();
      throw error;
    }
  };
  return { look, unmade: change.isFirst && { is: 'absent', repeatable: true, make: first } };
}

const there = (pull: Pull): Look => ({ is: 'there', count: 1, applied: made(pull) });

/** Somebody else's words stand there now: they stay. */
function isRewritten({ body }: Pull): boolean {
  const marker = readMarker(body);
  return marker?.slot !== SLOT || marker.digest !== bodyDigest(wordsOf(body));
}
