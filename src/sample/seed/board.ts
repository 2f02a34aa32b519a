import type { Seed } from 'github-sandbox';
import type { SampleFiles } from '../files/index.js';
import type { SeedOptions } from './options.js';

type ProjectSeed = NonNullable<Seed['projects']>[number];
type ItemSeed = NonNullable<ProjectSeed['items']>[number];
type Of = { readonly owner: string; readonly repository: string; readonly keeper: string };

/** The seed of the board: a card for each issue and pull request with a column, and the draft cards. */
export function boardSeed(
  { board, issues, pulls }: SampleFiles,
  { at }: SeedOptions,
  { owner, repository, keeper }: Of,
): ProjectSeed {
  const threads = [...issues, ...pulls].sort((a, b) => a.number - b.number);
  const cards = threads.flatMap(({ number, written, column, ...thread }): ItemSeed[] => {
    if (column === undefined) return [];
    const by = { by: keeper, at: at(Math.min(written, board.made)) };
    const end =
      'closed' in thread && thread.closed !== undefined ? { at: at(thread.closed.when), automated: true } : {};
    return [
      {
        of: `${repository}#${number}`,
        ...by,
        status: { ...by, name: column, ...end },
        archived: board.away.includes(number),
      },
    ];
  });
  const notes = board.notes.map(
    ({ title, body, column, by, when }): ItemSeed => ({ of: { title, body }, by, at: at(when), status: column }),
  );
  const { title, columns: statuses } = board;
  const createdAt = at(board.made);
  return { owner, title, public: true, createdAt, statuses, repositories: [repository], items: [...cards, ...notes] };
}
