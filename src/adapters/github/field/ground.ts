// The first question of all: who asks, what is there, and what may be read.
import { UserError } from '../../../errors.js';
import type { RepoFacts } from '../../../field.js';
import { createAsker, type Graphql, type Part, type Problem, quoted } from './ask.js';
import type { Abilities } from './fragments.js';

export interface RawRepository {
  readonly nameWithOwner: string;
  readonly isPrivate: boolean;
  readonly isFork: boolean;
  readonly createdAt: string;
  readonly defaultBranchRef: { readonly name: string; readonly target: { readonly oid: string } | null } | null;
}

export interface Ground {
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

export const REPOSITORY = 'nameWithOwner isPrivate isFork createdAt defaultBranchRef { name target { oid } }';

/** A question that stands or falls as a whole. */
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
  readonly types: Set<string>;
}

/** Types that came later than the rest, by which a GitHub shows what it can be asked. */
const NEWER = {
  dependencies: 'BlockedByAddedEvent',
  moves: 'ProjectV2ItemStatusChangedEvent',
  archives: 'ProjectV2ItemArchivedState',
} as const;

/** Finds out what there is to stand on; without the repository there is nothing. */
export async function groundOf(scope: Scope, eyes: { home: Graphql; board: Graphql }): Promise<Ground> {
  const found: Finding = { viewer: '', repository: null, why: '', board: null, boardTrouble: null, types: new Set() };
  const cards = scope.project === undefined ? [] : boardParts(scope, scope.project, found);
  const shared = eyes.home === eyes.board;
  await createAsker(eyes.home, {}).ask([...homeParts(scope, found), ...(shared ? cards : [])]);
  if (!shared) await createAsker(eyes.board, {}).ask(cards);
  const { viewer, repository, board, boardTrouble, types, why } = found;
  if (!repository) throw unseen(scope.repo, why);
  const can = (ability: keyof typeof NEWER): boolean => types.has(NEWER[ability]);
  return {
    viewer,
    repository,
    abilities: { dependencies: can('dependencies'), moves: can('moves'), archives: can('archives') },
    board,
    boardTrouble: scope.project === undefined || board !== null ? null : (boardTrouble ?? 'there is no such project'),
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

/** A board belongs to an organization or to a person; which of the two it is, the login does not say. */
function boardParts({ repo, projectOwner }: Scope, number: number, found: Finding): readonly Part[] {
  const login = projectOwner ?? repo.split('/')[0] ?? '';
  return ['organization', 'user'].map((kind) =>
    single<{ projectV2: { id: string } | null }>({
      field: `${kind}(login: ${quoted(login)}) { projectV2(number: ${number}) { id } }`,
      take(owner, problems) {
        found.board ??= owner?.projectV2?.id ?? null;
        // That it is not the other kind of owner says nothing about the board.
        const problem =
          problems.find(({ path }) => path.length > 0) ?? problems.find(({ type }) => type !== 'NOT_FOUND');
        if (problem) found.boardTrouble = problem.message;
      },
    }),
  );
}

const unseen = (repo: string, why: string): UserError =>
  new UserError({
    expected: `the repository ${repo} to be visible to this token`,
    found: why || 'no such repository, or no access to it',
    remedy: 'Check the name, and that the token or the App may read it.',
    ends: /Could not resolve|not accessible/i.test(why) ? 'refused' : 'infra_error',
  });

export const factsOf = (repository: RawRepository): RepoFacts => ({
  repo: repository.nameWithOwner,
  defaultBranch: repository.defaultBranchRef?.name ?? 'main',
  private: repository.isPrivate,
  forkedAt: repository.isFork ? repository.createdAt : undefined,
});
