// The two ends of a review that lie on GitHub: what the gate begins and orders, and what publish makes of what the work job left.
// Many people who ask for the review of one pull request at the same moment, each in an Actions run of its own.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noLimits } from 'github-sandbox';
import type { Outcome } from '../../../src/ports/run.js';
import type { JobResults } from '../../../src/ports/workflow.js';
import { gate } from '../../../src/runs/gate.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { digestOfBytes, writeArtifact } from '../../../src/verify/artifact.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { servicesOn } from '../../build/phases.js';
import { failed, passed, proof, step } from '../../verify/proofs.js';
import { answered, asked, openReview, type Review } from './published.js';

let environment: Awaited<ReturnType<typeof openPullShop>>;
let review: Review;
let nth = 0;
beforeAll(async () => {
  environment = await openPullShop({
    files: { 'sum.js': 'export const add = (a, b) => a + b;\n' },
    issues: [{ title: 'Slow' }],
  });
});
beforeEach(async () => {
  nth += 1;
  review = await openReview(environment, nth);
});

/** From the question to the end. */
async function reviewed(outcome: Outcome | null, jobs: Partial<JobResults> = {}) {
  const handled = await review.ask();
  return (await review.publish(handled?.run ?? '', outcome, jobs)).record.end;
}

describe('the gate', () => {
  it('begins the check on the head, and orders what is verified against what', async () => {
    const handled = await review.ask();
    const proceed = { run: handled?.run, subject: `pr-${review.number}`, group: `crew-read-${handled?.run}` };
    const against = await environment.tip('main');
    expect(handled).toMatchObject({ outcome: null, proceed: { ...proceed, ref: await review.head(), against } });
    expect(await review.checks()).toMatchObject([{ status: 'in_progress', external_id: handled?.run }]);
  });

  it('says no on an issue, and on what is merged already', async () => {
    const { github } = review.services;
    const issue = environment.embedded.repository(REPO).issues[0]?.number ?? 0;
    const services = servicesOn({ github, repo: REPO });
    const [onIssue] = await gate(await asked(environment.as('maya'), issue, '/crew review'), services);
    expect(onIssue?.outcome).toMatchObject({ name: 'refused', result: { why: 'no pull request' } });
    await environment.as('ann').pulls.merge({ ...at, pull_number: review.number });
    expect(await review.ask()).toMatchObject({ outcome: { name: 'refused' } });
    expect(await review.said()).toEqual([expect.stringContaining('this pull request is merged')]);
    expect(await review.checks()).toEqual([]);
  });

  it('at a terminal has no pull request to write to, and says what there is instead', async () => {
    const event = { kind: 'typed', key: 'typed-1', repo: REPO, issue: review.number, words: ['review'] } as const;
    const [typed] = await gate(event, servicesOn({ github: environment.github(), repo: REPO, here: null }));
    expect(typed?.outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('crew verify --base') });
    expect(await review.checks()).toEqual([]);
  });
});

describe('who asks while a review works', () => {
  it('joins it, and is told so once; after its end there is another one', async () => {
    const first = await review.ask();
    for (let n = 0; n < 2; n += 1)
      expect((await review.ask())?.outcome).toMatchObject({ result: { joined: first?.run } });
    expect((await review.said()).filter((body) => body.includes('already running'))).toHaveLength(1);
    await review.publish(first?.run ?? '', answered());
    expect(await review.ask()).toMatchObject({ outcome: null, proceed: { subject: `pr-${review.number}` } });
  });
});

describe('a review that is cancelled before a job of it has started', () => {
  it('ends, with its check concluded as cancelled and its comment edited', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    const cancelled = await review.ask('/crew cancel');
    expect(cancelled?.outcome).toMatchObject({ name: 'done', says: expect.stringContaining('is cancelled') });
    expect(await review.runs()).toMatchObject([{ run, end: { outcome: 'cancelled' } }]);
    expect(await review.checks()).toMatchObject([{ status: 'completed', conclusion: 'cancelled', external_id: run }]);
    const [comment] = await review.said();
    expect(comment).toMatch(/^\*\*`\/crew review`\*\*: cancelled/);
    expect((await review.services.spending.read()).at(-1)).toMatchObject({ kind: 'ended', run, outcome: 'cancelled' });
  });
});

