import type { RepositorySeed } from 'github-sandbox';
import type { SampleFiles } from '../files/index.js';
import { commitSeeds } from './commits.js';
import type { SeedOptions } from './options.js';
import { threadSeed } from './thread.js';

type PullSeed = NonNullable<RepositorySeed['pulls']>[number];
type SamplePull = SampleFiles['pulls'][number];

const verdicts = { approved: 'APPROVED', 'changes requested': 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const;

/** The seed of a pull request. The branch of a merged one is deleted. */
export function pullSeed(pull: SamplePull, seedOptions: SeedOptions): PullSeed {
  const { author, branch, from, draft, commits, asks, reviews, checks, written } = pull;
  const { at } = seedOptions;
  return {
    ...threadSeed(pull, seedOptions),
    ...ending(pull, seedOptions),
    draft,
    head: { branch, deleted: pull.merged !== undefined, ...(from === undefined ? {} : { repository: from }) },
    commits: commitSeeds(commits, seedOptions, author),
    requests: asks.map((login) => ({ login, by: author, at: at(written) })),
    reviews: reviews.map(({ by, when, says, body }) => ({ by, at: at(when), state: verdicts[says], body })),
    checks: Object.entries(checks).map(([name, state]) => ({
      name,
      state,
      at: at(commits.at(-1)?.written ?? written),
    })),
  };
}

function ending({ merged }: SamplePull, { at }: SeedOptions): Partial<PullSeed> {
  if (merged === undefined) return {};
  const method = merged.squashed ? 'squash' : 'merge';
  return { state: 'merged', closedAt: at(merged.when), merge: { by: merged.by, at: at(merged.when), method } };
}
