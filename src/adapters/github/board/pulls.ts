// Reads the details of pull requests: commits and reviews of those that may concern an open issue, checks and mergeability of the open ones.
// read-board.ts uses it for the board's repositories, referenced.ts for others.
import type { BoardSnapshot, Known, PullFacts } from '../../../ports/board-snapshot.js';
import type { Clock } from '../../../ports/index.js';
import type { Asker, Problem, Question } from './ask.js';
import { checkFields } from './fragments.js';
import { byId } from './lists.js';
import { pullOf } from './pull.js';
import { nodesOf, type RawOpenPull, type RawPull, type RawPullWork, refOf } from './raw.js';
import { type IssueSelection, isRelevant, repoOf } from './relevance.js';
import { singleQuestion } from './scan-basics.js';
import type { Survey } from './survey.js';

/** What was read, by the node ids of the pull requests. */
interface PullDetails {
  readonly work: Map<string, RawPullWork>;
  readonly openStates: Map<string, RawOpenPull>;
  readonly baseMerges: Set<string>;
  readonly textsAtMerge: Map<string, string>;
  readonly missing: { what: string; why: string }[];
}

const noDetails = (): PullDetails => ({
  work: new Map(),
  openStates: new Map(),
  baseMerges: new Set(),
  textsAtMerge: new Map(),
  missing: [],
});

/** GitHub computes mergeability after it was asked for; this takes about so many milliseconds. */
const MERGEABILITY_WAIT_MS = 2000;

/** Commits, reviews and review requests of these pull requests. */
function workQuestions(pulls: readonly RawPull[], into: PullDetails): readonly Question[] {
  const refs = new Map(pulls.map((pull) => [pull.id, refOf(pull)]));
  return byId<RawPullWork>({
    ids: pulls.map(({ id }) => id),
    selection: '...PullWork',
    weight: 3,
    take: (node, id) => into.work.set(id, node),
    flawed: (id, why) => into.missing.push({ what: `what ${refs.get(id)} brought`, why }),
    absent: (id, { why }) => into.missing.push({ what: `what ${refs.get(id)} brought`, why }),
  });
}

/** The review decision, checks and mergeability of open pull requests. */
function openPullQuestions(
  pulls: readonly { readonly id: string; readonly ref: string }[],
  into: PullDetails,
): readonly Question[] {
  return pulls.map(({ id, ref }) =>
    singleQuestion<RawOpenPull>({
      field: `node(id: ${JSON.stringify(id)}) { ... on PullRequest { ...OpenPull ${checkFields(id)} } }`,
      weight: 1.5,
      take(openState, problems) {
        if (openState?.id) into.openStates.set(id, withoutFailedFields(openState, problems));
        if (!openState?.id || problems.length > 0)
          into.missing.push({ what: `where ${ref} stands`, why: problems[0]?.message ?? 'GitHub gave nothing' });
      },
    }),
  );
}

/** Marks fields that came with an error as unread: a null would mean that there are no checks, or no review decision. */
function withoutFailedFields(openState: RawOpenPull, problems: readonly Problem[]): RawOpenPull {
  const isFailed = (field: keyof RawOpenPull) => problems.some(({ path }) => path[0] === field);
  return {
    ...openState,
    ...(isFailed('statusCheckRollup') ? { statusCheckRollup: { contexts: null } } : {}),
    ...(isFailed('reviewDecision') ? { reviewDecision: 'unread' } : {}),
  };
}

/** The open pull requests whose mergeability GitHub has not computed yet. */
const pullsWithoutMergeability = ({ openStates: openState }: PullDetails): readonly RawOpenPull[] =>
  [...openState.values()].filter(
    ({ mergeable, mergeStateStatus, pullState }) =>
      pullState === 'OPEN' && (mergeable === 'UNKNOWN' || mergeStateStatus === 'UNKNOWN'),
  );

