import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PINNED_ACTIONS } from 'github-sandbox';
import { createWorld, FIXTURES, push, script, until, type World } from 'github-sandbox/testing';
import { backendIdsIn, type FinishedArtifact } from '../../../src/adapters/checkpoint/results.js';
import {
  freeName,
  MAX_PAUSE_MS,
  nextAttempt,
  pauseAfter,
  replaceable,
  shouldUpload,
} from '../../../src/adapters/checkpoint/upload.js';
import { bundle } from '../../build/bundle.js';
import { newFolder } from '../../build/folder.js';

describe('what is worth an upload', () => {
  const occasion = { digest: 'new', stored: 'old', triedAt: 0, pauseMs: 5000, now: 5000, last: false };

  it.each([
    ['something new after a pause', {}, true],
    ['the very first', { stored: undefined, triedAt: undefined, pauseMs: 0, now: 0 }, true],
    ['something new before its time', { now: 4999 }, false],
    ['something new before its time, when it is the last', { now: 1, last: true }, true],
    ['nothing new', { digest: 'old' }, false],
    ['nothing new, when it is the last', { digest: 'old', last: true }, false],
  ])('%s', (_, more, is) => {
    expect(shouldUpload({ ...occasion, ...more })).toBe(is);
  });

  it('comes soon at first, once a minute later, and at most 500 times in six hours', () => {
    expect([1, 2, 3, 11, 12, 400].map(pauseAfter)).toEqual([5000, 10_000, 15_000, 55_000, MAX_PAUSE_MS, MAX_PAUSE_MS]);
    let seconds = 0;
    let uploads = 1;
    for (; seconds < 6 * 3600; uploads += 1) seconds += pauseAfter(uploads) / 1000;
    expect(uploads).toBeLessThan(500);
  });
});

describe('what the next one replaces', () => {
  const standings = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 })
    .map((ids) => ids.map((id, at): FinishedArtifact => ({ name: `x-${'abcde'[at]}`, id, job: 'j' })));

  it('is everything but the newest', () => {
    fc.assert(
      fc.property(standings, (stored) => {
        const newest = Math.max(...stored.map(({ id }) => id));
        const older = stored.map(({ id }) => id).filter((id) => id !== newest);
        expect(new Set(replaceable('x', stored).map(({ id }) => id))).toEqual(new Set(older));
      }),
    );
  });

  it('is nothing of other names', () => {
    const others = ['y-a', 'x-a-a', 'x', 'x-1'].map((name, id) => ({ name, id, job: 'j' }));
    expect(replaceable('x', others)).toEqual([]);
  });
});

describe('the next name', () => {
  it('is the first of all that is free', () => {
    expect(freeName('x')).toBe('x-a');
    expect(freeName('x', ['x-a'])).toBe('x-b');
    expect(freeName('x', ['x-b'], new Set(['x-a']))).toBe('x-c');
  });

  it('is none when all are taken', () => {
    expect(
      freeName(
        'x',
        [...'abcdefghijklmnopqrstuvwxyz'].map((each) => `x-${each}`),
      ),
    ).toBeUndefined();
  });
});

describe('the table of retries', () => {
  it.each([
    ['list', undefined, 1, 'again'],
    ['list', 503, 2, 'again'],
    ['list', 503, 3, 'given up'],
    ['create', 409, 1, 'name-unusable'],
    ['create', 429, 1, 'given up'],
    ['put', 403, 1, 'given up'],
    ['put', undefined, 1, 'again'],
    ['finalize', undefined, 1, 'look'],
    ['finalize', 409, 2, 'look'],
    ['finalize', 400, 1, 'given up'],
    ['finalize', 403, 1, 'name-unusable'],
    ['delete', 401, 1, 'given up'],
  ] as const)('%s, status %s, try %s: %s', (call, status, tries, is) => {
    expect(nextAttempt(call, { status, tries, last: false }).is).toBe(is);
  });

  it('ends whatever happens, and sooner when it is the last', () => {
    for (const call of ['list', 'delete', 'create', 'put', 'finalize'] as const) {
      expect(nextAttempt(call, { status: undefined, tries: 3, last: false }).is).toBe('given up');
      expect(nextAttempt(call, { status: undefined, tries: 2, last: true }).is).toBe('given up');
    }
  });
});

