// The two ends of a review that lie on GitHub, in the embedded one: what the gate begins, and what publish makes of whatever the
// job between has left.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { goOn } from '../../../src/core/carry.js';
import type { Crew } from '../../../src/core/crew.js';
import type { Outcome } from '../../../src/core/outcome.js';
import type { Door } from '../../../src/core/place.js';
import { openRun } from '../../../src/core/run.js';
import { type Aftermath, isNext } from '../../../src/core/workflow.js';
import type { Event } from '../../../src/event.js';
import { proceeding } from '../../../src/main/phases/proceed.js';
import { road } from '../../../src/road.js';
import { readEnv } from '../../../src/services/env.js';
import { hubCrew } from '../../../src/services/wire.js';
import { digestOfBytes, writeArtifact } from '../../../src/verify/artifact.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { quickClock } from '../../build/clock.js';
import { passed, proof, step } from '../../verify/proofs.js';
import { finding } from '../review-reader/findings.js';

type Shop = Awaited<ReturnType<typeof openPullShop>>;

let shop: Shop;
let pull = { number: 0, head: '' };
let nth = 0;
let path = '';

beforeAll(async () => {
  shop = await openPullShop({
    files: { 'sum.js': 'export const add = (a, b) => a + b;\n' },
    issues: [{ title: 'Slow' }],
  });
});
beforeEach(async () => {
  nth += 1;
  path = `file-${nth}.js`;
  const { number } = await shop.offer(`work-${nth}`, { [path]: 'export const add = (a, b) => a - b;\n' });
  pull = { number, head: await shop.tip(`work-${nth}`) };
});

/** The crew of one of the jobs. */
function crewAt(door: Door, more: Partial<Crew> = {}): Crew {
  const { apiUrl, graphqlUrl, url } = shop.embedded;
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const token = async () => shop.embedded.tokenFor({ app: 'crew', on: 'ann' });
  const crew = hubCrew({ env, door, repo: REPO, token, clock: quickClock(Date.now()), log: () => undefined });
  return { ...crew, details: `${url}/${REPO}/actions/runs/${nth}`, ...more };
}

/** Maya asks for it. */
async function ask(issue = pull.number, body = '/crew review'): Promise<Event> {
  const { data } = await shop.as('maya').issues.createComment({ ...at, issue_number: issue, body });
  const actor = { login: 'maya', id: data.user?.id ?? 0, bot: false };
  const comment = { id: data.id, where: 'thread', body } as const;
  return { kind: 'comment', key: `thread-${data.id}`, actor, at: { repo: REPO, issue }, comment };
}

async function gate(issue?: number, body?: string) {
  const crew = crewAt('gate', { job: 'turn' });
  const ended = await road(await ask(issue, body), crew);
  return { ended: ended.at(-1), outputs: await proceeding(ended, crew) };
}

const found = (of: Parameters<typeof finding>[0] = {}) => finding({ path, ...of });
const FREE = { usd: 0.01, turns: 2 };
const left = (...findings: readonly unknown[]): Outcome => ({ name: 'done', result: { findings, ...FREE } });

/** The job between, as far as its journal goes. */
async function works(run: string, outcome: Outcome): Promise<void> {
  const opened = await openRun(crewAt('work').desk, { run, workflow: 'review', story: 1, input: {} }, 'work');
  if (opened.is !== 'open') throw new Error(opened.is);
  await opened.run.rest({ for: 'publish', left: outcome });
}

/** A document of the job that ran the tests. */
const documentOf = (run: string) => {
  const both = [step([passed('test/sum.test.js › adds')])];
  return writeArtifact({ ...proof({ base: both, head: both }), run, head: pull.head });
};

function aftermath(run: string, of: Partial<Aftermath>): Aftermath {
  const bytes = documentOf(run);
  return { work: 'success', verify: { result: 'success', bytes, digest: digestOfBytes(bytes) }, ...of };
}

async function publish(run: string, of: Partial<Aftermath> = {}): Promise<Outcome> {
  const told = await goOn(run, crewAt('publish', { job: 'publish', aftermath: aftermath(run, of) }));
  if (!told || told === 'handover' || isNext(told.outcome)) throw new Error('it came to no end');
  return told.outcome;
}

/** From the question to the answer. */
async function review(outcome: Outcome, of: Partial<Aftermath> = {}): Promise<Outcome> {
  const { ended } = await gate();
  await works(ended?.run ?? '', outcome);
  return publish(ended?.run ?? '', of);
}

