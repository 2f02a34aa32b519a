// The first request of a scan: the viewer, the repository, the board, and which newer parts of the API the server has. Also builds the single
// questions and repository fields that the other readers of this folder use.

import type { RepoFacts } from '../../../ports/board-snapshot.js';
import { UserError } from '../../../ports/errors.js';
import type { Clock } from '../../../ports/index.js';
import { createAsker, type Graphql, type Problem, type Question, stringLiteral } from './ask.js';
import type { Abilities } from './fragments.js';

export interface RawRepository {
  readonly id: string;
  readonly nameWithOwner: string;
  readonly isPrivate: boolean;
  readonly isFork: boolean;
  readonly createdAt: string;
  readonly defaultBranchRef: { readonly name: string; readonly target: { readonly oid: string } | null } | null;
}

/** The result of the first request of a scan. */
export interface ScanBasics {
  readonly viewer: string;
  readonly repository: RawRepository;
  readonly abilities: Abilities;
  /** The board's node id; null if none is configured or it cannot be read. */
  readonly board: string | null;
  readonly boardProblem: string | null;
}

/** The repository and board to scan. */
export interface Scope {
  readonly repo: string;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
}

/** The root field of a repository: `repository(owner: …, name: …) { … }`. */
export function repositoryField(repo: string, selection: string): string {
  const [owner = '', name = ''] = repo.split('/');
  return `repository(owner: ${stringLiteral(owner)}, name: ${stringLiteral(name)}) { ${selection} }`;
}

export const REPOSITORY_FIELDS = 'id nameWithOwner isPrivate isFork createdAt defaultBranchRef { name target { oid } }';

/** A question that cannot be split. Without `fail`, a failure calls `take` with null and the reason. */
export function singleQuestion<T>(input: {
  field: string;
  weight?: number;
  take: (value: T | null, problems: readonly Problem[]) => void;
  fail?: (why: string) => void;
}): Question {
  return {
    field: input.field,
    weight: input.weight ?? 1,
    halves: () => [],
    take: (value, problems) => input.take(value as T | null, problems),
    fail: (why) => (input.fail ? input.fail(why) : input.take(null, [{ type: undefined, path: [], message: why }])),
  };
}

/** What the answers so far contain. */
interface BasicsSoFar {
  viewer: string;
  repository: RawRepository | null;
  /** The reason why the repository is null. */
  why: string;
  board: string | null;
  boardProblem: string | null;
  /** GitHub said that this owner has no project with this number. */
  hasNoBoard: boolean;
  readonly types: Set<string>;
}

/** GraphQL types that older GitHub Enterprise servers lack. A query that names one fails there. */
const NEWER_TYPES = {
  dependencies: 'BlockedByAddedEvent',
  statusMoves: 'ProjectV2ItemStatusChangedEvent',
  archives: 'ProjectV2ItemArchivedState',
} as const;

/** Reads the basics of a scan. Throws if the repository is not visible or the project does not exist. */
export async function readBasics(
  scope: Scope,
  tokens: { home: Graphql; board: Graphql },
  clock: Pick<Clock, 'now'>,
): Promise<ScanBasics> {
  const basics: BasicsSoFar = {
    viewer: '',
    repository: null,
    why: '',
    board: null,
    boardProblem: null,
    hasNoBoard: false,
    types: new Set(),
  };
  const cardQuestions = scope.project === undefined ? [] : boardQuestions(scope, scope.project, basics);
  const asker = (graphql: Graphql) => createAsker(graphql, { fragments: {}, clock });
  const isSameToken = tokens.home === tokens.board;
  await Promise.all([
    asker(tokens.home).ask([...repositoryQuestions(scope, basics), ...(isSameToken ? cardQuestions : [])]),
    isSameToken ? undefined : asker(tokens.board).ask(cardQuestions),
  ]);
  const { viewer, repository, board, boardProblem, types, why } = basics;
  if (!repository) throw notVisible(scope.repo, why);
  if (basics.hasNoBoard && board === null) throw noBoard(scope);
  const hasType = (ability: keyof typeof NEWER_TYPES): boolean => types.has(NEWER_TYPES[ability]);
  return {
    viewer,
    repository,
    abilities: {
      dependencies: hasType('dependencies'),
      statusMoves: hasType('statusMoves'),
      archives: hasType('archives'),
    },
    board,
    boardProblem: scope.project === undefined || board !== null ? null : (boardProblem ?? 'it cannot be read'),
  };
}

function repositoryQuestions({ repo }: Scope, basics: BasicsSoFar): readonly Question[] {
  return [
    singleQuestion<{ login: string }>({
      field: 'viewer { login }',
      take(viewer) {
        basics.viewer = viewer?.login ?? '';
      },
    }),
    singleQuestion<RawRepository>({
      field: repositoryField(repo, REPOSITORY_FIELDS),
      take(repository, problems) {
        basics.repository = repository;
        basics.why = problems[0]?.message ?? 'GitHub gave nothing';
      },
    }),
    ...Object.values(NEWER_TYPES).map((name) =>
      singleQuestion<{ name: string }>({
        field: `__type(name: ${stringLiteral(name)}) { name }`,
        take: (type) => void (type && basics.types.add(name)),
      }),
    ),
  ];
}

/** A project belongs to an organization or a user; the login does not tell which, so both are asked. */
function boardQuestions({ repo, projectOwner }: Scope, number: number, basics: BasicsSoFar): readonly Question[] {
  const login = projectOwner ?? repo.split('/')[0] ?? '';
  return ['organization', 'user'].map((kind) =>
    singleQuestion<{ projectV2: { id: string } | null }>({
      field: `${kind}(login: ${stringLiteral(login)}) { projectV2(number: ${number}) { id } }`,
      take(owner, problems) {
        basics.board ??= owner?.projectV2?.id ?? null;
        // NOT_FOUND for the other kind of owner says nothing about the project.
        const problem =
          problems.find(({ path }) => path.length > 0) ?? problems.find(({ type }) => type !== 'NOT_FOUND');
        if (problem) basics.boardProblem = problem.message;
        if (problem?.type === 'NOT_FOUND' || (owner && owner.projectV2 === null && !problem)) basics.hasNoBoard = true;
      },
    }),
  );
}

const noBoard = ({ repo, project, projectOwner }: Scope): UserError =>
  new UserError({
    expected: `the number of a project of ${projectOwner ?? repo.split('/')[0]}`,
    found: `${project}, and GitHub knows no such project, or hides it from this token`,
    remedy: 'The number stands in the address of the board; project-owner names whose board it is.',
  });

const notVisible = (repo: string, why: string): UserError =>
  new UserError({
    expected: `the repository ${repo} to be visible to this token`,
    found: why || 'no such repository, or no access to it',
    remedy: 'Check the name, and that the token or the App may read it.',
    ends: /Could not resolve|not accessible/i.test(why) ? 'refused' : 'infra_error',
  });

export const repoFactsOf = (repository: RawRepository): RepoFacts => ({
  repo: repository.nameWithOwner,
  id: repository.id,
  defaultBranch: repository.defaultBranchRef?.name ?? 'main',
  private: repository.isPrivate,
  forkedAt: repository.isFork ? repository.createdAt : undefined,
});
