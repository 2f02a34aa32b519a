// Many people who ask for the review of one pull request in the same moment, each in a job of its own, on one GitHub.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { noLimits } from 'github-sandbox';
import { systemClock } from '../../../src/adapters/clock.js';
import { goOn } from '../../../src/core/carry.js';
import type { Crew } from '../../../src/core/crew.js';
import { openRun } from '../../../src/core/run.js';
import type { Event } from '../../../src/event.js';
import { proceeding } from '../../../src/main/phases/proceed.js';
import { road } from '../../../src/road.js';
import { readEnv } from '../../../src/services/env.js';
import { hubCrew } from '../../../src/services/wire.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';

import { finding } from '../review-reader/findings.js';

const MANY = process.env.CREW_LONG === '1' ? 50 : 20;

let shop: Awaited<ReturnType<typeof openPullShop>>;
let pull = { number: 0, head: '' };
beforeAll(async () => {
  // Nobody's patience is measured here, GitHub's neither.
  shop = await openPullShop({ files: { 'sum.js': 'export const add = (a, b) => a + b;\n' } }, { limits: noLimits });
  const { number } = await shop.offer('work', { 'sum.js': 'export const add = (a, b) => a - b;\n' });
  pull = { number, head: await shop.tip('work') };
});

/** The crew of one of the jobs. */
function crewAt(door: 'gate' | 'work' | 'publish', more: Partial<Crew> = {}): Crew {
  const { apiUrl, graphqlUrl, url } = shop.embedded;
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const token = async () => shop.embedded.tokenFor({ app: 'crew', on: 'ann' });
  const crew = hubCrew({ env, door, repo: REPO, token, clock: systemClock(undefined), log: () => undefined });
  return { ...crew, details: `${url}/${REPO}/actions/runs/7`, ...more };
}

/** Each says it in other words. */
async function ask(n: number): Promise<Event> {
  const body = `/crew review${' '.repeat(n % 5)}${n % 2 === 0 ? '' : '\n'}`;
  const { data } = await shop.as('maya').issues.createComment({ ...at, issue_number: pull.number, body });
  const actor = { login: 'maya', id: data.user?.id ?? 0, bot: false };
  const comment = { id: data.id, where: 'thread', body } as const;
  return { kind: 'comment', key: `thread-${data.id}`, actor, at: { repo: REPO, issue: pull.number }, comment };
}

async function gate(event: Event) {
  const crew = crewAt('gate', { job: 'turn' });
  const ended = await road(event, crew);
  return { ended: ended.at(-1), outputs: await proceeding(ended, crew) };
}

/** From the reviewer's answer to the end. */
async function hearAndPublish(run: string): Promise<void> {
  const opened = await openRun(crewAt('work').desk, { run, workflow: 'review', story: 1, input: {} }, 'work');
  if (opened.is !== 'open') throw new Error(opened.is);
  const result = { findings: [finding()], usd: 0.01, turns: 2 };
  await opened.run.rest({ for: 'publish', left: { name: 'done', result } });
  const verify = { result: 'failure', bytes: null, digest: undefined };
  await goOn(run, crewAt('publish', { job: 'publish', aftermath: { work: 'success', verify } }));
}

describe('many who ask at once', () => {
  it('get one check and one review: the others join it, and hear nothing more', async () => {
    const events = await Promise.all(Array.from({ length: MANY }, (_, n) => ask(n)));
    const ended = await Promise.all(events.map(gate));
    const [run = '', ...more] = ended.flatMap((each) => (each.ended?.next === 'work' ? [each.ended.run] : []));
    expect(more).toEqual([]);
    const joined = ended.filter((each) => each.ended?.next !== 'work');
    expect(joined).toHaveLength(MANY - 1);
    for (const each of joined) {
      expect(each.ended?.outcome).toMatchObject({ name: 'done', result: { joined: run } });
      expect(each.outputs.proceed).toBe('false');
    }
    await hearAndPublish(run);
    const { data: reviews } = await shop.as('maya').pulls.listReviews({ ...at, pull_number: pull.number });
    expect(reviews).toMatchObject([{ state: 'COMMENTED' }]);
    const { data: checks } = await shop.as('maya').checks.listForRef({ ...at, ref: pull.head });
    expect(checks.check_runs.map(({ name }) => name)).toEqual(['crew/verify']);
    const { data: said } = await shop
      .as('maya')
      .issues.listComments({ ...at, issue_number: pull.number, per_page: 100 });
    expect(said.filter(({ user }) => user?.type === 'Bot')).toEqual([]);
    // Each who asked sees that it was seen.
    const reacted = await Promise.all(
      said.map(({ id }) => shop.as('maya').reactions.listForIssueComment({ ...at, comment_id: id })),
    );
    expect(reacted.every(({ data }) => data.length === 1)).toBe(true);
    // Of so many refs there is a second page, which GitHub's own description does not know.
    shop.embedded.forgive();
  }, 120_000);
});
