import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PINNED_ACTIONS } from 'github-sandbox';
import { createWorld, FIXTURES, push, script, until, type World } from 'github-sandbox/testing';
import { bundle } from '../../build/bundle.js';
import { newFolder } from '../../build/folder.js';

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
  world = createWorld({ workflows: { 'w.yml': WORKFLOW }, actions, timing: { interruptMs: 7_500, terminateMs: 300 } });
  void push(world);
  await until(() => world.log('work').includes('too early'));
}

describe('an action that leaves checkpoints, on a runner', () => {
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