const reviews = async () => (await shop.as('maya').pulls.listReviews({ ...at, pull_number: pull.number })).data;
const remarks = async () => (await shop.as('maya').pulls.listReviewComments({ ...at, pull_number: pull.number })).data;
const answers = async (issue = pull.number) =>
  (await shop.as('maya').issues.listComments({ ...at, issue_number: issue })).data.filter(
    ({ user }) => user?.type === 'Bot',
  );
const check = async () =>
  (await shop.as('maya').checks.listForRef({ ...at, ref: pull.head })).data.check_runs.filter(
    ({ name }) => name === 'crew/verify',
  );

describe('the gate', () => {
  it('begins the check on the head, and says to the next jobs what is verified against what', async () => {
    const { ended, outputs } = await gate();
    expect(ended?.next).toBe('work');
    const against = await shop.tip('main');
    expect(outputs).toEqual({ proceed: 'true', 'run-id': ended?.run, base: pull.head, against });
    expect(await check()).toMatchObject([{ status: 'in_progress', external_id: ended?.run }]);
  });

  it('says no on an issue, and on what is merged already', async () => {
    const issue = shop.embedded.repository(REPO).issues[0]?.number ?? 0;
    expect((await gate(issue)).ended?.outcome).toMatchObject({ name: 'refused', result: { why: 'no pull request' } });
    await shop.as('ann').pulls.merge({ ...at, pull_number: pull.number });
    expect(await gate()).toMatchObject({ ended: { outcome: { name: 'refused' } }, outputs: { proceed: 'false' } });
    expect((await answers()).map(({ body }) => body)).toEqual([expect.stringContaining('This pull request is merged')]);
    expect(await check()).toEqual([]);
  });
});

describe('at a terminal', () => {
  it('there is no pull request to write to: it says what there is instead', async () => {
    const typed: Event = { kind: 'typed', key: 'typed-1', repo: REPO, issue: pull.number, words: ['review'] };
    const [ended] = await road(typed, crewAt('terminal'));
    expect(ended?.outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('crew agent reviewer') });
    expect(await check()).toEqual([]);
  });
});

describe('whoever asks while somebody is at it', () => {
  it('joins that review; there is another one when that is over, or when somebody has pushed', async () => {
    const { ended } = await gate();
    expect((await gate()).ended?.outcome).toMatchObject({ result: { joined: ended?.run } });
    const head = await shop.push(`work-${nth}`, { [path]: 'export const add = () => 0;\n' });
    const pushed = await gate();
    expect(pushed).toMatchObject({ ended: { next: 'work' }, outputs: { base: head } });
    pull = { ...pull, head };
    await works(pushed.ended?.run ?? '', left());
    await publish(pushed.ended?.run ?? '');
    expect((await gate()).ended?.next).toBe('work');
  });
});

describe('what is handed in', () => {
  it('is the check and one review, however often publish is told', async () => {
    const { ended } = await gate();
    const run = ended?.run ?? '';
    await works(run, left(found()));
    const outcome = await publish(run);
    expect(outcome).toMatchObject({ name: 'done', result: { said: [{ path, line: 1 }], usd: 0.01 } });
    expect(await publish(run)).toEqual(outcome);
    expect(await reviews()).toHaveLength(1);
    expect(await remarks()).toMatchObject([{ path, line: 1 }]);
    expect(await check()).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(await answers()).toEqual([]);
  });

  it('is nothing that a review before has said', async () => {
    await review(left(found()));
    expect((await review(left(found({ line: 1, claim: 'adding takes away' })))).says).toContain('nothing new');
    expect(await reviews()).toHaveLength(1);
  });

  it('is nothing that was said of a line, when a push has moved it and the reviewer says it in other words', async () => {
    const holds = 'export const add = (a, b) => a - b;';
    const first = await review(left({ ...found(), holds }));
    expect(first.says).toContain('found one thing');
    const head = await shop.push(`work-${nth}`, { [path]: `// Adds.\n\n${holds}\n` });
    pull = { ...pull, head };
    const moved = { ...found({ line: 3, claim: 'The sign is wrong.' }), holds };
    expect((await review(left(moved))).says).toContain('nothing new');
    const another = { ...found({ line: 1, claim: 'This comment lies.' }), holds: '// Adds up numbers.' };
    expect((await review(left(moved, another))).says).toContain('found one thing');
    expect(await reviews()).toMatchObject([{ state: 'COMMENTED' }, { state: 'COMMENTED' }]);
  });

  it('is not what somebody may be heard about beside that line; a stranger’s word counts for nothing', async () => {
    const beside = { ...at, pull_number: pull.number, commit_id: pull.head, path, line: 1, body: 'Hm?' };
    await shop.as('eve').pulls.createReviewComment(beside);
    expect((await review(left(found()))).says).toContain('found one thing');
    await shop.as('maya').pulls.createReviewComment(beside);
    expect((await review(left(found({ claim: 'Another.' })))).says).toContain('nothing new');
  });

  it('says everything in its own words where the head has moved', async () => {
    const { ended } = await gate();
    await works(ended?.run ?? '', left(found()));
    await shop.push(`work-${nth}`, { [path]: 'export const add = () => 0;\n' });
    await publish(ended?.run ?? '');
    expect(await remarks()).toEqual([]);
    expect((await reviews())[0]?.body).toContain('There are newer commits by now');
  });

  it('is a comment with all of it where it was merged meanwhile', async () => {
    const { ended } = await gate();
    await works(ended?.run ?? '', left(found()));
    await shop.as('ann').pulls.merge({ ...at, pull_number: pull.number });
    await publish(ended?.run ?? '');
    expect(await reviews()).toEqual([]);
    const [answer, ...more] = await answers();
    expect(more).toEqual([]);
    expect(answer?.body).toMatch(/merged meanwhile: [\s\S]*> Adding takes away\./);
  });

  it('is not what no reviewer can have handed in', async () => {
    const outcome = await review(left({ ...found(), path: 'x'.repeat(2000) }));
    expect(outcome.name).toBe('error');
    expect(await reviews()).toEqual([]);
  });
});

