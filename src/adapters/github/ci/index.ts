// Implements the port Ci: the checks of a commit or branch, without crew's own.
import type { Ci } from '../../../ports/index.js';
import type { Client, RepositoryName } from '../client.js';
import { readBase } from './base.js';
import { failuresOf } from './failures.js';
import { type CommitChecks, readCi, statusAsCheck } from './read.js';
import { checkState, ciState, newestRuns } from './state.js';

/** Checks of crew itself, which are ignored. */
export interface OwnChecks {
  /** Names of checks and statuses. */
  readonly checks: readonly string[];
  /** Workflow files whose jobs are ignored; otherwise crew would wait for itself. */
  readonly workflows: readonly string[];
}

/** The checks of one repository. */
export function githubCi(client: Client, { own, ...repository }: RepositoryName & { readonly own: OwnChecks }): Ci {
  return {
    async read(head) {
      const { checks, statuses, runs } = await readCi(client, repository, head);
      const isComplete = checks !== null && statuses !== null && runs !== null;
      const read = withoutOwnChecks(own, { checks: checks ?? [], statuses: statuses ?? [], runs: runs ?? [] });
      const states = [...read.checks, ...read.runs, ...read.statuses.map(statusAsCheck)].map(checkState);
      const otherStates = states.filter((word) => word !== 'red');
      return {
        state: ciState(states, { isComplete }),
        stateOfOthers: ciState(otherStates, { isComplete }),
        names: [...(checks ?? []).map(({ name }) => name), ...(statuses ?? []).map(({ context }) => context)],
        failures: await failuresOf(client, repository, read),
      };
    },
    readBase: (branch) => readBase(client, repository, branch),
  };
}

/** Removes crew's own checks and jobs of superseded runs. */
function withoutOwnChecks(own: OwnChecks, { checks, statuses, runs }: CommitChecks): CommitChecks {
  const countedRuns = newestRuns(runs.filter(({ path }) => !own.workflows.includes(pathOf(path))));
  const supersededSuites = new Set(runs.filter((run) => !countedRuns.includes(run)).map((run) => run.check_suite_id));
  return {
    runs: countedRuns,
    checks: checks.filter(
      ({ name, check_suite: suite }) => !own.checks.includes(name) && !(suite && supersededSuites.has(suite.id)),
    ),
    statuses: statuses.filter(({ context }) => !own.checks.includes(context)),
  };
}

/** GitHub appends `@branch` to some paths. */
const pathOf = (path: string): string => path.split('@')[0] ?? path;