/** Asks once more for the pull requests without mergeability. If that fails, the first answer stays. */
async function askMergeabilityAgain(asker: Asker, into: PullDetails): Promise<void> {
  const secondAnswer = noDetails();
  const unknown = pullsWithoutMergeability(into).map((openState) => ({ id: openState.id, ref: refOf(openState) }));
  await asker.ask(openPullQuestions(unknown, secondAnswer));
  for (const [id, openState] of secondAnswer.openStates) into.openStates.set(id, openState);
}

/** The first line of git's message for a merge. */
const MERGE_HEADLINE = /^Merge (?:remote-tracking )?(?:branch|commit|pull request)\b/;

/** Determines which commits only merge the base branch. The message alone proves nothing; the commit must have two parents. */
async function readBaseMerges(asker: Asker, pulls: readonly RawPull[], into: PullDetails): Promise<void> {
  const candidates = pulls.flatMap((pull) => {
    const commits = nodesOf(into.work.get(pull.id)?.commits);
    return commits === 'unread'
      ? []
      : commits.flatMap(({ commit }) => (mergesBase(commit.message, pull.baseRefName) ? [commit] : []));
  });
  const oids = new Map(candidates.map(({ id, oid }) => [id, oid]));
  await asker.ask(
    byId<{ parents: { totalCount: number } | null }>({
      ids: [...oids.keys()],
      selection: '... on Commit { parents(first: 2) { totalCount } }',
      take: ({ parents }, id) => void ((parents?.totalCount ?? 0) > 1 && into.baseMerges.add(oids.get(id) ?? '')),
      // An unknown commit counts as work, so an earlier approval does not cover it.
      absent: () => undefined,
    }),
  );
}

/** Whether a commit message says that it merges the base branch. */
function mergesBase(message: string, base: string): boolean {
  const [headline = ''] = message.split('\n');
  const [, mergedBranch] = /'(?:origin\/|upstream\/)?([^']+)'/.exec(headline) ?? [];
  return MERGE_HEADLINE.test(headline) && mergedBranch === base;
}

interface RawEdits {
  readonly userContentEdits: {
    readonly nodes: readonly ({ editedAt: string; diff: string | null } | null)[] | null;
  } | null;
}

/** The bodies of merged pull requests at the time of the merge, if they were edited later, so that later claims do not count. */
function textQuestions(pulls: readonly RawPull[], into: PullDetails): readonly Question[] {
  const edited = pulls.filter(({ mergedAt, lastEditedAt }) => mergedAt !== null && (lastEditedAt ?? '') > mergedAt);
  const edits = new Map(edited.map((pull) => [pull.id, pull]));
  const unknown = (pull: RawPull | undefined, why: string): void => {
    if (!pull) return;
    into.textsAtMerge.set(pull.id, '');
    into.missing.push({ what: `the text of ${refOf(pull)} as it stood at the merge`, why });
  };
  return byId<RawEdits>({
    ids: edited.map(({ id }) => id),
    selection: '... on PullRequest { userContentEdits(first: 50) { nodes { editedAt diff } } }',
    take({ userContentEdits }, id) {
      const pull = edits.get(id);
      const editBefore = (userContentEdits?.nodes ?? [])
        .flatMap((each) => each ?? [])
        .filter(({ editedAt }) => editedAt <= (pull?.mergedAt ?? ''))
        .sort((a, b) => a.editedAt.localeCompare(b.editedAt))
        .at(-1);
      if (typeof editBefore?.diff === 'string') into.textsAtMerge.set(id, editBefore.diff);
      else unknown(pull, 'GitHub does not keep it');
    },
    absent: (id, { why }) => unknown(edits.get(id), why),
  });
}

/** The facts of all pull requests. */
function pullFacts(
  pulls: readonly RawPull[],
  { work, openStates: openState, baseMerges, textsAtMerge }: PullDetails,
  branchesWith: (pull: RawPull) => Known<readonly string[]>,
): readonly PullFacts[] {
  return pulls.map((pull) =>
    pullOf({
      pull,
      work: work.get(pull.id) ?? null,
      openState: openState.get(pull.id) ?? null,
      baseMerges,
      textAtMerge: textsAtMerge.get(pull.id),
      branches: pull.mergedAt === null ? [] : branchesWith(pull),
    }),
  );
}