describe('whatever becomes of the jobs', () => {
  it('the reviewer came to nothing: the check stands, and whoever asked hears why', async () => {
    const says = 'The Reviewer came to no answer.';
    expect(await review({ name: 'stuck', says, result: FREE })).toMatchObject({ name: 'stuck' });
    expect(await check()).toMatchObject([{ conclusion: 'success' }]);
    expect((await answers()).map(({ body }) => body)).toEqual([expect.stringContaining(says)]);
  });

  it('the machine of the reviewer died: the check stands, and whoever asked hears how to go on', async () => {
    const { ended } = await gate();
    expect(await publish(ended?.run ?? '', { work: 'failure' })).toMatchObject({ name: 'infra_error' });
    expect(await check()).toMatchObject([{ conclusion: 'success' }]);
    expect((await answers()).map(({ body }) => body)).toEqual([expect.stringContaining('`/crew continue` goes on')]);
  });

  it('the tests left nothing: the check says so, and the findings are said all the same', async () => {
    const verify = { result: 'failure', bytes: null, digest: undefined };
    expect(await review(left(found()), { verify })).toMatchObject({ name: 'infra_error' });
    expect(await check()).toMatchObject([{ conclusion: 'neutral' }]);
    expect(await reviews()).toHaveLength(1);
  });

  it('another’s document is not believed', async () => {
    const bytes = documentOf('review-1-0000000000');
    await review(left(), { verify: { result: 'success', bytes, digest: digestOfBytes(bytes) } });
    expect(await check()).toMatchObject([{ conclusion: 'neutral' }]);
  });

  it('the whole run was called off: the check is cancelled', async () => {
    const verify = { result: 'skipped', bytes: null, digest: undefined };
    await review({ name: 'cancelled', says: 'It was cancelled.' }, { work: 'cancelled', verify });
    expect(await check()).toMatchObject([{ conclusion: 'cancelled' }]);
  });

  it('somebody says /crew cancel: nothing that was found is said any more', async () => {
    const { ended } = await gate();
    await gate(pull.number, '/crew cancel');
    await works(ended?.run ?? '', left(found()));
    expect(await publish(ended?.run ?? '')).toMatchObject({ name: 'cancelled' });
    expect(await reviews()).toEqual([]);
    expect(await check()).toMatchObject([{ conclusion: 'success' }]);
  });

  it('the budget is spent: with some more of it the same run goes on to its review', async () => {
    const awaits = { id: 'b-1', kind: 'budget', question: 'Some more?' } as const;
    const { ended } = await gate();
    const run = ended?.run ?? '';
    await works(run, { name: 'awaiting', says: 'Some more?', awaits, result: FREE });
    expect(await publish(run)).toMatchObject({ name: 'awaiting', awaits });
    expect(await gate(pull.number, '/crew continue +1')).toMatchObject({
      ended: { run, next: 'work' },
      outputs: { 'run-id': run, base: pull.head },
    });
    await works(run, left(found()));
    expect(await publish(run)).toMatchObject({ name: 'done' });
    expect(await reviews()).toHaveLength(1);
    expect(await check()).toHaveLength(1);
  });
});
