// A verdict as it is reported: with what it rests on, what holds it up, what it holds up, and what is next.

import type { Assessment } from '../../../report.js';
import { adviceOf, namesFor, wordsOf } from './advice.js';
import { confidenceOf } from './freshness.js';
import type { Verdict } from './judge.js';
import type { Scene } from './scene.js';
import { startOf } from './start.js';
import type { State } from './table.js';
import { whyNotOf } from './why-not.js';

/** What an agent must be able to do for an issue of a state; of the others it depends, or nobody is needed. */
export const NEEDED: Readonly<Partial<Record<State, string>>> = {
  review_pending: 'review-action',
  in_progress: 'issue-action',
  incomplete: 'issue-action',
};

/** Every verdict as an assessment. */
export function assess(scene: Scene): readonly Assessment[] {
  return scene.verdicts.map((verdict) => assessmentOf(verdict, scene));
}

/** One of them. */
export function assessmentOf(verdict: Verdict, scene: Scene): Assessment {
  const { issue, state, rule } = verdict;
  const freshness = scene.freshness(issue);
  const needed = NEEDED[state];
  return {
    issue: scene.number(issue),
    title: scene.title(issue, scene.board.repo) ?? scene.say.withheld,
    state,
    rule,
    evidence: evidenceOf(verdict, scene),
    links: verdict.case.links.map(({ kind, ref, strength }) => ({
      kind,
      ref: kind === 'pull' ? scene.shown(ref) : ref,
      strength,
    })),
    blockers: blockersOf(verdict, scene),
    frees: scene.frees(issue).all.map(scene.number),
    freshness,
    confidence: confidenceOf(verdict, freshness),
    whyNot: whyNotOf(verdict, scene),
    recommendation: scene.say.advice(adviceOf(verdict, scene, scene.board.repo)),
    ...(needed === undefined ? {} : { requiredCapability: needed }),
  };
}

/** One line a sign; of what could not be judged, what is missing. */
function evidenceOf(verdict: Verdict, scene: Scene): readonly string[] {
  const { signs, missing, rule, problems } = verdict;
  const shown = namesFor(scene, scene.board.repo);
  const lines = [
    ...signs.map((sign) => scene.say.evidence({ rule, ...wordsOf(sign, shown) })),
    ...missing.map((what) => scene.say.evidence({ rule, what: scene.say.unread(what) })),
    ...problems.map((what) => scene.say.evidence({ rule, what })),
  ];
  // That there is nothing is what it rests on.
  return lines.length > 0 ? lines : [scene.say.evidence({ rule, what: nothingFound(verdict, scene) })];
}

function nothingFound(verdict: Verdict, scene: Scene): string {
  return scene.say.advice({ is: 'untouched', start: startOf(verdict, scene) });
}

function blockersOf(verdict: Verdict, { waits, number, title, board, say }: Scene): Assessment['blockers'] {
  // Words of an issue whose title readers may not see are not for them either.
  const isWithheld = title(verdict.issue, board.repo) === undefined;
  return verdict.blockers.map(({ ref, external, source, open }) => ({
    ...(ref === undefined ? { external: isWithheld ? say.withheld : (external ?? '') } : { issue: number(ref) }),
    source,
    open,
    // What waits for nothing itself is where to begin.
    root: open && (ref === undefined || (waits.get(ref) ?? []).length === 0),
  }));
}