describe('what is published', () => {
  it('is the check and one review, however often publish runs', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    const published = await review.publish(run, answered(review.found()));
    expect(published.record.end).toMatchObject({
      outcome: 'done',
      result: { said: [{ path: review.path, line: 1 }], usd: 0.01 },
    });
    expect(await review.publish(run, answered(review.found()))).toEqual({ record: published.record, hasClaim: false });
    expect(await review.reviews()).toHaveLength(1);
    expect(await review.remarks()).toMatchObject([{ path: review.path, line: 1 }]);
    expect(await review.checks()).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });

  it('is nothing that a review before has said', async () => {
    await reviewed(answered(review.found()));
    const again = await reviewed(answered(review.found({ line: 1, claim: 'adding takes away' })));
    expect(again?.says).toContain('no new findings');
    expect(await review.reviews()).toHaveLength(1);
  });

  it('is nothing that was said of a line, when a push has moved it and the reviewer says it in other words', async () => {
    const holds = 'export const add = (a, b) => a - b;';
    await reviewed(answered({ ...review.found(), holds }));
    await review.push(`// Adds.\n\n${holds}\n`);
    const moved = { ...review.found({ line: 3, claim: 'The sign is wrong.' }), holds };
    expect((await reviewed(answered(moved)))?.says).toContain('no new findings');
    const another = { ...review.found({ line: 1, claim: 'This comment lies.' }), holds: '// Adds up numbers.' };
    await reviewed(answered(moved, another));
    expect(await review.reviews()).toMatchObject([{ state: 'COMMENTED' }, { state: 'COMMENTED' }]);
  });

  it('is not what somebody with write access said beside that line; a stranger’s word counts for nothing', async () => {
    const { number: pull_number, path } = review;
    const beside = { ...at, pull_number, commit_id: await review.head(), path, line: 1, body: 'Hm?' };
    await environment.as('eve').pulls.createReviewComment(beside);
    await reviewed(answered(review.found()));
    expect((await review.reviews()).filter(({ user }) => user?.type === 'Bot')).toHaveLength(1);
    await environment.as('maya').pulls.createReviewComment(beside);
    expect((await reviewed(answered(review.found({ claim: 'Another.' }))))?.says).toContain('no new findings');
  });

  it('is a review without places where the head has moved', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    await review.push('export const add = () => 0;\n');
    await review.publish(run, answered(review.found()));
    expect(await review.remarks()).toEqual([]);
    expect((await review.reviews())[0]?.body).toContain('The pull request has newer commits');
  });

  it('is a comment with all of it where it was merged meanwhile', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    await environment.as('ann').pulls.merge({ ...at, pull_number: review.number });
    await review.publish(run, answered(review.found()));
    expect(await review.reviews()).toEqual([]);
    expect((await review.said()).at(-1)).toMatch(/was merged during the review[\s\S]*> Adding takes away\./);
  });

  it('is not what no reviewer can have handed in', async () => {
    const end = await reviewed(answered({ ...review.found(), path: 'x'.repeat(2000) }));
    expect(end?.outcome).toBe('error');
    expect(await review.reviews()).toEqual([]);
  });
});

