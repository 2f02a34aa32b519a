// How each kind of change is looked for, and made. Looking comes first, always.
import type { GitHub } from '../ports.js';
import type { Change, CommentChange, DispatchChange, ReactionChange } from './change.js';
import { bodyDigest, isSigned, type Mark, mark, readMarker } from './marker.js';

export type Look =
  /** It stands already, `count` times. More than once is to be settled. */
  | { readonly is: 'there'; readonly count: number; readonly applied: unknown }
  | { readonly is: 'skipped'; readonly why: string }
  /** To be made. What may be repeated without harm says so. */
  | { readonly is: 'absent'; readonly repeatable: boolean; readonly make: () => Promise<unknown> };

export interface Effect {
  look(): Promise<Look>;
  /** Removes what came about twice; the oldest stays. None for what cannot be taken back. */
  settle?: () => Promise<void>;
}

export interface Hands {
  readonly github: GitHub;
  readonly repo: string;
  /** Signs markers, when one is configured. */
  readonly markerKey?: string | undefined;
  /** The last gate before anything leaves: what must never be posted is replaced. */
  readonly outgoing: (text: string) => string;
}

/** The effect that a change has. */
export function effectOf(change: Change, hands: Hands): Effect {
  switch (change.kind) {
    case 'comment':
      return commentEffect(change, hands);
    case 'reaction':
      return reactionEffect(change, hands);
    case 'dispatch':
      return dispatchEffect(change, hands);
  }
}

function commentEffect(change: CommentChange, hands: Hands): Effect {
  const { thread, people } = hands.github;
  const as: Mark = { slot: change.slot, place: `${hands.repo}#${change.issue}`, key: hands.markerKey };
  const own = async () => {
    const me = await people.me();
    const comments = await thread.read(change.issue);
    return comments.flatMap((comment) => {
      const marker = readMarker(comment.body);
      if (marker?.slot !== change.slot) return [];
      const mine = comment.author.id === me.id;
      return mine || (as.key && isSigned(comment.body, { ...as, key: as.key })) ? [{ ...comment, marker, mine }] : [];
    });
  };
  return {
    async look() {
      const [first, ...others] = await own();
      const body = hands.outgoing(change.body);
      const post = async () => ({ url: (await thread.post(change.issue, mark(body, as))).url });
      if (!first) return change.standing === null ? { is: 'absent', repeatable: false, make: post } : gone;
      if (first.marker.digest === bodyDigest(body)) {
        return { is: 'there', count: 1 + others.length, applied: { url: first.url } };
      }
      if (first.marker.digest !== change.standing) return { is: 'skipped', why: 'the comment was changed in between' };
      const edit = async () => ({ url: (await thread.edit(first.id, mark(body, as))).url });
      return { is: 'absent', repeatable: true, make: edit };
    },
    async settle() {
      const [, ...others] = await own();
      for (const { id, mine } of others) if (mine) await thread.remove(id);
    },
  };
}

const gone: Look = { is: 'skipped', why: 'the comment that was to be changed is gone' };

function reactionEffect({ on, reaction }: ReactionChange, { github }: Hands): Effect {
  const make = async () => {
    await github.thread.react(on, reaction);
    return {};
  };
  return { look: async () => ({ is: 'absent', repeatable: true, make }) };
}

function dispatchEffect({ workflow, nonce, inputs }: DispatchChange, { github }: Hands): Effect {
  return {
    async look() {
      const runId = await github.dispatch.find(workflow, nonce);
      if (runId !== null) return { is: 'there', count: 1, applied: { runId } };
      const make = async () => ({ runId: await github.dispatch.start(workflow, { nonce, inputs }) });
      return { is: 'absent', repeatable: false, make };
    },
    // A run that GitHub started cannot be taken back; one that was doubled after all dies at the lease.
  };
}
