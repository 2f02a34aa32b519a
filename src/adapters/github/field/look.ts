// The story of a look: survey, then what the survey leaves open, in the order in which one needs the other.
import type { Field, IssueFacts, Ref } from '../../../field.js';
import type { Look, Looked } from '../../../ports.js';
import { type Clone, openClone } from '../../clone/index.js';
import { readWorkLogs } from '../../logs/index.js';
import { type Before, earlier, trailFrom } from './before.js';
import { surveyAll } from './cold.js';
import { readIssues } from './details.js';
import { factsOf } from './ground.js';
import { branchesOf } from './named-branches.js';
import type { FieldOptions } from './options.js';
import { namedBy, readOutside } from './outside.js';
import { readPermissions } from './permissions.js';
import { withHistory } from './reach.js';
import { type OpenIssues, repoOf } from './relevance.js';
import { gapsOfRuns, readRuns } from './runs.js';
import type { Survey } from './survey.js';
import { surveyChanged } from './warm.js';
import { readPulls } from './work.js';

/** Looks at the whole field. */
export async function look(ask: Look, options: FieldOptions): Promise<Looked> {
  const before = earlier(ask);
  const survey = await surveyOf(ask, options, before);
  const { clone, why: noClone } = await cloneOf(ask.clone);
  const issues = await issuesOf(survey, ask.label);
  const outside = await outsideOf(survey, issues.facts, options);
  const open = named(issues.facts.filter(isOpen));
  const worked = await readPulls({ survey, open, clock: options.clock });
  const landed = await withHistory({
    survey,
    ask,
    clone,
    issues: issues.facts,
    pulls: worked.pulls,
    before,
  });
  const branches = await branchesOf({ survey, clone, open, any: named(issues.facts), before });
  const runs = await runsOf({ survey, options, ask, open, before });
  const logs = ask.clone === undefined ? { logs: [], unread: [] } : await readWorkLogs(ask.clone, ask.repo);
  const people = await readPermissions({
    people: options.people,
    home: ask.repo,
    collaborators: survey.collaborators,
    elsewhere: survey.collaboratorsElsewhere,
    pulls: landed.pulls,
  });
  const gaps = [...survey.gaps, ...landed.gaps, ...gapsOfRuns(ask.repo, runs.lost)];
  const field: Field = {
    observedAt: ask.now,
    repo: ask.repo,
    repos: survey.repositories.map(factsOf),
    issues: byRef([...issues.facts, ...outside.issues]),
    pulls: byRef([...landed.pulls, ...outside.pulls]),
    commits: landed.commits,
    branches: branches.facts,
    logs: logs.logs,
    runs: runs.runs,
    mayPush: people.mayPush,
    mayPushElsewhere: people.mayPushElsewhere,
    notIssues: survey.notIssues,
    absent: outside.absent,
    missing: [
      ...survey.missing,
      ...(noClone === null ? [] : [{ what: `the clone in ${ask.clone}`, why: noClone }]),
      ...issues.missing,
      ...outside.missing,
      ...worked.missing,
      ...landed.missing,
      ...branches.missing,
      ...runs.missing,
      ...logs.unread.map((path) => ({ what: path, why: 'the file cannot be read' })),
      ...people.missing,
    ],
    ...(gaps.length > 0 ? { gaps } : {}),
  };
  const on = new Set(issues.facts.map(({ ref }) => ref));
  const isWhole = survey.whole && landed.gaps.length === 0;
  const trail = isWhole
    ? trailFrom({ ask, survey, field, on, since: landed.since, outside, lost: runs.lost })
    : undefined;
  return {
    field: { ...field, trail },
    total: survey.total,
    outside: outside.issues.map(({ ref }) => ref).sort(),
  };
}

async function surveyOf(ask: Look, { home, board }: FieldOptions, before: Before | null): Promise<Survey> {
  const eyes = { home: home.graphql, board: (board ?? home).graphql };
  const changed = before && (await surveyChanged(ask, eyes, before));
  return changed ?? surveyAll(ask, eyes);
}

