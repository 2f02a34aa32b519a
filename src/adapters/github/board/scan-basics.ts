// The first request of a scan: the viewer, the repository, the board, and the server's abilities.

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

/** `repository(owner: …, name: …) { … }` */
export function repositoryField(repo: string, selection: string): string {
  const [owner = '', name = ''] = repo.split('/');
  return `repository(owner: ${stringLiteral(owner)}, name: ${stringLiteral(name)}) { ${selection} }`;
}

export const REPOSITORY = 'id nameWithOwner isPrivate isFork createdAt defaultBranchRef { name target { oid } }';

/** A question that cannot be split. */
export function singleQuestion<T>(input: {
  field: string;
  weight?: number;
  take: (value: T | null, problems: readonly Problem[]) => void;
  lost?: (why: string) => void;
}): Question {
  return {
    field: input.field,
    weight: input.weight ?? 1,
    halves: () => [],
    take: (value, problems) => input.take(value as T | null, problems),
    lost: (why) => (input.lost ? input.lost(why) : input.take(null, [{ type: undefined, path: [], message: why }])),
  };
}

interface Found {
  viewer: string;
  repository: RawRepository | null;
  why: string;
  board: string | null;
  boardProblem: string | null;
  /** GitHub said that this owner has no project with this number. */
  hasNoBoard: boolean;
  readonly types: Set<string>;
}

/** Types that older GitHub Enterprise servers lack; queries that name them fail there. */
const NEWER = {
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
  const found: Found = {
    ...{ viewer: '', repository: null, why: '', board: null, boardProblem: null, hasNoBoard: false },
    types: new Set(),
  };
  const cards = scope.project === undefined ? [] : boardParts(scope, scope.project, found);
  const asker = (graphql: Graphql) => createAsker(graphql, { fragments: {}, clock });
  const shared = tokens.home === tokens.board;
  await Promise.all([
    asker(tokens.home).ask([...homeParts(scope, found), ...(shared ? cards : [])]),
    shared ? undefined : asker(tokens.board).ask(cards),
  ]);
  const { viewer, repository, board, boardProblem, types, why } = found;
  if (!repository) throw notVisible(scope.repo, why);
  if (found.hasNoBoard && board === null) throw noBoard(scope);
  const can = (ability: keyof typeof NEWER): boolean => types.has(NEWER[ability]);
  return {
    viewer,
    repository,
    abilities: { dependencies: can('dependencies'), statusMoves: can('statusMoves'), archives: can('archives') },
    board,
    boardProblem: scope.project === undefined || board !== null ? null : (boardProblem ?? 'it cannot be read'),
  };
}

function homeParts({ repo }: Scope, found: Found): readonly Question[] {
  return [
    singleQuestion<{ login: string }>({
      field: 'viewer { login }',
      take(viewer) {
        found.viewer = viewer?.login ?? '';
      },
    }),
    singleQuestion<RawRepository>({
      field: repositoryField(repo, REPOSITORY),
      take(repository, problems) {
        found.repository = repository;
        found.why = problems[0]?.message ?? 'GitHub gave nothing';
      },
    }),
    ...Object.values(NEWER).map((name) =>
      singleQuestion<{ name: string }>({
        field: `__type(name: ${stringLiteral(name)}) { name }`,
        take: (type) => void (type && found.types.add(name)),
      }),
    ),
  ];
}

/** A project belongs to an organization or a user; the login does not tell which, so both are asked. */
function boardParts({ repo, projectOwner }: Scope, number: number, found: Found): readonly Question[] {
  const login = projectOwner ?? repo.split('/')[0] ?? '';
  return ['organization', 'user'].map((kind) =>
    singleQuestion<{ projectV2: { id: string } | null }>({
      field: `${kind}(login: ${stringLiteral(login)}) { projectV2(number: ${number}) { id } }`,
      take(owner, problems) {
        found.board ??= owner?.projectV2?.id ?? null;
        // NOT_FOUND for the other kind of owner says nothing about the project.
        const problem =
          problems.find(({ path }) => path.length > 0) ?? problems.find(({ type }) => type !== 'NOT_FOUND');
        if (problem) found.boardProblem = problem.message;
        if (problem?.type === 'NOT_FOUND' || (owner && owner.projectV2 === null && !problem)) found.hasNoBoard = true;
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

export const factsOf = (repository: RawRepository): RepoFacts => ({
  repo: repository.nameWithOwner,
  id: repository.id,
  defaultBranch: repository.defaultBranchRef?.name ?? 'main',
  private: repository.isPrivate,
  forkedAt: repository.isFork ? repository.createdAt : undefined,
});
