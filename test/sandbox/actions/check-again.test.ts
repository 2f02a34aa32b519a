// "Re-run jobs" on a run that verified a pull request: what the check said stays true, whichever of its jobs run again.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { BROKEN, type Checks, withChecks } from './with-checks.js';

const LONG = 600_000;

let environment: Checks;
let head = '';
let run = 0;

const conclusions = () => environment.of(head).map(({ status, conclusion, title }) => [status, conclusion, title]);
const told = ['completed', 'failure', '1 broken'];
const publishOf = async () =>
  (await environment.runOf(head)).jobs.find(({ key }) => key === 'crew / publish')?.conclusion;

/** Kills the publish job of the run that an action starts. */
async function killPublish<T>(action: () => Promise<T>): Promise<T> {
  const killed = environment.killAtStart('crew / write the check');
  const result = await action();
  run = await killed;
  await environment.runs();
  return result;
}

beforeAll(async () => {
  environment = await withChecks();
  ({ head } = await killPublish(() => environment.offer('torn', { 'src/sum.js': BROKEN })));
}, LONG);
afterAll(() => environment.close());

describe('a run whose publish died, and whose check another run concluded', () => {
  it(
    'takes nothing back when the dead job dies again',
    async () => {
      expect(conclusions()).toEqual([told]);
      await killPublish(() => environment.as('maya').actions.reRunWorkflowFailedJobs({ ...at, run_id: run }));
      expect(await publishOf()).toBe('failure');
      expect(conclusions()).toEqual([told]);
    },
    LONG,
  );

  it(
    'says the same when the dead job is run again, with what the job before it left',
    async () => {
      await environment.as('maya').actions.reRunWorkflowFailedJobs({ ...at, run_id: run });
      await environment.runs();
      expect(await publishOf()).toBe('success');
      expect(conclusions()).toEqual([told]);
    },
    LONG,
  );

  it(
    'verifies once more when all of it is run again',
    async () => {
      await environment.as('maya').actions.reRunWorkflow({ ...at, run_id: run });
      await environment.runs();
      expect(conclusions()).toEqual([told, told]);
    },
    LONG,
  );
});
