// The comment of a run while the App edits it for a job of its Actions run.
import { describe, expect, it } from '@jest/globals';
import type { RunRecord } from '../../src/ports/run.js';
import { type JobOfRun, showJob } from '../../src/runs/job-progress.js';
import { endOf } from '../../src/runs/launch.js';
import { changeRun, post } from '../../src/runs/services.js';
import { endComment, startComment } from '../../src/runs/thread.js';
import { quickClock, START } from '../build/clock.js';
import { servicesOn } from '../build/phases.js';
import { commentBy, recordOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

const actions = { id: 9, attempt: 1 };
const url = `https://github.test/${REPO}/actions/runs/9`;
const job: JobOfRun = { actionsRun: 9, job: 'crew / run / publish', status: 'in_progress' };
const STUCK = { name: 'stuck', says: 'Stuck.', published: 'The review is posted.' } as const;
/** As the publish job records it. */
const STUCK_END = { ...endOf(STUCK, START), jobs: { work: 'done', verify: 'failed' } } as const;

/** A run whose publish job has started. `delay` is awaited before the App's first edit reaches GitHub. */
async function started(delay: (run: Awaited<ReturnType<typeof opened>>) => Promise<void> = async () => {}) {
  const run = await opened();
  const { services } = run;
  const { thread } = services.github;
  let isDelayed = false;
  const edit: typeof thread.edit = async (id, body) => {
    if (!isDelayed) {
      isDelayed = true;
      await delay(run);
    }
    return thread.edit(id, body);
  };
  const state = async () => ({
    completed: false,
    title: 'Fix #1 (345)',
    url,
    startedJobs: ['crew / run / work', job.job],
  });
  const github = { ...services.github, actions: { ...services.github.actions, state }, thread: { ...thread, edit } };
  const app = { ...services, github, target: services.target && { ...services.target, github } };
  return { ...run, app };
}

async function opened() {
  const environment = await openShop();
  const clock = quickClock();
  const services = servicesOn({ github: environment.github(), repo: REPO, here: null, clock });
  const event = commentBy('maya', { body: '/crew fix', issue: 1 });
  const record = recordOf({ issue: 1, order: {}, request: { ...recordOf().request, event }, actions });
  await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
  await post(startComment(record, { lang: 'en', url }), services);
  const change = (of: Partial<RunRecord>) =>
    changeRun(services.store, { subject: 'issue-1', run: record.run }, (current) => ({ ...current, ...of }));
  const showEnd = () => post(endComment(record, STUCK, { lang: 'en', url, jobs: STUCK_END.jobs }), services);
  const said = () => environment.comments().flatMap(({ author, body }) => (author === 'crew[bot]' ? [body] : []));
  return { services, clock, record, change, showEnd, said };
}

const RUNNING = [expect.stringMatching(/is running.*☑ work · ☐ verify · ☐ publish.*`\/crew cancel` stops it/s)];
const ENDED = [
  expect.stringMatching(/: stuck.*☑ work · ☒ verify · ☐ publish\n\nThe review is posted\.(?!.*stops it)/s),
];

describe('the comment of a run, when a job starts', () => {
  it('shows the job', async () => {
    const { app, said } = await started();
    await showJob(job, app);
    expect(said()).toEqual(RUNNING);
  });

  it('shows the end, if a rate limit delayed the edit until the run had ended', async () => {
    const { app, said } = await started(async ({ change, showEnd }) => {
      await change({ publishing: actions });
      await showEnd();
      await change({ end: STUCK_END });
    });
    await showJob(job, app);
    expect(said()).toEqual(ENDED);
  });

  it('shows the end, if the edit came between the last edit of the publish job and the end in the record', async () => {
    const run = await started(async ({ change, showEnd }) => {
      await change({ publishing: actions });
      await showEnd();
    });
    const { clock } = run;
    const sleep: typeof clock.sleep = async (ms, signal) => {
      await run.change({ end: STUCK_END });
      return clock.sleep(ms, signal);
    };
    await showJob(job, { ...run.app, clock: { ...clock, sleep } });
    expect(run.said()).toEqual(ENDED);
  });

  it('is left to the publish job once that has claimed the run', async () => {
    const { app, change, showEnd, said } = await started();
    await change({ publishing: actions });
    await showEnd();
    await showJob(job, app);
    expect(said()).toEqual(ENDED);
  });
});
