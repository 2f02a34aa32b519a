// Reads pull requests: plain fields of all, commits and reviews of the relevant ones, checks and mergeability of the open ones.
import type { BoardSnapshot, Known, PullFacts } from '../../../ports/board-snapshot.js';
import type { Clock } from '../../../ports/index.js';
import type { Asker, Problem, Question } from './ask.js';
import { checksOf } from './fragments.js';
import { byId } from './lists.js';
import { pullOf } from './pull.js';
import { nodesOf, type RawNow, type RawPull, type RawWork, refOf } from './raw.js';
import { isRelevant, type OpenIssues, repoOf } from './relevance.js';
import { singleQuestion } from './scan-basics.js';
import type { Survey } from './survey.js';

interface PullDetails {
  readonly work: Map<string, RawWork>;
  readonly now: Map<string, RawNow>;
  readonly merges: Set<string>;
  readonly texts: Map<string, string>;
  readonly missing: { what: string; why: string }[];
}

const noDetails = (): PullDetails => ({
  work: new Map(),
  now: new Map(),
  merges: new Set(),
  texts: new Map(),
  missing: [],
});

/** The time GitHub needs to compute mergeability. */
const MERGEABILITY_WAIT_MS = 2000;

/** Commits, reviews and review requests of these pull requests. */
function workParts(pulls: readonly RawPull[], into: PullDetails): readonly Question[] {
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

/** Reviews, checks and mergeability of open ones. The query contains each pull request's id. */
function nowParts(
  pulls: readonly { readonly id: string; readonly ref: string }[],
  into: PullDetails,
): readonly Question[] {
  return pulls.map(({ id, ref }) =>
    singleQuestion<RawNow>({
      field: `node(id: ${JSON.stringify(id)}) { ... on PullRequest { ...Now ${checksOf(id)} } }`,
      weight: 1.5,
      take(now, problems) {
        if (now?.id) into.now.set(id, withoutFailedFields(now, problems));
        if (!now?.id || problems.length > 0)
          into.missing.push({ what: `where ${ref} stands`, why: problems[0]?.message ?? 'GitHub gave nothing' });
      },
    }),
  );
}

/** A null beside an error must not be read as "there is none". */
function withoutFailedFields(now: RawNow, problems: readonly Problem[]): RawNow {
  const broke = (field: keyof RawNow) => problems.some(({ path }) => path[0] === field);
  return {
    ...now,
    ...(broke('statusCheckRollup') ? { statusCheckRollup: { contexts: null } } : {}),
    ...(broke('reviewDecision') ? { reviewDecision: 'unread' } : {}),
  };
}

/** Open ones whose mergeability GitHub has not computed yet. */
const pullsWithoutMergeability = ({ now }: PullDetails): readonly RawNow[] =>
  [...now.values()].filter(
    ({ mergeable, mergeStateStatus, pullState }) =>
      pullState === 'OPEN' && (mergeable === 'UNKNOWN' || mergeStateStatus === 'UNKNOWN'),
  );

/** Asks once more for those. If it fails, the first answer stays. */
async function askMergeabilityAgain(asker: Asker, into: PullDetails): Promise<void> {
  const again = noDetails();
  const unknown = pullsWithoutMergeability(into).map((now) => ({ id: now.id, ref: refOf(now) }));
  await asker.ask(nowParts(unknown, again));
  for (const [id, now] of again.now) into.now.set(id, now);
}

const MERGE = /^Merge (?:remote-tracking )?(?:branch|commit|pull request)\b/;

/** Determines which commits only merge the base branch. The message alone proves nothing; the commit must have two parents. */
async function readMerges(asker: Asker, pulls: readonly RawPull[], into: PullDetails): Promise<void> {
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
      // An unknown commit counts as work, so an earlier approval does not cover it.
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

/** The bodies of merged pull requests at the time of the merge, if they were edited later, so that later claims do not count. */
function textParts(pulls: readonly RawPull[], into: PullDetails): readonly Question[] {
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

/** The facts of all pull requests. */
function pullFacts(
  pulls: readonly RawPull[],
  { work, now, merges, texts }: PullDetails,
  branchesWith: (pull: RawPull) => Known<readonly string[]>,
): readonly PullFacts[] {
  return pulls.map((pull) =>
    pullOf({
      pull,
      work: work.get(pull.id) ?? null,
      now: now.get(pull.id) ?? null,
      merges,
      textAtMerge: texts.get(pull.id),
      branches: pull.mergedAt === null ? [] : branchesWith(pull),
    }),
  );
}

/** Repositories with at most this many pull requests have all of them read in detail. */
const READ_ALL_UP_TO = 100;

/** In larger ones, at most this many closed ones that may concern an open issue, newest first. */
const MAX_CLOSED_PULLS = 500;

/** The result of the first round. The second round shares its requests with other questions. */
interface PullsBegun {
  /** Waits until GitHub has computed mergeability, if it had not. */
  readonly settled: () => Promise<void>;
  readonly finish: () => Promise<{
    readonly facts: readonly PullFacts[];
    readonly missing: BoardSnapshot['missing'];
  }>;
}

/** Reads the pull requests of the board's repositories. Where merges landed is determined later. */
export async function readPulls(input: { survey: Survey; open: OpenIssues; clock: Clock }): Promise<PullsBegun> {
  const { survey, open, clock } = input;
  const { wanted, left } = relevantPulls(survey, open);
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

/** Reads commits, reviews and checks of these pull requests. */
export async function readWork(input: {
  asker: Asker;
  clock: Clock;
  pulls: readonly RawPull[];
  wanted: readonly RawPull[];
}): Promise<PullsBegun> {
  const { asker, clock, pulls, wanted } = input;
  const details = noDetails();
  const existing = wanted
    .filter(({ pullState }) => pullState === 'OPEN')
    .map((pull) => ({ id: pull.id, ref: refOf(pull) }));
  await asker.ask([...workParts(wanted, details), ...nowParts(existing, details), ...textParts(wanted, details)]);
  const isUnsettled = pullsWithoutMergeability(details).length > 0;
  return {
    settled: async () => (isUnsettled ? clock.sleep(MERGEABILITY_WAIT_MS) : undefined),
    async finish() {
      await Promise.all([askMergeabilityAgain(asker, details), readMerges(asker, wanted, details)]);
      return { facts: pullFacts(pulls, details, () => 'unread'), missing: details.missing };
    },
  };
}

function relevantPulls(survey: Survey, open: OpenIssues): { wanted: readonly RawPull[]; left: number } {
  const { pulls } = survey;
  const facts = new Map(pullFacts(pulls, noDetails(), () => 'unread').map((pull) => [pull.ref, pull]));
  const relevant = pulls.filter((pull) => {
    const fact = facts.get(refOf(pull));
    return pulls.length <= READ_ALL_UP_TO || (fact !== undefined && isRelevant(fact, open, defaultOf(fact, survey)));
  });
  const over = relevant
    .filter(({ pullState }) => pullState !== 'OPEN')
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const existing = relevant.filter(({ pullState }) => pullState === 'OPEN');
  return {
    wanted: [...existing, ...over.slice(0, MAX_CLOSED_PULLS)],
    left: Math.max(over.length - MAX_CLOSED_PULLS, 0),
  };
}

const defaultOf = ({ ref }: PullFacts, { repositories }: Survey): string =>
  repositories.find(({ nameWithOwner }) => nameWithOwner === repoOf(ref))?.defaultBranchRef?.name ?? 'main';
