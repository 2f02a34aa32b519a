// What the pull requests brought and where they stand, of those that may matter.
import type { Field, PullFacts } from '../../../field.js';
import type { Clock } from '../../../ports.js';
import { byId } from './parts.js';
import { withNow } from './pull.js';
import { askOnceMore, noSight, nowParts, pullFacts, readMerges, readTexts, workParts } from './pulls.js';
import { type RawPull, refOf } from './raw.js';
import { isRelevant, type OpenIssues, repoOf } from './relevance.js';
import type { Survey } from './survey.js';

/** A repository with so few has them all read; of a larger one only what may have to do with an open issue. */
const FEW = 200;

/** And of those that are over no more than so many in one look, the latest first. */
const MOST = 500;

/** The facts of all pull requests; where a merge landed is found out later. */
export async function readPulls(of: {
  survey: Survey;
  open: OpenIssues;
  clock: Clock;
}): Promise<{ readonly pulls: readonly PullFacts[]; readonly missing: Field['missing'] }> {
  const { survey, open, clock } = of;
  const { asker } = survey;
  const sight = noSight();
  for (const [id, now] of survey.now) sight.now.set(id, now);
  const fresh = [...survey.pulls, ...(await broughtBack(survey, open))];
  const { wanted, left } = chosen(fresh, survey, open);
  const unasked = fresh.filter(({ id, pullState }) => pullState === 'OPEN' && !sight.now.has(id));
  const standing = unasked.map((pull) => ({ id: pull.id, ref: refOf(pull) }));
  await asker.ask([...workParts(wanted, sight), ...nowParts(standing, sight)]);
  await askOnceMore(asker, clock, sight);
  await readMerges(asker, wanted, sight);
  await readTexts(asker, wanted, sight);
  const known = new Set(fresh.map(refOf));
  const nowByRef = new Map([...sight.now.values()].map((now) => [refOf(now), now]));
  const kept = survey.keptPulls
    .filter(({ ref }) => !known.has(ref))
    .map((pull) => {
      const now = nowByRef.get(pull.ref);
      return now ? withNow(pull, now) : pull;
    });
  const cut = left > 0 ? [{ what: `what ${left} older pull requests brought`, why: 'there are too many' }] : [];
  return { pulls: [...kept, ...pullFacts(fresh, sight, () => 'unread')], missing: [...sight.missing, ...cut] };
}

/** Kept ones that did not matter before, and do now that an issue is open again or new. */
async function broughtBack(survey: Survey, open: OpenIssues): Promise<readonly RawPull[]> {
  const ids = survey.keptPulls.flatMap((pull) => {
    const step = survey.pullSteps[pull.ref];
    const matters = pull.commits === 'unread' && isRelevant(pull, open, defaultOf(pull, survey));
    return matters && step ? [step.id] : [];
  });
  const found: RawPull[] = [];
  await survey.asker.ask(
    byId<RawPull>({ ids, selection: '...Pull', take: (pull) => found.push(pull), gone: () => undefined }),
  );
  return found;
}

function chosen(
  fresh: readonly RawPull[],
  survey: Survey,
  open: OpenIssues,
): { wanted: readonly RawPull[]; left: number } {
  const facts = new Map(pullFacts(fresh, noSight(), () => 'unread').map((pull) => [pull.ref, pull]));
  const few = fresh.length + survey.keptPulls.length <= FEW;
  const relevant = fresh.filter((pull) => {
    const fact = facts.get(refOf(pull));
    return few || (fact !== undefined && isRelevant(fact, open, defaultOf(fact, survey)));
  });
  const over = relevant
    .filter(({ pullState }) => pullState !== 'OPEN')
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const standing = relevant.filter(({ pullState }) => pullState === 'OPEN');
  return { wanted: [...standing, ...over.slice(0, MOST)], left: Math.max(over.length - MOST, 0) };
}

const defaultOf = ({ ref }: PullFacts, { repositories }: Survey): string =>
  repositories.find(({ nameWithOwner }) => nameWithOwner === repoOf(ref))?.defaultBranchRef?.name ?? 'main';
