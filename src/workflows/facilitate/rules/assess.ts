// The assessments of the report: each verdict with its evidence, its blockers, the issues that it frees, and what comes next.

import type { Assessment } from '../../../ports/report.js';
import { adviceOf, namesFor, wordsOf } from './advice.js';
import { confidenceOf } from './freshness.js';
import type { Verdict } from './judge.js';
import type { Scene } from './scene.js';
import { startOf } from './start.js';
import type { State } from './table.js';
import { whyNotOf } from './why-not.js';

/** The capability that an issue of a state needs. States that are missing here need no agent. */
export const NEEDED: Readonly<Partial<Record<State, string>>> = {
  review_pending: 'review-action',
  in_progress: 'issue-action',
  incomplete: 'issue-action',
};

/** Every verdict as an assessment. */
export function assess(scene: Scene): readonly Assessment[] {
  return scene.verdicts.map((verdict) => assessmentOf(verdict, scene));
}

/** The assessment of one issue. */
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

/** One line for each piece of evidence; for an issue that could not be judged, what is missing. */
function evidenceOf(verdict: Verdict, scene: Scene): readonly string[] {
  const { signs, missing, rule, problems } = verdict;
  const shown = namesFor(scene, scene.board.repo);
  const lines = [
    ...signs.map((sign) => scene.say.evidence({ rule, ...wordsOf(sign, shown) })),
    ...missing.map((what) => scene.say.evidence({ rule, what: scene.say.unread(what) })),
    ...problems.map((what) => scene.say.evidence({ rule, what })),
  ];
  // Without any evidence, the absence of work is the evidence.
  return lines.length > 0 ? lines : [scene.say.evidence({ rule, what: nothingFound(verdict, scene) })];
}

function nothingFound(verdict: Verdict, scene: Scene): string {
  return scene.say.advice({ is: 'untouched', start: startOf(verdict, scene) });
}

function blockersOf(verdict: Verdict, { waits, number, title, board, say }: Scene): Assessment['blockers'] {
  // Readers who may not see the title of an issue may not see words of its description.
  const isWithheld = title(verdict.issue, board.repo) === undefined;
  return verdict.blockers.map(({ ref, external, source, open }) => ({
    ...(ref === undefined ? { external: isWithheld ? say.withheld : (external ?? '') } : { issue: number(ref) }),
    source,
    open,
    // A root waits for nothing itself.
    root: open && (ref === undefined || (waits.get(ref) ?? []).length === 0),
  }));
}
