// Reads the issues and pull requests outside the board that its issues mention, depend on, or are closed by. read-board.ts calls it when the
// issues of the board are read.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref, RepoFacts } from '../../../ports/board-snapshot.js';
import type { Clock } from '../../../ports/index.js';
import { type Client, statusOf } from '../client.js';
import { type Asker, stringLiteral } from './ask.js';
import { issueOf } from './issue.js';
import { byId, type Listed, readLists } from './lists.js';
import { collaboratorLists, type RawCollaborator, resultsOf } from './permissions.js';
import { pullOf } from './pull.js';
import { readWork } from './pulls.js';
import { type RawIssue, type RawPull, refOf } from './raw.js';
import { repoOf } from './relevance.js';
import { type RawRepository, REPOSITORY_FIELDS, repoFactsOf, repositoryField, singleQuestion } from './scan-basics.js';

export interface OutsideFacts {
  readonly issues: readonly IssueFacts[];
  readonly pulls: readonly PullFacts[];
  readonly absent: readonly Ref[];
  readonly missing: BoardSnapshot['missing'];
}

/** Maximum number of references followed; more are reported as missing. */
const MAX_REFERENCES = 300;

/** GraphQL answers "not found" for deleted and for transferred issues. REST can tell; so many are looked up there. */
const MAX_TRANSFER_LOOKUPS = 20;

/** A reference in a text: `#7`, `owner/name#7`, or the address of an issue or pull request. */
const REFERENCE =
  /(?<![\w/])(?:([\w.-]+\/[\w.-]+))?#(\d{1,9})(?!\w)|https?:\/\/([^/\s]+)\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d{1,9})/g;

/** All references of these issues: `related` from GitHub's own fields, `mentioned` from their text. */
export function referencesOf(
  issues: readonly IssueFacts[],
  host: string,
): { readonly related: readonly Ref[]; readonly mentioned: readonly Ref[] } {
  const related = issues.flatMap((issue) => [
    ...(issue.blockedBy === 'unread' ? [] : issue.blockedBy.map(({ ref }) => ref)),
    ...(issue.children === 'unread' ? [] : issue.children),
    ...(issue.parent === undefined ? [] : [issue.parent]),
    ...(issue.duplicateOf === undefined ? [] : [issue.duplicateOf]),
    ...(issue.transferredTo === undefined ? [] : [issue.transferredTo]),
  ]);
  const relatedRefs = new Set(related);
  const mentioned = issues.flatMap((issue) => (issue.closed ? [] : referencesInText(issue, host)));
  return { related: [...relatedRefs], mentioned: [...new Set(mentioned)].filter((ref) => !relatedRefs.has(ref)) };
}

function referencesInText({ ref, body }: IssueFacts, host: string): readonly Ref[] {
  const home = ref.slice(0, ref.lastIndexOf('#'));
  return [...body.matchAll(REFERENCE)].flatMap(([, repo, number, addressHost, addressRepo, addressNumber]) => {
    if (addressHost !== undefined) return addressHost === host ? [`${addressRepo}#${Number(addressNumber)}`] : [];
    return [`${repo?.toLowerCase() === home.toLowerCase() || repo === undefined ? home : repo}#${Number(number)}`];
  });
}

interface RawRepositoryNumber {
  readonly isPrivate: boolean;
  readonly issueOrPullRequest: ((RawIssue | RawPull) & { readonly __typename: string }) | null;
}

/** What was read so far. */
interface OutsideSoFar extends OutsideFacts {
  readonly issues: IssueFacts[];
  readonly pulls: PullFacts[];
  readonly absent: Ref[];
  readonly missing: { what: string; why: string }[];
  /** Issues that are referenced in text only. If one is not visible, that is not reported, because anybody can write such a reference. */
  readonly mentioned: ReadonlySet<Ref>;
}

