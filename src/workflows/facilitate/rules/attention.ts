// When a person must look, and at what (decisions A2). Only these cases set the label `needs-attention`.
import type { PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Case, openBlockers, ready } from './facts.js';
import type { Row } from './table.js';

export type Attention =
  | { readonly is: 'merge-due'; readonly pull: Ref }
  | { readonly is: 'compete'; readonly pulls: readonly Ref[] }
  | { readonly is: 'children-dropped' }
  | { readonly is: 'external'; readonly what: string }
  /** A blocker was closed as not planned: is this still wanted? */
  | { readonly is: 'blocker-dropped'; readonly blocker: Ref };

/** Why somebody should look at an issue, given the row that decided it. */
export function attentionOf({ rule, state, due }: Pick<Row, 'rule' | 'state' | 'due'>, of: Case): readonly Attention[] {
  return [
    ...(due === 'merge' ? mergeDue(of) : []),
    ...(rule === 'in-review' ? competing(of) : []),
    ...(rule === 'closed' || state === 'done' ? [] : dropped(of)),
    ...(state === 'blocked' ? external(of) : []),
  ];
}

/** A merge that is due, unless auto-merge or a merge queue does it. */
function mergeDue(of: Case): readonly Attention[] {
  return ready(of).flatMap(({ ref, autoMerge, queued }) =>
    autoMerge || queued ? [] : [{ is: 'merge-due', pull: ref }],
  );
}

/** Two or more pull requests that are ready for the same issue. Those based on another one wait for it and do not compete. */
function competing(of: Case): readonly Attention[] {
  const pulls = ready(of).filter((pull) => isOnTop(pull, of) === null);
  return pulls.length > 1 ? [{ is: 'compete', pulls: pulls.map(({ ref }) => ref) }] : [];
}

/** The open pull request that a pull request is based on, if any. */
export function isOnTop(pull: PullFacts, { pulls }: Case): Ref | null {
  const repo = pull.ref.slice(0, pull.ref.lastIndexOf('#'));
  for (const below of pulls.values()) {
    if (below.state === 'open' && below.ref !== pull.ref && below.head.branch === pull.base && below.head.repo === repo)
      return below.ref;
  }
  return null;
}

function dropped({ children, waiting }: Case): readonly Attention[] {
  const allDropped = children.length > 0 && children.every((child) => child.dropped);
  const blockers = waiting.blockers.flatMap((each): Attention[] =>
    each.dropped && each.ref !== undefined ? [{ is: 'blocker-dropped', blocker: each.ref }] : [],
  );
  return [...(allDropped ? [{ is: 'children-dropped' } as const] : []), ...blockers];
}

function external(of: Case): readonly Attention[] {
  return openBlockers(of).flatMap(({ external: what }): Attention[] =>
    what === undefined ? [] : [{ is: 'external', what }],
  );
}
