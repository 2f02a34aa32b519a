// The App scans a board when a run of crew has ended, although all that happened then is crew's own.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { crewApp, type ScanRequest } from '../../src/app/app.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const CREW = 4_711;

/** What is scanned within a minute after a job of an Actions run has changed. */
async function scansAfter(job: {
  readonly name: string;
  readonly workflow?: string;
  readonly action?: string;
  readonly conclusion?: string;
}) {
  const scans: ScanRequest[] = [];
  let hear: (webhook: unknown) => Promise<void> = async () => undefined;
  const probot = {
    onAny(heard: typeof hear) {
      hear = heard;
    },
    onError: () => undefined,
  };
  const app = await crewApp(probot as never, {
    ...{ inbox: await newFolder(), log: () => undefined, clock: quickClock() },
    ...{ handle: async () => undefined, checksFailed: async () => undefined, jobChanged: async () => undefined },
    async scan(request) {
      scans.push(request);
      return undefined;
    },
  });
  const workflow_job = {
    run_id: 5,
    name: job.name,
    workflow_name: job.workflow ?? 'crew',
    conclusion: job.conclusion ?? 'success',
  };
  const payload = {
    ...{ action: job.action ?? 'completed', workflow_job, installation: { id: 1 } },
    ...{ repository: { id: 7, full_name: 'acme/shop' }, sender: { id: CREW } },
  };
  await hear({ id: 'a', name: 'workflow_job', payload });
  await jest.advanceTimersByTimeAsync(60_000);
  app.stop();
  return scans;
}

describe('the board', () => {
  it('is scanned when the publish job of a run has ended, although crew started it', async () => {
    const scans = await scansAfter({ name: 'crew / run / publish' });
    expect(scans).toMatchObject([{ repo: 'acme/shop', installation: { installation: 1, repository: 7 } }]);
    expect(scans[0]?.by).toHaveLength(1);
    expect(scans[0]?.by).not.toContain(CREW);
  });

  it.each([
    { name: 'crew / run / publish', action: 'in_progress' },
    { name: 'crew / run / publish', conclusion: 'skipped' },
    { name: 'crew / run / work' },
    { name: 'publish', workflow: 'release' },
  ])('is not scanned after %j', async (job) => {
    expect(await scansAfter(job)).toEqual([]);
  });
});