/** Reads the referenced issues and pull requests, and the issues that they were transferred to or duplicate. */
export async function readOutside(input: {
  asker: Asker;
  client: Client;
  refs: ReturnType<typeof referencesOf>;
  known: ReadonlySet<Ref>;
}): Promise<OutsideFacts> {
  const mentioned = new Set(input.refs.mentioned);
  const result: OutsideSoFar = { issues: [], pulls: [], absent: [], missing: [], mentioned };
  const knownRefs = new Set(input.known);
  let wanted = [...input.refs.related, ...mentioned].filter((ref) => !knownRefs.has(ref));
  // Follows transferred and duplicate issues twice, as to the duplicate of a transferred issue.
  for (let hop = 0; hop < 3 && wanted.length > 0; hop += 1) {
    if (wanted.length > MAX_REFERENCES)
      result.missing.push({
        what: `${wanted.length - MAX_REFERENCES} of ${wanted.length} issues outside of the board`,
        why: 'too many',
      });
    const notFound = await lookUp(input.asker, wanted.slice(0, MAX_REFERENCES), result);
    await findTransferred(input.client, notFound, result);
    for (const ref of wanted) knownRefs.add(ref);
    for (const { ref } of result.issues) knownRefs.add(ref);
    wanted = result.issues
      .flatMap(({ transferredTo, duplicateOf }) => [transferredTo ?? [], duplicateOf ?? []].flat())
      .filter((ref) => !knownRefs.has(ref));
  }
  return result;
}

/** Reads these references. Returns those that GitHub does not find: deleted or transferred ones. */
async function lookUp(asker: Asker, refs: readonly Ref[], result: OutsideSoFar): Promise<readonly Ref[]> {
  const notFound: Ref[] = [];
  await asker.ask(
    refs.map((ref) => {
      const [repo = '', number = ''] = ref.split('#');
      return singleQuestion<RawRepositoryNumber>({
        field: repositoryField(repo, `isPrivate issueOrPullRequest(number: ${number}) { __typename ...Issue ...Pull }`),
        take(value, problems) {
          const issueOrPull = value?.issueOrPullRequest;
          if (issueOrPull) addFact(ref, { issueOrPull, isPrivate: value.isPrivate }, result);
          else if (value && problems.every(({ type }) => type === 'NOT_FOUND')) notFound.push(ref);
          // An invisible repository may contain it, so it does not count as absent.
          else if (result.mentioned.has(ref) && problems.every(({ type }) => type === 'NOT_FOUND')) return;
          else result.missing.push({ what: ref, why: problems[0]?.message ?? 'GitHub gave nothing' });
        },
      });
    }),
  );
  return notFound;
}

/** What a reference leads to. */
interface Referenced {
  readonly issueOrPull: NonNullable<RawRepositoryNumber['issueOrPullRequest']>;
  readonly isPrivate: boolean;
}

function addFact(ref: Ref, { issueOrPull, isPrivate }: Referenced, result: OutsideSoFar): void {
  const visibility = isPrivate ? { private: true as const } : {};
  if (isPull(issueOrPull)) {
    const pull = pullOf({ pull: issueOrPull, work: null, openState: null, baseMerges: new Set(), branches: 'unread' });
    result.pulls.push({ ...pull, ...visibility });
    return;
  }
  const issue = {
    ...issueOf({ issue: issueOrPull, details: null, children: null, blockers: null, item: null }),
    ...visibility,
  };
  result.issues.push(issue);
  if (issue.ref !== ref) result.issues.push(movedTo(ref, issue.ref, issue));
}

const isPull = (
  issueOrPull: NonNullable<RawRepositoryNumber['issueOrPullRequest']>,
): issueOrPull is RawPull & { readonly __typename: string } => issueOrPull.__typename === 'PullRequest';

const movedTo = (ref: Ref, target: Ref, issue: IssueFacts): IssueFacts => ({ ...issue, ref, transferredTo: target });

/** Adds the facts of transferred issues; the others are absent. */
async function findTransferred(client: Client, notFound: readonly Ref[], result: OutsideSoFar): Promise<void> {
  for (const [index, ref] of notFound.entries()) {
    const target = index < MAX_TRANSFER_LOOKUPS ? await transferTarget(client, ref) : 'unread';
    if (target === null) result.absent.push(ref);
    else if (target === 'unread') result.missing.push({ what: ref, why: 'GitHub does not say where it went' });
    else result.issues.push(placeholder(ref, target));
  }
}

/** The current reference of a transferred issue (REST redirects to it); null if it was deleted. */
async function transferTarget(client: Client, ref: Ref): Promise<Ref | null | 'unread'> {
  const [name = '', number = ''] = ref.split('#');
  const [owner = '', repo = ''] = name.split('/');
  try {
    const { data } = await client.rest.issues.get({ owner, repo, issue_number: Number(number) });
    const now = `${data.repository_url.split('/repos/')[1] ?? name}#${data.number}`;
    return now === ref ? 'unread' : now;
  } catch (error) {
    return [404, 410].includes(statusOf(error) ?? 0) ? null : 'unread';
  }
}