/** Repositories with at most this many pull requests have all of them read in detail. */
const READ_ALL_UP_TO = 100;

/** In larger repositories, the details of at most this many closed pull requests are read: the newest that may concern an open issue. */
const MAX_CLOSED_PULLS = 500;

/** Pull requests after the first round of questions. `finish` asks the second round, which shares its requests with other questions. */
interface PullsReading {
  /** Waits a moment if GitHub has not computed some mergeability yet. */
  readonly settled: () => Promise<void>;
  readonly finish: () => Promise<{
    readonly facts: readonly PullFacts[];
    readonly missing: BoardSnapshot['missing'];
  }>;
}

/** Reads the pull requests of the board's repositories. Which branches contain their merges is determined later (history.ts). */
export async function readPulls(input: { survey: Survey; open: IssueSelection; clock: Clock }): Promise<PullsReading> {
  const { survey, open: openIssues, clock } = input;
  const { detailed, omittedCount } = relevantPulls(survey, openIssues);
  const reading = await readWork({ asker: survey.asker, clock, pulls: survey.pulls, detailed });
  const omitted =
    omittedCount > 0 ? [{ what: `what ${omittedCount} older pull requests brought`, why: 'there are too many' }] : [];
  return {
    ...reading,
    async finish() {
      const { facts, missing } = await reading.finish();
      return { facts, missing: [...missing, ...omitted] };
    },
  };
}

/** Reads commits, reviews and checks of these pull requests. */
export async function readWork(input: {
  asker: Asker;
  clock: Clock;
  pulls: readonly RawPull[];
  /** Those of them whose details are read. */
  detailed: readonly RawPull[];
}): Promise<PullsReading> {
  const { asker, clock, pulls, detailed } = input;
  const details = noDetails();
  const openPulls = detailed
    .filter(({ pullState }) => pullState === 'OPEN')
    .map((pull) => ({ id: pull.id, ref: refOf(pull) }));
  await asker.ask([
    ...workQuestions(detailed, details),
    ...openPullQuestions(openPulls, details),
    ...textQuestions(detailed, details),
  ]);
  const isUnsettled = pullsWithoutMergeability(details).length > 0;
  return {
    settled: async () => (isUnsettled ? clock.sleep(MERGEABILITY_WAIT_MS) : undefined),
    async finish() {
      await Promise.all([askMergeabilityAgain(asker, details), readBaseMerges(asker, detailed, details)]);
      return { facts: pullFacts(pulls, details, () => 'unread'), missing: details.missing };
    },
  };
}

function relevantPulls(
  survey: Survey,
  openIssues: IssueSelection,
): { detailed: readonly RawPull[]; omittedCount: number } {
  const { pulls } = survey;
  const facts = new Map(pullFacts(pulls, noDetails(), () => 'unread').map((pull) => [pull.ref, pull]));
  const relevant = pulls.filter((pull) => {
    const fact = facts.get(refOf(pull));
    return (
      pulls.length <= READ_ALL_UP_TO ||
      (fact !== undefined && isRelevant(fact, openIssues, defaultBranchOf(fact, survey)))
    );
  });
  const closedPulls = relevant
    .filter(({ pullState }) => pullState !== 'OPEN')
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const openPulls = relevant.filter(({ pullState }) => pullState === 'OPEN');
  return {
    detailed: [...openPulls, ...closedPulls.slice(0, MAX_CLOSED_PULLS)],
    omittedCount: Math.max(closedPulls.length - MAX_CLOSED_PULLS, 0),
  };
}

const defaultBranchOf = ({ ref }: PullFacts, { repositories }: Survey): string =>
  repositories.find(({ nameWithOwner }) => nameWithOwner === repoOf(ref))?.defaultBranchRef?.name ?? 'main';
