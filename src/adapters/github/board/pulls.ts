// Pull requests: the plain fields of all, the work of those that may matter, the present of the open ones.
import type { BoardSnapshot, Known, PullFacts } from '../../../board.js';
import type { Clock } from '../../../ports.js';
import type { Asker, Part, Problem } from './ask.js';
import { checksOf } from './fragments.js';
import { single } from './ground.js';
import { byId } from './parts.js';
import { pullOf } from './pull.js';
import { nodesOf, type RawNow, type RawPull, type RawWork, refOf } from './raw.js';
import { isRelevant, type OpenIssues, repoOf } from './relevance.js';
import type { Survey } from './survey.js';

interface PullSight {
  readonly work: Map<string, RawWork>;
  readonly now: Map<string, RawNow>;
  readonly merges: Set<string>;
  readonly texts: Map<string, string>;
  readonly missing: { what: string; why: string }[];
}

const noSight = (): PullSight => ({
  work: new Map(),
  now: new Map(),
  merges: new Set(),
  texts: new Map(),
  missing: [],
});

/** So long GitHub is given to find out whether something can be merged. */
const AFTER = 2000;

/** Commits, reviews and requests of these. */
function workParts(pulls: readonly RawPull[], into: PullSight): readonly Part[] {
  const refs = new Map(pulls.map((pull) => [pull.id, refOf(pull)]));
  return byId<RawWork>({
    ids: pulls.map(({ id }) => id),
    selection: '...Work',
    weight: 3,
    take: (node, id) => into.work.set(id, node),
    flawed: (id, why) => into.missing.push({ what: `what ${refs.get(id)} brought`, why }),
    gone: (id, { why }) => into.missing.push({ what: `what ${refs.get(id)} brought`, why }),
  });
}

/** Where open ones stand now: reviews, checks, and whether they can be merged. Each names itself in the question. */
function nowParts(pulls: readonly { readonly id: string; readonly ref: string }[], into: PullSight): readonly Part[] {
  return pulls.map(({ id, ref }) =>
    single<RawNow>({
      field: `node(id: ${JSON.stringify(id)}) { ... on PullRequest { ...Now ${checksOf(id)} } }`,
      weight: 1.5,
      take(now, problems) {
        if (now?.id) into.now.set(id, withoutWhatBroke(now, problems));
        if (!now?.id || problems.length > 0)
          into.missing.push({ what: `where ${ref} stands`, why: problems[0]?.message ?? 'GitHub gave nothing' });
      },
    }),
  );
}

/** A null that came with an error is no "there is none". */
function withoutWhatBroke(now: RawNow, problems: readonly Problem[]): RawNow {
  const broke = (field: keyof RawNow) => problems.some(({ path }) => path[0] === field);
  return {
    ...now,
    ...(broke('statusCheckRollup') ? { statusCheckRollup: { contexts: null } } : {}),
    ...(broke('reviewDecision') ? { reviewDecision: 'unread' } : {}),
  };
}

/** Open ones of which GitHub did not know yet whether they can be merged. */
const unsettledIn = ({ now }: PullSight): readonly RawNow[] =>
  [...now.values()].filter(
    ({ mergeable, mergeStateStatus, pullState }) =>
      pullState === 'OPEN' && (mergeable === 'UNKNOWN' || mergeStateStatus === 'UNKNOWN'),
  );

/** Asks once more about those. What does not come leaves the first answer standing. */
async function askOnceMore(asker: Asker, into: PullSight): Promise<void> {
  const again = noSight();
  const unknown = unsettledIn(into).map((now) => ({ id: now.id, ref: refOf(now) }));
  await asker.ask(nowParts(unknown, again));
  for (const [id, now] of again.now) into.now.set(id, now);
}

const MERGE = /^Merge (?:remote-tracking )?(?:branch|commit|pull request)\b/;

/**
 * Which commits only merge the base in. The words alone prove nothing, anybody can write them over work of their own: a
 * commit counts as a merge when git says so too.
 */
async function readMerges(asker: Asker, pulls: readonly RawPull[], into: PullSight): Promise<void> {
  const candidates = pulls.flatMap((pull) => {
    const commits = nodesOf(into.work.get(pull.id)?.commits);
    return commits === 'unread'
      ? []
      : commits.flatMap(({ commit }) => (bringsBase(commit.message, pull.baseRefName) ? [commit] : []));
  });
  const oids = new Map(candidates.map(({ id, oid }) => [id, oid]));
  await asker.ask(
    byId<{ parents: { totalCount: number } | null }>({
      ids: [...oids.keys()],
      selection: '... on Commit { parents(first: 2) { totalCount } }',
      take: ({ parents }, id) => void ((parents?.totalCount ?? 0) > 1 && into.merges.add(oids.get(id) ?? '')),
      // Not known to be a merge, it counts as work: then an approval of what came before does not cover it.
      gone: () => undefined,
    }),
  );
}

function bringsBase(message: string, base: string): boolean {
  const [headline = ''] = message.split('\n');
  const [, brought] = /'(?:origin\/|upstream\/)?([^']+)'/.exec(headline) ?? [];
  return MERGE.test(headline) && brought === base;
}

interface RawEdits {
  readonly userContentEdits: {
    readonly nodes: readonly ({ editedAt: string; diff: string | null } | null)[] | null;
  } | null;
}