/** The facts for the old reference of a transferred issue: nothing but where it went. */
function placeholder(ref: Ref, target: Ref): IssueFacts {
  const nobody = { login: 'ghost' };
  return {
    ref,
    title: '',
    body: '',
    author: nobody,
    createdAt: '',
    transferredTo: target,
    locked: false,
    labels: [],
    assignees: [],
    reopenings: [],
    children: [],
    blockedBy: [],
    branches: [],
    events: [],
    comments: [],
  };
}

/** Pull requests outside the board's repositories that close an issue of the board. */
export interface ForeignPulls {
  readonly repos: readonly RepoFacts[];
  readonly pulls: readonly PullFacts[];
  readonly people: ReadonlyMap<string, Listed<RawCollaborator>>;
  readonly missing: BoardSnapshot['missing'];
}

/** The maximum number of such pull requests read in one scan. */
const MAX_FOREIGN = 100;

/** Reads commits, reviews and checks of these pull requests, and whether their default branch contains their merge. */
export async function readForeign(input: {
  asker: Asker;
  clock: Clock;
  closers: readonly { readonly id: string; readonly ref: Ref }[];
}): Promise<ForeignPulls> {
  const { asker, clock } = input;
  const wanted = input.closers.slice(0, MAX_FOREIGN);
  if (wanted.length === 0) return { repos: [], pulls: [], people: new Map(), missing: [] };
  const omittedCount = input.closers.length - wanted.length;
  const missing: { what: string; why: string }[] =
    omittedCount === 0
      ? []
      : [{ what: `${omittedCount} pull requests of other repositories`, why: 'there are too many' }];
  const names = [...new Set(wanted.map(({ ref }) => repoOf(ref)))];
  const rawPulls: RawPull[] = [];
  const repositories = new Map<string, RawRepository>();
  const refs = new Map(wanted.map(({ id, ref }) => [id, ref]));
  const people = collaboratorLists(names);
  await readLists(
    asker,
    [...people.values()],
    [
      ...byId<RawPull>({
        ids: wanted.map(({ id }) => id),
        selection: '...Pull',
        take: (pull) => rawPulls.push(pull),
        absent: (id, { why }) => missing.push({ what: refs.get(id) ?? id, why }),
      }),
      ...names.map((name) =>
        singleQuestion<RawRepository>({
          field: repositoryField(name, REPOSITORY_FIELDS),
          take: (value, problems) =>
            value
              ? void repositories.set(name, value)
              : void missing.push({ what: name, why: problems[0]?.message ?? 'GitHub gave nothing' }),
        }),
      ),
    ],
  );
  const [reading, mergedByRef] = await Promise.all([
    readWork({ asker, clock, pulls: rawPulls, detailed: rawPulls }),
    mergedIntoDefault(asker, rawPulls, repositories),
  ]);
  await reading.settled();
  const work = await reading.finish();
  const pulls = work.facts.map((pull) => {
    const branch = repositories.get(repoOf(pull.ref))?.defaultBranchRef?.name;
    const isMerged = mergedByRef.get(pull.ref);
    if (!pull.merge || isMerged === undefined || branch === undefined) return pull;
    return { ...pull, merge: { ...pull.merge, branches: isMerged ? [branch] : [] } };
  });
  return {
    repos: [...repositories.values()].map((each) => ({ ...repoFactsOf(each), foreign: true as const })),
    pulls,
    people: resultsOf(people),
    missing: [...missing, ...work.missing],
  };
}

/** Returns for each merged pull request whether the default branch contains its merge commit. */
async function mergedIntoDefault(
  asker: Asker,
  pulls: readonly RawPull[],
  repositories: ReadonlyMap<string, RawRepository>,
): Promise<ReadonlyMap<Ref, boolean>> {
  const mergedByRef = new Map<Ref, boolean>();
  await asker.ask(
    pulls.flatMap((pull) => {
      const repo = pull.repository.nameWithOwner;
      const branch = repositories.get(repo)?.defaultBranchRef?.name;
      if (!pull.mergeCommit || branch === undefined) return [];
      const compare = `compare(headRef: ${stringLiteral(pull.mergeCommit.oid)}) { aheadBy }`;
      return singleQuestion<{ ref: { compare: { aheadBy: number } | null } | null }>({
        field: repositoryField(repo, `ref(qualifiedName: ${stringLiteral(`refs/heads/${branch}`)}) { ${compare} }`),
        take(value) {
          const ahead = value?.ref?.compare?.aheadBy;
          if (ahead !== undefined) mergedByRef.set(refOf(pull), ahead === 0);
        },
      });
    }),
  );
  return mergedByRef;
}
