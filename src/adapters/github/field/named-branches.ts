// Which branches belong to an issue by their name or by GitHub's word, and what stands on them.
import type { BranchFacts, Field } from '../../../field.js';
import type { Clone } from '../../clone/index.js';
import type { Before } from './before.js';
import { readBranches } from './branches.js';
import { isNamedBranch, type OpenIssues } from './relevance.js';
import type { Survey } from './survey.js';

/** Branches of closed issues are looked at where a clone has them, and of these no more than so many. */
const MOST = 100;

export interface BranchesAsked {
  readonly survey: Survey;
  readonly clone: Clone | null;
  readonly open: OpenIssues;
  /** Open and closed. */
  readonly any: OpenIssues;
  readonly before: Before | null;
}

/** The branches of issues; those that did not move, and whose base did not, are as they were. */
export async function branchesOf(
  of: BranchesAsked,
): Promise<{ readonly facts: readonly BranchFacts[]; readonly missing: Field['missing'] }> {
  const { survey, clone, before } = of;
  const [home] = survey.repositories;
  const base = { name: home?.defaultBranchRef?.name ?? 'main', tip: home?.defaultBranchRef?.target?.oid ?? '' };
  const wanted = await wantedOf(of, { repo: home?.nameWithOwner ?? '', base: base.name });
  const tips = before?.trail.tips ?? {};
  const kept = wanted.flatMap(({ repo, name, tip }) => {
    const known = before?.field.branches.find((each) => each.name === name && each.repo === repo);
    const isSame = tips[base.name] === base.tip && tips[name] === tip;
    return known && known.ahead !== 'unread' && isSame ? [known] : [];
  });
  const rest = wanted.filter(({ name }) => !kept.some((each) => each.name === name));
  const read = await readBranches({ asker: survey.asker, clone, branches: rest, base });
  const facts = [...kept, ...read.facts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { facts, missing: [...read.missing, ...elsewhere(survey)] };
}

/** Of the board's other repositories pull requests are read, and not what lies on branches alone. */
const elsewhere = ({ repositories }: Survey): Field['missing'] =>
  repositories.slice(1).map(({ nameWithOwner }) => ({
    what: `the branches of ${nameWithOwner}`,
    why: "only those of the board's own repository are read; work there counts once it has a pull request",
    bound: true,
  }));

async function wantedOf({ survey, clone, open, any }: BranchesAsked, at: { repo: string; base: string }) {
  const all = survey.heads.flatMap(({ name, target }) =>
    target && name !== at.base ? [{ repo: at.repo, name, tip: target.oid }] : [],
  );
  const wanted = all.filter(({ name }) => isNamedBranch(name, at.repo, open));
  const others = all.filter((branch) => !wanted.includes(branch) && isNamedBranch(branch.name, at.repo, any));
  const near = clone ? await clone.has(others.map(({ tip }) => tip)) : new Set<string>();
  return [...wanted, ...others.filter(({ tip }) => near.has(tip)).slice(0, MOST)];
}