const tokenWith = (claims: unknown): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('the ids in the token of the runner', () => {
  it('stand in the one scope that is for results', () => {
    const scp = 'Actions.GenericRead:00 Actions.Results:ce7f54c7-61c7:ca395085-040a Actions.UploadArtifacts:00/1:2';
    expect(backendIdsIn(tokenWith({ scp }))).toEqual({ run: 'ce7f54c7-61c7', job: 'ca395085-040a' });
  });

  it.each([
    ['no web token', 'ghs_abc'],
    ['nothing', ''],
    ['no JSON', 'a.b.c'],
    ['claims that are no object', tokenWith(null)],
    ['no scopes', tokenWith({ exp: 1 })],
    ['scopes that are no text', tokenWith({ scp: 7 })],
    ['a scope with one id', tokenWith({ scp: 'Actions.Results:one' })],
    ['a scope with an empty id', tokenWith({ scp: 'Actions.Results::two' })],
    ['a scope with three ids', tokenWith({ scp: 'Actions.Results:one:two:three' })],
  ])('are none in %s', (_, token) => {
    expect(backendIdsIn(token)).toBeUndefined();
  });
});

describe('an action that leaves checkpoints, on a runner', () => {
  const DOWNLOAD = `actions/download-artifact@${PINNED_ACTIONS['actions/download-artifact'].commit}`;

  /** What a later job finds, whatever became of the first. */
  const READ = `
  const fs = await import('node:fs');
  for (const file of fs.readdirSync('left').sort()) console.log(file + ': ' + fs.readFileSync('left/' + file, 'utf8'));
`;

  const WORKFLOW = `
on: push
jobs:
  work:
    runs-on: x
    steps:
      - uses: crew/worker@v1
  publish:
    needs: work
    if: always()
    runs-on: x
    steps:
      - { uses: ${DOWNLOAD}, with: { pattern: "crew-work-1-*", merge-multiple: true, path: left } }
      - ${script(READ)}
`;

  let worker: string;
  let world: World;
  beforeAll(async () => {
    worker = await newFolder();
    await bundle(join(import.meta.dirname, 'worker.entry.ts'), worker);
    await writeFile(join(worker, 'action.yml'), 'name: worker\nruns: { using: node20, main: worker.entry.mjs }\n');
  });
  afterEach(() => world.close());

  /** Starts the run, and returns when the worker has left its first. */
  async function start(): Promise<void> {
    const actions = {
      'crew/act': join(FIXTURES, 'actions'),
      'crew/worker': worker,
    };
    world = createWorld({
      workflows: { 'w.yml': WORKFLOW },
      actions,
      timing: { interruptMs: 7_500, terminateMs: 300 },
    });
    void push(world);
    await until(() => world.log('work').includes('too early'));
  }

  it('that dies: the job after it finds the last one that was left', async () => {
    await start();
    world.runner.kill(1, 'work');
    await world.runner.idle();
    expect(world.log('work')).toContain('first true\ntoo early false');
    expect(world.log('publish')).toContain('crew-work-1-a.json: the beginning');
    expect(world.log('publish')).not.toContain('crew-work-1-b.json');
  });

  it('that is told to stop: it finds what was done until then', async () => {
    await start();
    await world.runner.cancel(1);
    expect(world.log('work')).toContain('last true');
    expect(world.log('publish')).toContain('crew-work-1-a.json: the beginning');
    expect(world.log('publish')).toContain('crew-work-1-b.json: all but the end');
  });
});
