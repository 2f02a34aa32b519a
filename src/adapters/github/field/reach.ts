// Where merged work is now: the branches that count, and which of the merge commits they hold.

import type { CommitFacts, Field, Gap, IssueFacts, Known, PullFacts } from '../../../field.js';
import type { Look } from '../../../ports.js';
import type { Clone } from '../../clone/index.js';
import type { Before } from './before.js';
import { type Counted, type History, readHistory } from './history.js';
import { repoOf } from './relevance.js';
import type { Survey } from './survey.js';

export interface Landed {
  readonly pulls: readonly PullFacts[];
  readonly commits: readonly CommitFacts[];
  readonly missing: Field['missing'];
  readonly gaps: readonly Gap[];
  /** How far back the history is known. */
  readonly since: string;
}

/** Commits of the branches that count, and for each merged pull request which of these branches hold it. */
export async function withHistory(of: {
  survey: Survey;
  ask: Look;
  clone: Clone | null;
  issues: readonly IssueFacts[];
  pulls: readonly PullFacts[];
  before: Before | null;
}): Promise<Landed> {
  const { survey, ask, clone, pulls, before } = of;
  const needed = oldestOf(of.issues.filter(({ closed }) => closed === undefined)) ?? ask.now;
  // What a clone has costs nothing, and says of closed issues, too, what closed them.
  const since = (clone && oldestOf(of.issues)) ?? needed;
  const { counted, missing } = countedOf(survey, ask);
  const kept = keptHistory(of, { counted, since });
  if (kept) return kept;
  const shas = pulls.flatMap(({ merge }) => (merge?.sha ? [merge.sha] : []));
  const history = await readHistory({ asker: survey.asker, clone, home: ask.repo, counted, since, needed, shas });
  const earlier = new Map(before?.field.pulls.map((pull) => [pull.ref, pull.merge?.reaches]));
  return {
    pulls: pulls.map((pull) => placed(pull, { counted, history, earlier: earlier.get(pull.ref) })),
    commits: [...history.commits].sort((a, b) => a.at.localeCompare(b.at) || (a.sha < b.sha ? -1 : 1)),
    missing: [...missing, ...history.missing],
    gaps: history.gaps,
    since,
  };
}

/** What is older than an issue can neither close nor name it. */
const oldestOf = (issues: readonly IssueFacts[]): string | undefined =>
  issues
    .flatMap(({ createdAt }) => createdAt || [])
    .sort()
    .at(0);

function countedOf({ repositories, heads }: Survey, { repo, doneBranches = [] }: Look) {
  const missing: { what: string; why: string }[] = [];
  const defaults = repositories.flatMap(({ nameWithOwner, defaultBranchRef }): Counted[] =>
    defaultBranchRef?.target
      ? [{ repo: nameWithOwner, branch: defaultBranchRef.name, tip: defaultBranchRef.target.oid }]
      : [],
  );
  const done = doneBranches.flatMap((name): Counted[] => {
    const tip = heads.find((head) => head.name === name)?.target?.oid;
    if (tip === undefined)
      missing.push({ what: `the branch ${name}`, why: 'it is one of done-branches, and is not there' });
    return tip === undefined || defaults[0]?.branch === name ? [] : [{ repo, branch: name, tip }];
  });
  return { counted: [...defaults, ...done], missing };
}

/** No branch moved and nothing was merged: then everything is where it was. */
function keptHistory(
  { survey, pulls, before }: { survey: Survey; pulls: readonly PullFacts[]; before: Before | null },
  { counted, since }: { counted: readonly Counted[]; since: string },
): Landed | null {
  if (!before || since < before.trail.since || survey.keptIssues.length === 0) return null;
  const { field, trail } = before;
  const isHome = ({ repo }: Counted) => repo === field.repo;
  if (!counted.every((each) => isHome(each) && trail.tips[each.branch] === each.tip)) return null;
  if (pulls.some((pull) => pull.merge && !field.pulls.some(({ ref, merge }) => ref === pull.ref && merge))) return null;
  const reaches = new Map(field.pulls.map((pull) => [pull.ref, pull.merge?.reaches]));
  return {
    pulls: pulls.map((pull) =>
      pull.merge ? { ...pull, merge: { ...pull.merge, reaches: reaches.get(pull.ref) ?? 'unread' } } : pull,
    ),
    commits: field.commits,
    missing: [],
    gaps: [],
    since: trail.since,
  };
}

function placed(
  pull: PullFacts,
  {
    counted,
    history,
    earlier,
  }: { counted: readonly Counted[]; history: History; earlier: Known<readonly string[]> | undefined },
): PullFacts {
  const { merge } = pull;
  if (!merge || merge.sha === '') return pull;
  const held = counted
    .filter(({ repo }) => repo === repoOf(pull.ref))
    .map((branch) => ({ branch: branch.branch, holds: history.holds(branch, merge) }));
  const reaches = held.filter(({ holds }) => holds === true).map(({ branch }) => branch);
  // One that holds it settles it; without one, every branch must have been read.
  const isUnread = reaches.length === 0 && (held.length === 0 || held.some(({ holds }) => holds === 'unread'));
  return { ...pull, merge: { ...merge, reaches: isUnread ? (earlier ?? 'unread') : reaches } };
}
