// What happens to a fix when its machines die, when somebody calls it off, and when many ask at once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { endsOf, type Fixes, issueOf, mended, part, slowly, withFixes } from './with-fixes.js';

const LONG = 900_000;

let shop: Fixes;

beforeAll(async () => {
  shop = await withFixes({
    issues: [issueOf('add'), issueOf('times'), issueOf('less'), issueOf('half'), issueOf('less')],
    parts: [
      part('add is wrong', slowly('add', 12)),
      part('times is wrong', slowly('times', 12)),
      part('less is wrong', mended('less')),
      part('half is wrong', slowly('half', 12)),
    ],
  });
}, LONG);
afterAll(() => shop.close());

const headsOn = async (issue: number) =>
  (await shop.pulls()).map(({ head }) => head).filter((head) => head.startsWith(`crew/issue-${issue}`));

/** How the runs on an issue ended, whatever their order. */
async function outcomesOn(issue: number): Promise<readonly string[]> {
  const runs = [...(await shop.journals())].filter(([name]) => name.startsWith(`fix-${issue}-`));
  return runs.map(([, text]) => endsOf(text)[0]?.outcome ?? 'open').sort();
}

/** Waits until somebody has an issue in hand. */
async function taken(issue: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await shop.as('ann').git.listMatchingRefs({ ...at, ref: `crew/lease/issue-${issue}` });
    if (data.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nobody takes #${issue}`);
}

/** Waits until a run of Actions is over. */
async function over(run_id: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await shop.as('ann').actions.getWorkflowRun({ ...at, run_id });
    if (data.status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${run_id} goes on and on`);
}

describe('a fix that is called off', () => {
  it(
    'stops, keeps what it did, says so once; and goes on to its pull request when somebody says so',
    async () => {
      await shop.say('maya', '/crew fix', 1);
      await shop.atWork('crew / work');
      await new Promise((resolve) => setTimeout(resolve, 6000));
      await shop.say('maya', '/crew cancel', 1);
      await shop.runs();
      expect(await headsOn(1)).toEqual([]);
      expect(await outcomesOn(1)).toEqual(['cancelled']);
      expect(shop.said(1).filter((text) => text.startsWith('@maya'))).toHaveLength(1);
      await shop.say('maya', '/crew continue', 1);
      await shop.runs();
      expect(await headsOn(1)).toEqual(['crew/issue-1']);
      expect(await outcomesOn(1)).toEqual(['done']);
    },
    LONG,
  );
});

describe('a fix whose machine dies', () => {
  // The same as above at another job; half a minute, so not every time.
  if (process.env.CREW_LONG === '1')
    it(
      'is settled by the next job, and goes on where it stopped',
      async () => {
        await shop.say('maya', '/crew fix', 2);
        const id = await shop.atWork('crew / work');
        await new Promise((resolve) => setTimeout(resolve, 6000));
        shop.actions.runner.kill(id, 'crew / work');
        await shop.runs();
        expect(await outcomesOn(2)).toEqual(['infra_error']);
        expect(shop.said(2).at(-1)).toContain('/crew continue');
        await shop.say('maya', '/crew continue', 2);
        await shop.runs();
        expect(await headsOn(2)).toEqual(['crew/issue-2']);
        expect(await outcomesOn(2)).toEqual(['done']);
      },
      LONG,
    );

  it(
    'is settled by the janitor where the job that publishes dies: one branch, one pull request, one word, one check; and a gate’s',
    async () => {
      await shop.say('maya', '/crew fix and mind the gate', 4);
      const gate = await shop.atWork('crew / gate');
      await taken(4);
      shop.actions.runner.kill(gate, 'crew / gate');
      await shop.say('maya', '/crew fix', 3);
      const id = await shop.atWork('crew / publish');
      await new Promise((resolve) => setTimeout(resolve, 900));
      shop.actions.runner.kill(id, 'crew / publish');
      await shop.runs();
      expect(await headsOn(3)).toEqual(['crew/issue-3']);
      expect(await outcomesOn(3)).toEqual(['done']);
      expect(shop.said(3).filter((text) => text.startsWith('@maya'))).toHaveLength(1);
      const { data } = await shop.as('maya').checks.listForRef({ ...at, ref: 'crew/issue-3' });
      expect(data.check_runs.map(({ name }) => name)).toEqual(['crew/verify']);
      // Its gate died with the issue in its hands: whoever asked was told so once, and nobody has it any more.
      expect(shop.said(4).filter((text) => text.startsWith('@maya'))).toHaveLength(1);
      expect(shop.said(4).join()).not.toContain('I am at it');
      expect(await outcomesOn(4)).not.toContain('open');
    },
    LONG,
  );
});

describe('a gate that dies', () => {
  // In process and by the clock of the test: test/faults/gate-lost. Here it is waited for, so not every time.
  if (process.env.CREW_LONG === '1')
    it(
      'is made good by “Re-run all jobs”: the same run, to its pull request, and nobody says anything of the first attempt',
      async () => {
        await shop.say('maya', '/crew fix', 5);
        const run_id = await shop.atWork('crew / gate');
        await taken(5);
        shop.actions.runner.kill(run_id, 'crew / gate');
        await over(run_id);
        await shop.as('maya').actions.reRunWorkflow({ ...at, run_id });
        await shop.runs();
        expect(await headsOn(5)).toEqual(['crew/issue-5']);
        expect(await outcomesOn(5)).toEqual(['done']);
        expect(shop.said(5).filter((text) => text.startsWith('@maya'))).toHaveLength(1);
      },
      LONG,
    );
});

describe('many who ask at once', () => {
  it(
    'are one run where they ask the same; another text waits for its turn, a third is told so',
    async () => {
      await Promise.all(Array.from({ length: 6 }, () => shop.say('maya', '/crew fix', 4)));
      await shop.atWork('crew / work');
      await shop.say('maya', '/crew fix and keep its name', 4);
      await new Promise((resolve) => setTimeout(resolve, 4000));
      await shop.say('maya', '/crew fix and rename it', 4);
      await shop.runs();
      expect(await headsOn(4)).toEqual(['crew/issue-4']);
      const said = shop.said(4).join('\n');
      expect(said).toContain('This is next');
      expect(said).toContain('Ask again when both');
      expect((await outcomesOn(4)).filter((outcome) => outcome === 'open')).toEqual([]);
    },
    LONG,
  );
});