async function cloneOf(folder: string | undefined): Promise<{ clone: Clone | null; why: string | null }> {
  if (folder === undefined) return { clone: null, why: null };
  const clone = await openClone(folder);
  return 'why' in clone ? { clone: null, why: clone.why } : { clone, why: null };
}

async function issuesOf(survey: Survey, label: string | undefined) {
  const read = await readIssues(survey.asker, survey.entries, survey.abilities);
  // An issue that lost its label since the last look is no longer looked at.
  const isMeant = ({ labels, closed, unread }: IssueFacts) =>
    label === undefined ||
    closed !== undefined ||
    unread ||
    labels.some(({ name }) => name.toLowerCase() === label.toLowerCase());
  return { facts: [...survey.keptIssues, ...read.facts.filter(isMeant)], missing: read.missing };
}

async function outsideOf(survey: Survey, issues: readonly IssueFacts[], { home, host = 'github.com' }: FieldOptions) {
  const { asker, outside: kept, pulls, keptPulls } = survey;
  const known = new Set<Ref>([
    ...[...issues, ...keptPulls, ...kept.issues].map(({ ref }) => ref),
    ...pulls.map(({ number, repository }) => `${repository.nameWithOwner}#${number}`),
    ...kept.absent,
  ]);
  const refs = namedBy([...issues, ...kept.issues], host);
  const read = await readOutside({ asker, client: home, refs, known });
  return {
    issues: [...kept.issues.filter(({ ref }) => !issues.some((issue) => issue.ref === ref)), ...read.issues],
    pulls: read.pulls,
    absent: [...new Set([...kept.absent, ...read.absent])].sort(),
    missing: read.missing,
    raw: read.raw,
    steps: kept.steps,
  };
}

const isOpen = ({ closed }: IssueFacts): boolean => closed === undefined;

function named(issues: readonly IssueFacts[]): OpenIssues {
  const branches = issues.flatMap(({ ref, branches: made }) =>
    made === 'unread' ? [] : made.map((name) => `${repoOf(ref)} ${name}`),
  );
  return { refs: new Set(issues.map(({ ref }) => ref)), branches: new Set(branches) };
}

async function runsOf(of: {
  survey: Survey;
  options: FieldOptions;
  ask: Look;
  open: OpenIssues;
  before: Before | null;
}) {
  const { survey, options, ask, open, before } = of;
  const isSame = ({ name, target }: Survey['runs'][number]) =>
    before?.trail.tips[name] === target?.oid && target !== null;
  const names = new Set(survey.runs.filter(isSame).map(({ name }) => name.split('/').at(-1)));
  const kept = (before?.field.runs ?? []).filter(({ run }) => names.has(run));
  const read = await readRuns({
    asker: survey.asker,
    refs: options.refs,
    repo: ask.repo,
    now: ask.now,
    reader: options.runs,
    runs: survey.runs.filter((ref) => !isSame(ref)),
    // A lease lives from its heartbeat: one that has not moved since the last look is over.
    leases: survey.leases.filter((ref) => !isSame(ref)),
    open: open.refs,
  });
  return {
    runs: [...kept, ...read.runs].sort((a, b) => (a.run < b.run ? -1 : 1)),
    missing: read.missing,
    lost: read.lost,
  };
}

/** Always in the same order, in whichever the pages came. */
function byRef<T extends { readonly ref: Ref }>(facts: readonly T[]): readonly T[] {
  const once = new Map(facts.map((each) => [each.ref, each]));
  const number = (ref: Ref) => Number(ref.slice(ref.lastIndexOf('#') + 1));
  return [...once.values()].sort((a, b) => repoOf(a.ref).localeCompare(repoOf(b.ref)) || number(a.ref) - number(b.ref));
}
