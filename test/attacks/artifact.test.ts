// What the job that ran somebody's code has left, as publish takes it up: a journal that goes on from what was put down, or nothing.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { refsStore } from '../../src/adapters/store/refs.js';
import { graftOf } from '../../src/core/graft.js';
import { type Entry, type Journal, linesOn, nothing, readJournal, type Sealed } from '../../src/core/journal.js';
import { openRun } from '../../src/core/run.js';
import { startName } from '../../src/core/start-name.js';
import { publishLost } from '../../src/main/phases/publish-lost.js';
import { digestOfFile, LEFT, leftJournal } from '../../src/main/phases/relay.js';
import { deskOf } from '../build/desk.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, WORKFLOW } from '../build/shop.js';

const RUN = 'fix-12-0a1b2c3d4e';
const begin = (run = RUN): Entry => ({ kind: 'begin', format: 1, run, workflow: 'fix', story: 1, input: {} });
const step = (name: string, value: unknown = 1, more: object = {}): Entry => ({
  kind: 'step',
  name,
  began: 1,
  value,
  ...more,
});
const rest: Entry = { kind: 'rest', for: 'work' };

const linesOf = (...entries: readonly Entry[]) =>
  linesOn(
    nothing,
    entries.map((entry, n): Sealed => ({ ...entry, at: 1_000 + n, by: 'gate' })),
  );

function journalOf(...entries: readonly Entry[]): Journal {
  const read = readJournal(linesOf(...entries));
  if ('damage' in read) throw new Error(read.damage.why);
  return read;
}

const PUT_DOWN = [begin(), step('target', { commit: 'a'.repeat(40) }), rest] as const;
const WORKED = [...PUT_DOWN, { kind: 'resume' }, step('diff'), { kind: 'rest', for: 'publish' }] as const;

/** A runner's temporary folder with a file in the place of the artifact, or another. */
async function left(
  text: string | Uint8Array,
  { name = LEFT.file as string, digest = digestOfFile(text) as string | undefined } = {},
) {
  const temp = await newFolder();
  await mkdir(path.join(temp, 'left'), { recursive: true });
  await writeFile(path.join(temp, 'left', name), text);
  return leftJournal({ RUNNER_TEMP: temp }, { folder: 'left', run: RUN, digest });
}