/** The texts of merged ones as they stood at the merge, where somebody edited them since: what was claimed later claims nothing. */
function textParts(pulls: readonly RawPull[], into: PullSight): readonly Part[] {
  const edited = pulls.filter(({ mergedAt, lastEditedAt }) => mergedAt !== null && (lastEditedAt ?? '') > mergedAt);
  const edits = new Map(edited.map((pull) => [pull.id, pull]));
  const unknown = (pull: RawPull | undefined, why: string): void => {
    if (!pull) return;
    into.texts.set(pull.id, '');
    into.missing.push({ what: `the text of ${refOf(pull)} as it stood at the merge`, why });
  };
  return byId<RawEdits>({
    ids: edited.map(({ id }) => id),
    selection: '... on PullRequest { userContentEdits(first: 50) { nodes { editedAt diff } } }',
    take({ userContentEdits }, id) {
      const pull = edits.get(id);
      const then = (userContentEdits?.nodes ?? [])
        .flatMap((each) => each ?? [])
        .filter(({ editedAt }) => editedAt <= (pull?.mergedAt ?? ''))
        .sort((a, b) => a.editedAt.localeCompare(b.editedAt))
        .at(-1);
      if (typeof then?.diff === 'string') into.texts.set(id, then.diff);
      else unknown(pull, 'GitHub does not keep it');
    },
    gone: (id, { why }) => unknown(edits.get(id), why),
  });
}

/** The facts of all of them. */
function pullFacts(
  pulls: readonly RawPull[],
  { work, now, merges, texts }: PullSight,
  reaches: (pull: RawPull) => Known<readonly string[]>,
): readonly PullFacts[] {
  return pulls.map((pull) =>
    pullOf({
      pull,
      work: work.get(pull.id) ?? null,
      now: now.get(pull.id) ?? null,
      merges,
      textAtMerge: texts.get(pull.id),
      reaches: pull.mergedAt === null ? [] : reaches(pull),
    }),
  );
}

/** A repository with at most so many pull requests has them all read in detail. */
const FEW = 100;

/** Of a larger one, at most so many closed or merged ones that may concern an open issue, the latest first. */
const MOST = 500;

/** What was read of pull requests in a first round; the second round shares its requests with whatever is asked then. */
interface Begun {
  /** GitHub works out whether a pull request can be merged when it is asked; where it has not yet, this waits for it. */
  readonly settled: () => Promise<void>;
  readonly finish: () => Promise<{
    readonly facts: readonly PullFacts[];
    readonly missing: BoardSnapshot['missing'];
  }>;
}

/** Reads the pull requests of the board's repositories. Where a merge landed is found out later. */
export async function readPulls(of: { survey: Survey; open: OpenIssues; clock: Clock }): Promise<Begun> {
  const { survey, open, clock } = of;
  const { wanted, left } = chosen(survey, open);
  const begun = await readWork({ asker: survey.asker, clock, pulls: survey.pulls, wanted });
  const cut = left > 0 ? [{ what: `what ${left} older pull requests brought`, why: 'there are too many' }] : [];
  return {
    ...begun,
    async finish() {
      const { facts, missing } = await begun.finish();
      return { facts, missing: [...missing, ...cut] };
    },
  };
}

/** Commits, reviews and checks of these pull requests. */
export async function readWork(of: {
  asker: Asker;
  clock: Clock;
  pulls: readonly RawPull[];
  wanted: readonly RawPull[];
}): Promise<Begun> {
  const { asker, clock, pulls, wanted } = of;
  const sight = noSight();
  const existing = wanted
    .filter(({ pullState }) => pullState === 'OPEN')
    .map((pull) => ({ id: pull.id, ref: refOf(pull) }));
  await asker.ask([...workParts(wanted, sight), ...nowParts(existing, sight), ...textParts(wanted, sight)]);
  const isUnsettled = unsettledIn(sight).length > 0;
  return {
    settled: async () => (isUnsettled ? clock.sleep(AFTER) : undefined),
    async finish() {
      await Promise.all([askOnceMore(asker, sight), readMerges(asker, wanted, sight)]);
      return { facts: pullFacts(pulls, sight, () => 'unread'), missing: sight.missing };
    },
  };
}

function chosen(survey: Survey, open: OpenIssues): { wanted: readonly RawPull[]; left: number } {
  const { pulls } = survey;
  const facts = new Map(pullFacts(pulls, noSight(), () => 'unread').map((pull) => [pull.ref, pull]));
  const relevant = pulls.filter((pull) => {
    const fact = facts.get(refOf(pull));
    return pulls.length <= FEW || (fact !== undefined && isRelevant(fact, open, defaultOf(fact, survey)));
  });
  const over = relevant
    .filter(({ pullState }) => pullState !== 'OPEN')
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const existing = relevant.filter(({ pullState }) => pullState === 'OPEN');
  return { wanted: [...existing, ...over.slice(0, MOST)], left: Math.max(over.length - MOST, 0) };
}

const defaultOf = ({ ref }: PullFacts, { repositories }: Survey): string =>
  repositories.find(({ nameWithOwner }) => nameWithOwner === repoOf(ref))?.defaultBranchRef?.name ?? 'main';
