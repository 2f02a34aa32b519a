// A process that answers `/crew help` is killed, for real, at every point where it reaches for the journal or for GitHub.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../build/bundle.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

const LONG = process.env.CREW_LONG === '1';

let shop: Shop;
let entry: string;
beforeAll(async () => {
  shop = await openShop();
  entry = await bundle('test/faults/answer.entry.ts', await newFolder());
});

interface Asked {
  readonly issue: number;
  readonly event: string;
  readonly store: string;
}

/** Maya asks for help on an issue of its own; the webhook that tells of it is kept in a file. */
async function ask(): Promise<Asked> {
  const token = shop.embedded.tokenFor({ user: 'maya' });
  const call = async (at: string, body: object) => {
    const answer = await fetch(`${shop.embedded.apiUrl}/repos/${REPO}/${at}`, {
      method: 'POST',
      headers: { authorization: `token ${token}` },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { number: number; user: unknown };
  };
  const issue = await call('issues', { title: 'Help me' });
  const comment = await call(`issues/${issue.number}/comments`, { body: '/crew help' });
  const store = await newFolder();
  const event = path.join(await newFolder(), 'event.json');
  const payload = { action: 'created', issue, comment, repository: { full_name: REPO }, sender: comment.user };
  await writeFile(event, JSON.stringify(payload));
  return { issue: issue.number, event, store };
}

interface Lived {
  readonly signal: string | null;
  readonly reached: number;
  readonly outcomes: readonly string[];
}

/** One life, that ends at a point or, with 0, by itself. */
function live({ event, store }: Asked, dies: number, more: Record<string, string> = {}): Promise<Lived> {
  const env = {
    PATH: process.env.PATH,
    GITHUB_TOKEN: shop.crewToken(),
    GITHUB_API_URL: shop.embedded.apiUrl,
    GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl,
    CREW_TEST_EVENT: event,
    CREW_TEST_STORE: store,
    CREW_TEST_DIES: String(dies),
    ...more,
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [entry], { env }, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr || error.message));
      else resolve({ signal: error?.signal ?? null, reached: 0, outcomes: [], ...JSON.parse(stdout || '{}') });
    });
  });
}

function expectAnsweredOnce({ issue }: Asked): void {
  const answers = shop.comments(issue).filter(({ author }) => author === 'crew[bot]');
  expect(answers).toHaveLength(1);
  expect(answers[0]?.body).toContain('/crew help');
  const effects = shop.embedded.effects.filter(({ subject }) => subject === `#${issue}`);
  expect(effects.filter(({ kind }) => kind === 'reaction.created')).toHaveLength(1);
}

describe('answering a comment', () => {
  let points = 0;

  it('ends well when nothing happens', async () => {
    const asked = await ask();
    const { reached, outcomes } = await live(asked, 0);
    expect(outcomes).toEqual(['done']);
    expectAnsweredOnce(asked);
    points = reached;
    expect(points).toBeGreaterThan(15);
  });

  it('is done exactly once, wherever the process was killed', async () => {
    for (let dies = 1; dies <= points; dies += 1) {
      const asked = await ask();
      expect(await live(asked, dies)).toMatchObject({ signal: 'SIGKILL' });
      expect(await live(asked, 0)).toMatchObject({ outcomes: ['done'] });
      expectAnsweredOnce(asked);
    }
  }, 120_000);

  it(
    'is done exactly once, wherever it was killed again while it made good what it missed',
    async () => {
      const stride = LONG ? 1 : 12;
      for (let first = 1; first <= points; first += LONG ? 1 : 7) {
        for (let second = 1 + (first % stride); second <= points; second += stride) {
          const asked = await ask();
          await live(asked, first);
          await live(asked, second);
          expect(await live(asked, 0)).toMatchObject({ outcomes: ['done'] });
          expectAnsweredOnce(asked);
        }
      }
    },
    LONG ? 3_600_000 : 120_000,
  );

  it('is done once for many deliveries of the same webhook at once', async () => {
    const asked = await ask();
    const ordinary = { CREW_TEST_FAST: '1' };
    await Promise.all(Array.from({ length: LONG ? 20 : 6 }, () => live(asked, 0, ordinary)));
    expectAnsweredOnce(asked);
  }, 60_000);
});
