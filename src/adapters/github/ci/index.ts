// The repository's own checks of a commit, without crew's own.
import type { Ci } from '../../../ports/index.js';
import type { Client } from '../client.js';
import { readBase } from './base.js';
import { failuresOf } from './failures.js';
import { type Read, type RepositoryName, readCi, statusAsCheck } from './read.js';
import { checkState, ciState, runsThatCount } from './state.js';

/** Checks of crew itself, which are ignored. */
export interface OwnChecks {
  /** Names of checks and statuses. */
  readonly checks: readonly string[];
  /** Workflow files whose jobs are ignored; otherwise crew would wait for itself. */
  readonly workflows: readonly string[];
}

/** The checks of one repository. */
export function githubCi(client: Client, { own, ...at }: RepositoryName & { readonly own: OwnChecks }): Ci {
  return {
    async read(head) {
      const { checks, statuses, runs } = await readCi(client, at, head);
      const whole = checks !== null && statuses !== null && runs !== null;
      const read = withoutOwnChecks(own, { checks: checks ?? [], statuses: statuses ?? [], runs: runs ?? [] });
      const words = [...read.checks, ...read.runs, ...read.statuses.map(statusAsCheck)].map(checkState);
      const others = words.filter((word) => word !== 'red');
      return {
        state: ciState(words, { whole }),
        stateOfOthers: ciState(others, { whole }),
        names: [...(checks ?? []).map(({ name }) => name), ...(statuses ?? []).map(({ context }) => context)],
        failures: await failuresOf(client, at, read),
      };
    },
    readBase: (branch) => readBase(client, at, branch),
  };
}

/** Removes crew's own checks and jobs of superseded runs. */
function withoutOwnChecks(own: OwnChecks, { checks, statuses, runs }: Read): Read {
  const counting = runsThatCount(runs.filter(({ path }) => !own.workflows.includes(pathOf(path))));
  const left = new Set(runs.filter((run) => !counting.includes(run)).map((run) => run.check_suite_id));
  return {
    runs: counting,
    checks: checks.filter(({ name, check_suite: of }) => !own.checks.includes(name) && !(of && left.has(of.id))),
    statuses: statuses.filter(({ context }) => !own.checks.includes(context)),
  };
}

/** GitHub appends `@branch` to some paths. */
const pathOf = (path: string): string => path.split('@')[0] ?? path;
