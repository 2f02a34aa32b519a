// The first request of a scan: the viewer, the repository, the board, and what this token may read.

import type { RepoFacts } from '../../../board.js';
import { UserError } from '../../../errors.js';
import type { Clock } from '../../../ports.js';
import { createAsker, type Graphql, type Part, type Problem, quoted } from './ask.js';
import type { Abilities } from './fragments.js';

export interface RawRepository {
  readonly id: string;
  readonly nameWithOwner: string;
  readonly isPrivate: boolean;
  readonly isFork: boolean;
  readonly createdAt: string;
  readonly defaultBranchRef: { readonly name: string; readonly target: { readonly oid: string } | null } | null;
}

export interface Access {
  readonly viewer: string;
  readonly repository: RawRepository;
  readonly abilities: Abilities;
  /** The board's id; null where none was asked for, or it cannot be read. */
  readonly board: string | null;
  readonly boardTrouble: string | null;
}

export interface Scope {
  readonly repo: string;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
}

/** `repository(owner: …, name: …) { … }` */
export function repositoryField(repo: string, selection: string): string {
  const [owner = '', name = ''] = repo.split('/');
  return `repository(owner: ${quoted(owner)}, name: ${quoted(name)}) { ${selection} }`;
}

export const REPOSITORY = 'id nameWithOwner isPrivate isFork createdAt defaultBranchRef { name target { oid } }';

/** A query that cannot be split. */
export function single<T>(of: {
  field: string;
  weight?: number;
  take: (value: T | null, problems: readonly Problem[]) => void;
  lost?: (why: string) => void;
}): Part {
  return {
    field: of.field,
    weight: of.weight ?? 1,
    halves: () => [],
    take: (value, problems) => of.take(value as T | null, problems),
    lost: (why) => (of.lost ? of.lost(why) : of.take(null, [{ type: undefined, path: [], message: why }])),
  };
}

interface Finding {
  viewer: string;
  repository: RawRepository | null;
  why: string;
  board: string | null;
  boardTrouble: string | null;
  /** GitHub said that this owner has no board of this number. */
  hasNoBoard: boolean;
  readonly types: Set<string>;
}

/** Types that GitHub added later; an older GitHub Enterprise lacks them, and refuses queries that name them. */
const NEWER = {
  dependencies: 'BlockedByAddedEvent',
  moves: 'ProjectV2ItemStatusChangedEvent',
  archives: 'ProjectV2ItemArchivedState',
} as const;

/** Reads the repository and the board. Throws when the repository, or a board of this number, does not exist. */
export async function readAccess(
  scope: Scope,
  eyes: { home: Graphql; board: Graphql },
  clock: Pick<Clock, 'now'>,
): Promise<Access> {
  const found: Finding = {
    ...{ viewer: '', repository: null, why: '', board: null, boardTrouble: null, hasNoBoard: false },
    types: new Set(),
  };
  const cards = scope.project === undefined ? [] : boardParts(scope, scope.project, found);
  const asker = (graphql: Graphql) => createAsker(graphql, { fragments: {}, clock });
  const shared = eyes.home === eyes.board;
  await Promise.all([
    asker(eyes.home).ask([...homeParts(scope, found), ...(shared ? cards : [])]),
    shared ? undefined : asker(eyes.board).ask(cards),
  ]);
  const { viewer, repository, board, boardTrouble, types, why } = found;
  if (!repository) throw unseen(scope.repo, why);
  if (found.hasNoBoard && board === null) throw noBoard(scope);
  const can = (ability: keyof typeof NEWER): boolean => types.has(NEWER[ability]);
  return {
    viewer,
    repository,
    abilities: { dependencies: can('dependencies'), moves: can('moves'), archives: can('archives') },
    board,
    boardTrouble: scope.project === undefined || board !== null ? null : (boardTrouble ?? 'it cannot be read'),
  };
}

function homeParts({ repo }: Scope, found: Finding): readonly Part[] {
  return [
    single<{ login: string }>({
      field: 'viewer { login }',
      take(viewer) {
        found.viewer = viewer?.login ?? '';
      },
    }),
    single<RawRepository>({
      field: repositoryField(repo, REPOSITORY),
      take(repository, problems) {
        found.repository = repository;
        found.why = problems[0]?.message ?? 'GitHub gave nothing';
      },
    }),
    ...Object.values(NEWER).map((name) =>
      single<{ name: string }>({
        field: `__type(name: ${quoted(name)}) { name }`,
        take: (type) => void (type && found.types.add(name)),
      }),
    ),
  ];
}

/** Reads the board. The login does not say whether its owner is an organization or a user, so both are tried. */
function boardParts({ repo, projectOwner }: Scope, number: number, found: Finding): readonly Part[] {
  const login = projectOwner ?? repo.split('/')[0] ?? '';
  return ['organization', 'user'].map((kind) =>
    single<{ projectV2: { id: string } | null }>({
      field: `${kind}(login: ${quoted(login)}) { projectV2(number: ${number}) { id } }`,
      take(owner, problems) {
        found.board ??= owner?.projectV2?.id ?? null;
        // "Not found" for the other kind of owner says nothing about the board.
        const problem =
          problems.find(({ path }) => path.length > 0) ?? problems.find(({ type }) => type !== 'NOT_FOUND');
        if (problem) found.boardTrouble = problem.message;
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

const unseen = (repo: string, why: string): UserError =>
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
