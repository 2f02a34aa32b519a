import type { RepositorySeed } from 'github-sandbox';
import type { SampleFiles } from '../files/index.js';
import type { SeedOptions } from './options.js';
import { threadSeed } from './thread.js';

type IssueSeed = NonNullable<RepositorySeed['issues']>[number];
type SampleIssue = SampleFiles['issues'][number];

/** The seed of an issue. */
export function issueSeed(issue: SampleIssue, seedOptions: SeedOptions): IssueSeed {
  const { blockedBy, parent, reopened, branch } = issue;
  const { at } = seedOptions;
  return {
    ...threadSeed(issue, seedOptions),
    ...ending(issue, seedOptions),
    ...(reopened === undefined ? {} : { reopened: [{ by: reopened.by, at: at(reopened.when) }] }),
    ...(parent === undefined ? {} : { parent }),
    ...(branch === undefined ? {} : { linkedBranches: [branch.name] }),
    blockedBy: blockedBy.map((one) =>
      typeof one === 'number' ? one : { issue: one.issue, by: one.by, at: at(one.when) },
    ),
  };
}

const reasons = { completed: 'completed', 'not planned': 'not_planned', duplicate: 'duplicate' } as const;

function ending({ closed }: SampleIssue, { at }: SeedOptions): Partial<IssueSeed> {
  if (closed === undefined) return {};
  return {
    state: 'closed',
    stateReason: reasons[closed.as],
    closedAt: at(closed.when),
    closedBy: closed.by,
    ...(closed.of === undefined ? {} : { duplicateOf: closed.of }),
    ...(closed.with === undefined ? {} : { closer: { pull: closed.with } }),
  };
}
