// Reads the branches that may belong to an issue, with the commits that they have beyond the default branch: from a clone if possible, else
// from GitHub. Used by read-board.ts.
import type { BoardSnapshot, BranchFacts } from '../../../ports/board-snapshot.js';
import type { Clone } from '../../clone/index.js';
import { type Asker, stringLiteral } from './ask.js';
import { authorOf, nodesOf, type RawCommit } from './raw.js';
import { type IssueSelection, mayBelongTo } from './relevance.js';
import { repositoryField, singleQuestion } from './scan-basics.js';
import type { Survey } from './survey.js';

interface Branch {
  readonly repo: string;
  readonly name: string;
  readonly tip: string;
}

interface RawComparison {
  readonly ref: {
    readonly compare: {
      readonly aheadBy: number;
      readonly commits: { readonly nodes: readonly (RawCommit | null)[] | null; readonly totalCount: number } | null;
    } | null;
  } | null;
}

/** Maximum commits read per branch; older ones do not show who works on it now. */
const MAX_COMMITS = 100;

/** Reads the commits of branches. A branch that cannot be compared gets 'unread' and is listed in `missing`. */
async function compareBranches(input: {
  asker: Asker;
  clone: Clone | null;
  branches: readonly Branch[];
  base: { readonly name: string; readonly tip: string };
}): Promise<{ readonly facts: readonly BranchFacts[]; readonly missing: BoardSnapshot['missing'] }> {
  const { asker, clone, branches, base } = input;
  const facts = new Map<string, BranchFacts>();
  const missing: { what: string; why: string }[] = [];
  const localCommits = clone
    ? await clone.existingAmong([base.tip, ...branches.map(({ tip }) => tip)])
    : new Set<string>();
  const remoteBranches: Branch[] = [];
  for (const branch of branches) {
    const isLocal = clone && localCommits.has(base.tip) && localCommits.has(branch.tip);
    const ahead = isLocal ? await clone.commitsAhead({ base: base.tip, tip: branch.tip, most: MAX_COMMITS }) : null;
    if (ahead) facts.set(branch.name, { repo: branch.repo, name: branch.name, ahead });
    else remoteBranches.push(branch);
  }
  await asker.ask(
    remoteBranches.map(({ repo, name }) =>
      singleQuestion<RawComparison>({
        field: repositoryField(
          repo,
          `ref(qualifiedName: ${stringLiteral(`refs/heads/${base.name}`)}) { compare(headRef: ${stringLiteral(name)}) {
            aheadBy commits(last: ${MAX_COMMITS}) { totalCount nodes { id oid message committedDate author { name user { login } } } } } }`,
        ),
        weight: 2,
        take(value, problems) {
          const nodes = nodesOf(value?.ref?.compare?.commits);
          facts.set(name, { repo, name, ahead: nodes === 'unread' ? 'unread' : nodes.map(commitOf) });
          if (nodes === 'unread')
            missing.push({ what: `the branch ${name}`, why: problems[0]?.message ?? 'GitHub did not compare it' });
        },
      }),
    ),
  );
  return { facts: branches.flatMap(({ name }) => facts.get(name) ?? []), missing };
}

const commitOf = ({ oid, message, committedDate, author }: RawCommit) => ({
  sha: oid,
  message,
  at: committedDate,
  by: authorOf(author),
});

/** Branches of closed issues are read from a clone only, at most this many. */
const MAX_CLOSED_BRANCHES = 100;

interface BranchesInput {
  readonly survey: Survey;
  readonly clone: Clone | null;
  readonly open: IssueSelection;
  /** All issues, open and closed. */
  readonly all: IssueSelection;
}

/** The branches that belong to issues by name, or that GitHub links to one. */
export async function readBranches(
  input: BranchesInput,
): Promise<{ readonly facts: readonly BranchFacts[]; readonly missing: BoardSnapshot['missing'] }> {
  const { survey, clone } = input;
  const [home] = survey.repositories;
  const base = { name: home?.defaultBranchRef?.name ?? 'main', tip: home?.defaultBranchRef?.target?.oid ?? '' };
  const branches = await relevantBranches(input, { repo: home?.nameWithOwner ?? '', base: base.name });
  const read = await compareBranches({ asker: survey.asker, clone, branches, base });
  const facts = [...read.facts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { facts, missing: [...read.missing, ...missingElsewhere(survey)] };
}

/** Branches of the board's other repositories are not read, only their pull requests. */
const missingElsewhere = ({ repositories }: Survey): BoardSnapshot['missing'] =>
  repositories.slice(1).map(({ nameWithOwner }) => ({
    what: `the branches of ${nameWithOwner}`,
    why: "only branches of the board's own repository are read; work elsewhere counts once it has a pull request",
    isExpected: true,
  }));

async function relevantBranches(
  { survey, clone, open: openIssues, all: allIssues }: BranchesInput,
  home: { repo: string; base: string },
) {
  const heads = survey.heads.flatMap(({ name, target }) =>
    target && name !== home.base ? [{ repo: home.repo, name, tip: target.oid }] : [],
  );
  const openIssueBranches = heads.filter(({ name }) => mayBelongTo(name, home.repo, openIssues));
  const others = heads.filter(
    (branch) => !openIssueBranches.includes(branch) && mayBelongTo(branch.name, home.repo, allIssues),
  );
  const localTips = clone ? await clone.existingAmong(others.map(({ tip }) => tip)) : new Set<string>();
  return [...openIssueBranches, ...others.filter(({ tip }) => localTips.has(tip)).slice(0, MAX_CLOSED_BRANCHES)];
}
