import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/runner/index.js';
import { createWorld, type World } from '../support/world.js';

describe('a workflow of four jobs', () => {
  let world: World;
  let run: Run | undefined;

  beforeAll(async () => {
    world = createWorld({ workflows: { 'crew.yml': 'four-jobs.yml' } });
    [run] = await world.trigger('issue_comment');
  });
  afterAll(() => world.close());

  it('ends in success, each job after those it needs', () => {
    expect(run).toMatchObject({ status: 'completed', conclusion: 'success', problems: [] });
    expect(run?.jobs.map(({ key, conclusion }) => `${key}: ${conclusion}`)).toEqual([
      'gate: success',
      'work: success',
      'verify: success',
      'publish: success',
    ]);
  });

  it('takes its title from run-name', () => {
    expect(run?.title).toBe('crew on #5');
  });

  it('carries outputs from job to job', () => {
    expect(run?.jobs[0]?.outputs).toEqual({ proceed: 'true' });
    expect(world.summaries).toEqual(['work ended in success']);
  });

  it('carries files from job to job as artifacts, with id and digest', () => {
    expect(world.log('work')).toContain('kept 64 1');
    expect(world.log('verify')).toContain('verified: made by work');
  });

  it('mints each token with exactly the permissions of its job, and revokes it at its end', () => {
    const granted = world.tokens.map(({ job, permissions, revoked }) => {
      const some = Object.entries(permissions).filter(([, access]) => access !== 'none');
      return [job, Object.fromEntries(some), revoked];
    });
    expect(granted).toEqual([
      ['gate', { contents: 'read', metadata: 'read' }, true],
      ['work', { contents: 'read', metadata: 'read' }, true],
      ['verify', { metadata: 'read' }, true],
      ['publish', { contents: 'write', issues: 'write', metadata: 'read' }, true],
    ]);
  });

  it('tells the host of every change as plain data', () => {
    expect(world.updates[0]).toMatchObject({ status: 'queued', conclusion: null });
    expect(world.updates.at(-1)).toEqual(run);
    expect(JSON.parse(JSON.stringify(run))).toEqual(run);
  });
});