describe('the check of a review', () => {
  it('is concluded when the reviewer came to no answer, and the requester reads why', async () => {
    const says = 'The Reviewer came to no answer.';
    expect(await reviewed({ name: 'stuck', says })).toMatchObject({ outcome: 'stuck' });
    expect(await review.checks()).toMatchObject([{ conclusion: 'success' }]);
    expect((await review.said()).at(-1)).toContain(says);
  });

  it('is concluded when the work job died, and the requester reads how to continue', async () => {
    expect(await reviewed(null, { work: 'failure' })).toMatchObject({ outcome: 'infra_error' });
    expect(await review.checks()).toMatchObject([{ conclusion: 'success' }]);
    expect((await review.said()).at(-1)).toContain('`/crew continue`');
  });

  it('says that the tests left nothing; the findings are published all the same', async () => {
    const verify = { result: 'failure', document: null, digest: undefined };
    expect(await reviewed(answered(review.found()), { verify })).toMatchObject({ outcome: 'infra_error' });
    expect(await review.checks()).toMatchObject([{ conclusion: 'neutral' }]);
    expect(await review.reviews()).toHaveLength(1);
    expect((await review.said())[0]).toContain('The review has 1 finding. The check `crew/verify` could not run: [');
  });

  it('fails the run if it fails, and the comment of the run says that the review is posted all the same', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    const [base, head] = [[step([passed('adds')])], [step([failed('adds')])]];
    const bytes = writeArtifact({ ...proof({ base, head }), run, head: await review.head() });
    const verify = { result: 'success', document: bytes, digest: digestOfBytes(bytes) };
    const { record } = await review.publish(run, answered(review.found()), { verify });
    expect(record.end).toMatchObject({ outcome: 'failed' });
    expect(await review.checks()).toMatchObject([{ conclusion: 'failure' }]);
    expect(await review.reviews()).toHaveLength(1);
    const [comment] = await review.said();
    expect(comment).toMatch(/^\*\*`\/crew review`\*\*: reviewed, check failed .*\n\n☑ work · ☑ verify · ☑ publish\n\n/);
    expect(comment).toContain('The review has 1 finding. The check `crew/verify` failed: [1 broken](');
  });

  it('says in one new comment what was not reviewed and that the check failed, and the run’s comment does not repeat it', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    const [base, head] = [[step([passed('adds')])], [step([failed('adds')])]];
    const bytes = writeArtifact({ ...proof({ base, head }), run, head: await review.head() });
    const verify = { result: 'success', document: bytes, digest: digestOfBytes(bytes) };
    const unread = { name: 'done', result: { findings: [], notReviewed: 'I only know `sum.js`. @ann' } } as const;
    const { record } = await review.publish(run, unread, { verify });
    expect(record.end).toMatchObject({ outcome: 'failed' });
    const [comment, notice, ...more] = await review.said();
    expect(more).toEqual([]);
    expect(comment).toMatch(
      /^\*\*`\/crew review`\*\*: reviewed, check failed [^\n]*\n\n☑ work · ☑ verify · ☑ publish\n+<!--/,
    );
    expect(notice).toMatch(
      /^@maya\n\nReview of `[0-9a-f]{7}`\. Not reviewed \(reviewer’s words\):\n\n> I only know `sum\.js`\. `@ann`\n\nThe review has no findings\. Check: \[1 broken\]/,
    );
    expect(notice).not.toContain('found nothing');
    expect(notice).not.toContain('posted');
  });

  it('believes no document of another run', async () => {
    const document = await review.documentOf('review-1-0000000000');
    await reviewed(answered(), { verify: { result: 'success', document, digest: digestOfBytes(document) } });
    expect(await review.checks()).toMatchObject([{ conclusion: 'neutral' }]);
  });

  it('is cancelled with the Actions run', async () => {
    const verify = { result: 'skipped', document: null, digest: undefined };
    await reviewed({ name: 'cancelled', says: 'It was cancelled.' }, { work: 'cancelled', verify });
    expect(await review.checks()).toMatchObject([{ conclusion: 'cancelled' }]);
  });

  it('is concluded where the work was cancelled in between, and nothing that was found is published', async () => {
    const { run = '' } = (await review.ask()) ?? {};
    const signal = { is: 'cancel', key: 'k', by: { login: 'maya' }, at: '2026-11-18T12:00:00Z' } as const;
    await review.services.store.update(`pr-${review.number}`, (now) => ({
      record: { ...now, runs: now.runs.map((each) => ({ ...each, signals: [signal] })) },
      value: null,
    }));
    const { record } = await review.publish(run, answered(review.found()));
    expect(record.end).toMatchObject({ outcome: 'cancelled' });
    expect(await review.reviews()).toEqual([]);
    expect(await review.checks()).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });

  it('stays the same one when a run that ran out of money goes on to its review', async () => {
    const awaits = { id: 'b-1', kind: 'budget', question: 'Some more?' } as const;
    const { run = '' } = (await review.ask()) ?? {};
    await review.publish(run, { name: 'awaiting', says: 'Some more?', awaits });
    expect((await review.runs())[0]?.end).toMatchObject({ outcome: 'awaiting', awaits });
    expect(await review.ask('/crew continue +1')).toMatchObject({ run, outcome: null, proceed: { run } });
    expect((await review.publish(run, answered(review.found()))).record.end).toMatchObject({ outcome: 'done' });
    expect(await review.reviews()).toHaveLength(1);
    expect(await review.checks()).toHaveLength(1);
  });
});

const MANY = process.env.CREW_LONG === '1' ? 50 : 6;

it('many who ask at once get one run, and one comment for all who joined it', async () => {
  const environment = await openPullShop(
    { files: { 'sum.js': 'export const add = (a, b) => a + b;\n' } },
    { limits: noLimits },
  );
  const review = await openReview(environment, 1);
  const { spending } = review.services;
  const store = refsRunStore(environment.github().refs, (text) => text);
  const events = [];
  for (let n = 0; n < MANY; n += 1)
    events.push(
      await asked(environment.as('maya'), review.number, `/crew review${' '.repeat(n % 5)}${n % 2 ? '\n' : ''}`),
    );
  const jobs = events.map((event, n) =>
    gate(event, servicesOn({ github: environment.github(), repo: REPO, here: 100 + n, earlier: { store, spending } })),
  );
  const handled = (await Promise.all(jobs)).flat();
  const [started, ...more] = handled.filter(({ proceed }) => proceed);
  expect(more).toEqual([]);
  for (const each of handled.filter((one) => one !== started))
    expect(each.outcome).toMatchObject({ name: 'done', result: { joined: started?.run } });
  expect((await store.read(`pr-${review.number}`)).runs).toHaveLength(1);
  // One comment of the run, and one for those who joined it.
  expect(await review.said()).toHaveLength(2);
  expect(await review.checks()).toHaveLength(1);
  environment.embedded.forgive();
}, 120_000);
