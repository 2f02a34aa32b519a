// `/crew write` through the four jobs: three paths, a wait without a runner, a selection, two rounds, one pull request; and a run
// that is cancelled between reviews.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { readSteps } from '../../../src/runs/journal.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { picturesOf } from '../../../src/workflows/pictures.js';
import { type Fixes, jobsOf, LONG, withFixes } from './with-fixes.js';
import { author, authors, good, intake, reviewFile } from './with-scripts.js';

const CHAPTER = 'current/chapters/ch01';

let environment: Fixes;
beforeAll(async () => {
  environment = await withFixes({
    issues: [
      { title: 'A guide for the first five minutes', body: 'For somebody who has never seen it.', author: 'sam' },
      { title: 'A guide that is cancelled', body: 'For somebody else.', author: 'sam' },
    ],
    config: 'write:\n  profile: docs\n',
    parts: [
      // Of the second issue one reviewer does not answer at first.
      {
        ...author(reviewFile(1, 'pacer'), good(7.4), { kind: 'stall', ms: 300_000, times: 1 }),
        when: {
          system: 'You are one of several reviewers',
          first: { matches: `Cancelled steps[^]*Output:\\n- workspace/${reviewFile(1, 'pacer')}\\s*$` },
        },
      },
      intake('A guide that is cancelled', 'Cancelled steps'),
      intake('A guide for the first', 'First steps'),
      ...authors(),
    ],
  });
}, LONG);
afterAll(async () => {
  if (process.env.DUMP) {
    for (const issue of [1, 2]) {
      for (const each of await environment.records(`issue-${issue}`)) console.log(each.run, JSON.stringify(each.end));
      console.log(environment.said(issue).join('\n-----\n'));
    }
    for (const pull of await environment.pulls()) console.log(pull.title, pull.draft, '\n', pull.body);
    for (const run of await environment.runsOf())
      console.log(run.id, JSON.stringify(jobsOf(run)), environment.log(run).slice(-1500));
  }
  await environment.close();
});

const outputs = () =>
  environment.model.requests.flatMap(({ body }) => {
    const [first] = (body as { messages: readonly { content: readonly { text?: string }[] | string }[] }).messages;
    const text = typeof first?.content === 'string' ? first.content : (first?.content.at(-1)?.text ?? '');
    return /Output:\n- workspace\/(\S+)\s*$/.exec(text.trim())?.[1] ?? [];
  });

describe('/crew write', () => {
  it(
    'offers three paths in one comment and waits without a runner',
    async () => {
      await environment.say('maya', '/crew write');
      const [run, ...others] = await environment.runsOf();
      expect(others).toEqual([]);
      expect(jobsOf(run)).toEqual([
        ['crew / read the request', 'success'],
        ['crew / run / work', 'success'],
        ['crew / run / test base and change', 'skipped'],
        ['crew / run / publish', 'success'],
      ]);
      const [record] = await environment.records();
      expect(record?.end).toMatchObject({ outcome: 'awaiting', awaits: { kind: 'selection' } });
      const offered = environment.said().filter((text) => text.includes('**A: Do it first**'));
      expect(offered).toHaveLength(1);
      expect(offered[0]).toContain('| **B: Understand it first** | **C: Look it up** |');
      expect(await environment.pulls()).toEqual([]);
    },
    LONG,
  );

  it(
    'answers a choice that there is not, and ignores somebody without write access',
    async () => {
      const before = environment.said().length;
      await environment.say('sam', '/crew select B');
      await environment.runs();
      expect(environment.said()).toHaveLength(before);
      await environment.say('maya', '/crew select D');
      await environment.runs();
      expect(environment.said()).toHaveLength(before + 1);
      expect(environment.said().at(-1)).toContain('/crew select A|B|C');
      expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['awaiting']);
    },
    LONG,
  );

  it(
    'goes on with the stored files after the selection, and ends in a pull request after two rounds',
    async () => {
      const before = outputs().length;
      await environment.say('maya', '/crew select B because it is calm');
      await environment.runs();
      const [record, ...others] = await environment.records();
      expect(others).toEqual([]);
      expect(record?.end?.outcome).toBe('done');
      const asked = outputs().slice(before);
      expect(asked.filter((file) => file.startsWith('paths/'))).toEqual([]);
      expect(asked.filter((file) => file.includes('draft-'))).toEqual([
        `${CHAPTER}/draft-01.md`,
        `${CHAPTER}/draft-02.md`,
      ]);
      const [pull, ...more] = await environment.pulls();
      expect(more).toEqual([]);
      expect(pull).toMatchObject({ head: 'crew/issue-1', title: 'First steps', draft: false });
      expect(pull?.body).toContain('Closes #1');
      expect(pull?.body).toContain('Reviewers’ scores in the last round');
      const { data: files } = await environment.as('maya').pulls.listFiles({ ...at, pull_number: pull?.number ?? 0 });
      expect(files).toHaveLength(1);
      expect(await environment.file('crew/issue-1', files[0]?.filename ?? '')).toContain('Draft 2.');
    },
    LONG,
  );

  it('shows the scores of the rounds in the thread and on the page of the run', async () => {
    const thread = environment.said().join('\n');
    expect(thread).toContain('| 1. First steps |');
    expect(thread).toMatch(/```mermaid\nxychart-beta\n/);
    const [record] = await environment.records();
    if (!record) throw new Error('no run');
    const history = { record, steps: readSteps(await environment.stored('issue-1', `${record.run}/journal.jsonl`)) };
    const now = Date.parse(record.end?.at ?? '');
    const page = runPage(showRun(history, { now, lang: 'en', pictures: picturesOf(history, { now, lang: 'en' }) }));
    expect(page).toContain('<title>Average score by chapter and round</title>');
    expect(page).toContain('<title>1.2: 7.8</title>');
  });
});

describe('/crew write that is cancelled between reviews', () => {
  it(
    'keeps finished scorecards, and asks only for the missing ones when it is continued',
    async () => {
      await environment.say('maya', '/crew write', 2);
      await environment.runs();
      await environment.say('maya', '/crew select A', 2);
      const own = () => outputs().filter((file) => file.includes('/round-01/'));
      const begun = own().length;
      // Four of the first five reviewers are answered at once; the fifth stalls. A cancellation takes a job of its own to arrive.
      while (own().length < begun + 5) await new Promise((resolve) => setTimeout(resolve, 50));
      await environment.say('maya', '/crew cancel', 2);
      await environment.runs();
      expect((await environment.records('issue-2')).map(({ end }) => end?.outcome)).toEqual(['cancelled']);
      const before = own().length;
      await environment.say('maya', '/crew continue', 2);
      await environment.runs();
      expect((await environment.records('issue-2')).map(({ end }) => end?.outcome)).toEqual(['done']);
      const asked = own()
        .slice(before)
        .map((file) => file.split('/').at(-1)?.replace('.json', ''));
      expect(asked.toSorted()).toEqual(['anchor', 'atlas', 'pacer', 'voice']);
    },
    LONG,
  );
});