describe('a file', () => {
  it('that is what the job said it left is taken', async () => {
    expect((await left(linesOf(...WORKED)))?.entries).toHaveLength(WORKED.length);
  });

  const whole = linesOf(...WORKED);
  it.each<[string, string | Uint8Array, Parameters<typeof left>[1]]>([
    ['is another one than the job said', whole, { digest: digestOfFile('another') }],
    ['is of another run', linesOf(begin('fix-13-0a1b2c3d4e'), rest), {}],
    ['is changed in the middle', whole.replace('"value":1', '"value":2'), {}],
    ['begins in the middle', whole.split('\n').slice(1).join('\n'), {}],
    ['is of another format', linesOf({ ...(begin() as object), format: 99 } as Entry, rest), {}],
    ['holds orders', '{"create_pull_request":{"repo":"other/repo"}}\n'.repeat(50), {}],
    ['is no text', new Uint8Array([0xff, 0xfe, 0x00, 0x0a]), {}],
    ['is empty', '', {}],
    ['has another name', whole, { name: 'safe-outputs.ndjson' }],
    ['is larger than any', Buffer.alloc(50_000_001, 0x61), {}],
  ])('that %s is not taken', async (_, text, how) => {
    expect(await left(text, how)).toBeNull();
  });

  it('that was cut off counts as far as it is whole, and only where the job named none', async () => {
    const torn = whole.slice(0, -20);
    expect(await left(torn, { digest: digestOfFile(whole) })).toBeNull();
    expect((await left(torn, { digest: undefined }))?.entries).toHaveLength(WORKED.length - 1);
  });

  it('that is a link, or lies behind one, is not read', async () => {
    const temp = await newFolder();
    const far = await newFolder();
    await writeFile(path.join(far, LEFT.file), whole);
    await mkdir(path.join(temp, 'left'));
    await symlink(path.join(far, LEFT.file), path.join(temp, 'left', LEFT.file));
    await symlink(far, path.join(temp, 'behind'));
    const ask = (folder: string) =>
      leftJournal({ RUNNER_TEMP: temp }, { folder, run: RUN, digest: undefined }).catch(() => null);
    expect([await ask('left'), await ask('behind'), await ask('none'), await ask('../..')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a journal', () => {
  it('goes on from what was put down', () => {
    const grafted = graftOf(journalOf(...PUT_DOWN), journalOf(...WORKED));
    expect('entries' in grafted && grafted.entries.map(({ kind }) => kind)).toEqual(['resume', 'step', 'rest']);
  });

  it.each<[string, Entry]>([
    ['an effect', { kind: 'intent', key: 'k', change: { kind: 'comment' } as never }],
    ['that an effect came through', { kind: 'confirm', key: 'k', applied: { did: 'written' } }],
    ['an end', { kind: 'end', outcome: 'done' }],
    ['a word of somebody’s', { kind: 'heard', word: { key: 'w', says: 'approved' } as never }],
    ['where it aims', step('target', { branch: 'main' })],
    ['what was asked', step('issue', { title: 'another' })],
    ['what it may spend', step('job')],
    ['what stands in a comment', step('shown begun 0')],
    ['that somebody wrote in pieces', { kind: 'resume', inPieces: true }],
    ['whose attempt it is', { kind: 'resume', page: 'https://github.example/ann/shop/actions/runs/9 1' }],
    ['what a review has said', step('news')],
    ['who crew is', step('me', 1)],
    ['that nobody lost a right', step('revoked', false)],
    ['the settings', step('known')],
    [
      'money that it earned',
      step('turn 1', 1, { spent: { usd: -5, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } } }),
    ],
    ['a second beginning', begin()],
  ])('brings nothing that only a job with rights can have done: %s', (_, entry) => {
    const brought = {
      ...journalOf(...PUT_DOWN),
      entries: [...journalOf(...PUT_DOWN).entries, { ...entry, at: 9, by: 'w' }],
    };
    expect(graftOf(journalOf(...PUT_DOWN), brought)).toEqual({ flaw: 'foreign' });
  });

  it('that rewrites what was put down, or is another run’s, brings nothing', () => {
    const [first, , last] = PUT_DOWN;
    const rewritten = journalOf(first, step('target', { commit: 'b'.repeat(40) }), last, { kind: 'resume' });
    expect(graftOf(journalOf(...PUT_DOWN), rewritten)).toEqual({ flaw: 'another past' });
    expect(graftOf(journalOf(...PUT_DOWN), journalOf(first, last))).toEqual({ flaw: 'another past' });
    expect(graftOf(journalOf(...PUT_DOWN), journalOf(begin('fix-13-0a1b2c3d4e'), last))).toEqual({
      flaw: 'another run',
    });
  });
});

describe('a run of Actions that is over', () => {
  /** A run that waits for its turn, and what the janitor makes of a run of Actions that bears its name. */
  async function janitor() {
    const shop = await openShop({
      files: { '.github/workflows/crew.yml': WORKFLOW.replace('issue: {', 'run: { type: string }\n      issue: {') },
    });
    const desk = deskOf({ store: refsStore(shop.github().refs), clock: shop.clock });
    const opened = await openRun(desk, { run: RUN, workflow: 'fix', story: 1, repo: REPO, issue: 1, input: {} });
    if (opened.is !== 'open') throw new Error(opened.is);
    await opened.run.rest({ for: 'turn' });
    const journal = async () => (await desk.store.read(`runs/${RUN}`))?.text ?? '';
    const kept = readJournal(await journal());
    if ('damage' in kept) throw new Error(kept.damage.why);
    const settle = async (head: unknown) => {
      const temp = await newFolder();
      const event = path.join(temp, 'event.json');
      const over = {
        id: 99,
        run_attempt: 1,
        conclusion: 'failure',
        display_title: startName(RUN, kept),
        head_repository: head,
      };
      await writeFile(event, JSON.stringify({ action: 'completed', workflow_run: over }));
      await mkdir(path.join(temp, 'crew-verify'));
      const forged = linesOn(kept, [
        { kind: 'resume', at: 9, by: 'x' },
        { ...step('diff'), at: 9, by: 'x' },
        { kind: 'rest', for: 'publish', left: { name: 'done' }, at: 9, by: 'x' },
      ]);
      await writeFile(path.join(temp, 'crew-verify', LEFT.file), (await journal()) + forged);
      const env = {
        ...{ GITHUB_API_URL: shop.embedded.apiUrl, GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl },
        ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: event },
        ...{ GITHUB_REPOSITORY: REPO, RUNNER_TEMP: temp, INPUT_TOKEN: shop.crewToken() },
      };
      return publishLost({ env, out: () => undefined, err: () => undefined });
    };
    return { settle, journal };
  }

  it('of a fork, under whatever name, with whatever it left, is nobody’s of crew', async () => {
    const { settle, journal } = await janitor();
    const before = await journal();
    for (const head of [{ full_name: 'sam/shop' }, { full_name: `${REPO}2` }, {}, null])
      expect(await settle(head)).toBe(false);
    expect(await journal()).toBe(before);
    // One of this repository is gone into, though there is nothing that could be told of this one.
    expect(await settle({ full_name: REPO }).catch(() => 'tried')).not.toBe(false);
  });
});
