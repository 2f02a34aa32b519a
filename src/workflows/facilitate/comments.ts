// Which issues get their one comment, and what it says (decisions A4).
import type { Ref } from '../../board.js';
import type { IssueRecord } from '../../scan-record.js';
import type { Criterion } from '../../text/lang/facilitate/messages.js';
import { adviceOf, looksOf, namesFor } from './advice.js';
import { ready } from './facts.js';
import type { Verdict } from './judge.js';
import { repoOf } from './links.js';
import { isDashboard, isExempt, numberIn, type Scene } from './scene.js';
import { whoMustAct } from './who.js';

/** Does somebody have to act? What could not be judged once may be readable at the next look. */
export function needsSomebody(verdict: Verdict, before: IssueRecord | undefined): boolean {
  const { rule, state, due, attention } = verdict;
  if (rule === 'closed') return false;
  if (state === 'unknown') return (before?.unknownScans ?? 0) >= 1;
  if (due === 'merge') return attention.length > 0;
  return (
    due === 'close' ||
    state === 'blocked' ||
    state === 'review_pending' ||
    rule === 'interrupted' ||
    attention.length > 0
  );
}

/** Is a comment wanted, by what is configured? A closed issue never gets a new one. */
export function isWanted(verdict: Verdict, scene: Scene, before: IssueRecord | undefined): boolean {
  const { comments } = scene.config.facilitate;
  if (comments === 'none' || verdict.rule === 'closed') return false;
  if (comments === 'all' && verdict.state !== 'unknown') return true;
  return needsSomebody(verdict, before);
}

/** May anything be said there? */
export function isOpenToWords(verdict: Verdict, scene: Scene, quiet: ReadonlySet<Ref>): boolean {
  const { issue } = verdict.case;
  const isGone = issue.unread === true || issue.transferredTo !== undefined;
  return (
    !isGone &&
    !issue.locked &&
    !quiet.has(issue.ref) &&
    !isExempt(verdict, scene) &&
    !isDashboard(verdict, scene) &&
    scene.config.facilitate.comments !== 'none'
  );
}

/**
 * Of issues that wait for the same pull request one speaks for all: the one whose comment stands already, else the
 * oldest number. Gives each speaker the others; those others get no comment of their own.
 */
export function speakersOf(
  waiting: readonly Verdict[],
  hasComment: (ref: Ref) => boolean,
): ReadonlyMap<Ref, readonly Ref[]> {
  const groups = new Map<string, Verdict[]>();
  for (const verdict of waiting) {
    const pulls = ready(verdict.case)
      .map(({ ref }) => ref)
      .sort()
      .join(' ');
    const group = groups.get(pulls);
    if (group) group.push(verdict);
    else groups.set(pulls, [verdict]);
  }
  return new Map(
    [...groups.values()].flatMap((group) => {
      const refs = group
        .map(({ issue }) => issue)
        .sort((a, b) => rank(a) - rank(b) || numberIn(a) - numberIn(b) || (a < b ? -1 : 1));
      const [speaker, ...others] = refs;
      return speaker === undefined ? [] : [[speaker, others] as const];
    }),
  );

  function rank(ref: Ref): number {
    return hasComment(ref) ? 0 : 1;
  }
}

/** Issues that wait for somebody's look at a pull request. */
export const waitsForPull = ({ rule }: Verdict): boolean => rule === 'in-review' || rule === 'approved';

/** The words of the comment, for readers of the issue's own repository. */
export function bodyOf(verdict: Verdict, scene: Scene, also: readonly Ref[]): string {
  const reader = repoOf(verdict.issue);
  const shown = namesFor(scene, reader);
  const isOpen = verdict.state !== 'done' || verdict.due !== undefined;
  const { all, direct } = scene.frees(verdict.issue);
  return scene.say.comment({
    state: verdict.state,
    advice: adviceOf(verdict, scene, reader),
    looks: looksOf(verdict, scene, reader),
    frees: isOpen ? { all: [...all].sort(byNumber).map(shown), direct: direct.length } : { all: [], direct: 0 },
    also: also.map(shown),
    who: whoMustAct(verdict, scene),
    criteria: verdict.state === 'in_progress' ? criteriaOf(verdict, shown) : [],
  });
}

const byNumber = (a: Ref, b: Ref): number => numberIn(a) - numberIn(b) || (a < b ? -1 : 1);

/** What is proposed as "done", from what is there: parts, the pull request, boxes nobody has ticked. */
function criteriaOf({ case: of }: Verdict, shown: (ref: Ref) => string): readonly Criterion[] {
  const parts = of.children
    .filter(({ rule }) => !['closed', 'merged', 'landed'].includes(rule))
    .map(({ ref }) => shown(ref));
  const pulls = ready(of).map(({ ref }): Criterion => ({ is: 'pull', ref: shown(ref) }));
  const drafts = of.links.flatMap(({ kind, ref }): Criterion[] => {
    const pull = kind === 'pull' ? of.pulls.get(ref) : undefined;
    return pull?.state === 'open' && pull.draft ? [{ is: 'ready', ref: shown(ref) }] : [];
  });
  const boxes = (of.issue.body.match(/^[ \t]*[-*+] \[ \] (?!#\d)/gm) ?? []).length;
  const work = pulls.length > 0 ? pulls : drafts;
  return [
    ...(parts.length > 0 ? [{ is: 'parts', refs: parts } as const] : []),
    ...(work.length > 0 || parts.length > 0 ? work : [{ is: 'closes', issue: shown(of.issue.ref) } as const]),
    ...(boxes > 0 ? [{ is: 'boxes', open: boxes } as const] : []),
  ];
}
