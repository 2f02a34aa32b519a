import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { folderStore } from '../../src/adapters/store/folder.js';
import { fromWebhook } from '../../src/event.js';
import { road } from '../../src/road.js';
import { readEnv } from '../../src/services/env.js';
import { hubCrew } from '../../src/services/wire.js';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

let shop: Shop;
let home: string;
let run: string;

beforeAll(async () => {
  shop = await openShop();
});

/** A run as the App leaves it in its folder. */
beforeEach(async () => {
  home = await newFolder();
  const env = readEnv({ GITHUB_API_URL: shop.embedded.apiUrl, GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl });
  const crew = hubCrew({
    env,
    door: 'app',
    repo: REPO,
    token: async () => shop.crewToken(),
    store: folderStore(home),
    clock: shop.clock,
  });
  const sender = { login: 'maya', id: shop.embedded.state.accounts.get('maya')?.id ?? 0, type: 'User' };
  const comment = { id: 1, body: '/crew help', user: sender };
  const event = fromWebhook('issue_comment', {
    action: 'created',
    issue: { number: 1 },
    comment,
    sender,
    repository: { full_name: REPO },
  });
  if (!event) throw new Error('the payload is no event');
  const [ended] = await road(event, crew);
  run = ended?.run ?? '';
});

const crew = (...args: readonly string[]) => runCrew(args, { env: { CREW_HOME: home } });

describe('crew list', () => {
  it('names the run, how it ended and where', async () => {
    const { code, out } = await crew('list');
    expect(code).toBe(0);
    expect(out).toContain(`${run}  done  ${REPO}#1`);
  });
});

describe('crew show', () => {
  it('shows the run step by step', async () => {
    const { out } = await crew('show', run);
    expect(out).toContain('✓ known');
    expect(out).toContain('Anybody may ask');
  });

  it('with --json as the contract has it', async () => {
    const view = JSON.parse((await crew('show', run, '--json')).out);
    expect(view).toMatchObject({
      run,
      workflow: 'answer',
      repo: REPO,
      issue: 1,
      status: 'succeeded',
      budget: { spentUsd: 0 },
    });
    expect(view.steps[0]).toMatchObject({ name: 'known', status: 'succeeded', costUsd: 0, tokens: { in: 0, out: 0 } });
  });

  it('takes the name from --run, too', async () => {
    expect((await crew('show', '--run', run)).code).toBe(0);
  });
});

describe('crew replay', () => {
  it('comes out the same, twice with the same digest, and changes nothing', async () => {
    const before = shop.embedded.effects.length;
    const [first, second] = [await crew('replay', run, '--json'), await crew('replay', run, '--json')];
    expect(JSON.parse(first.out)).toMatchObject({ run, same: true, stoppedAt: null });
    expect(second.out).toBe(first.out);
    expect(shop.embedded.effects).toHaveLength(before);
  });
});

describe('a journal that was damaged', () => {
  const folder = () => path.join(home, 'runs', run);
  const last = async () => path.join(folder(), (await readdir(folder())).sort().at(-1) ?? '');

  it('is said in one sentence, with exit 1, and nothing is written', async () => {
    const file = path.join(folder(), '00000001');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"answer"', '"aaswer"'));
    for (const command of ['show', 'replay']) {
      const { code, out, err } = await crew(command, run);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(`line 1 damaged`);
      expect(err.trim().split('\n')).toHaveLength(1);
    }
    expect(await readFile(file, 'utf8')).toContain('aaswer');
  });

  it('does not hide the others from the list', async () => {
    await writeFile(await last(), 'nonsense\n');
    expect(await crew('list')).toMatchObject({ code: 0 });
  });

  it('can be removed by its name', async () => {
    await writeFile(await last(), 'nonsense\n');
    expect((await crew('clean', run)).out).toContain(`removed ${run}`);
    expect(JSON.parse((await crew('list', '--json')).out)).toEqual({ runs: [] });
  });

  it('with a last line that was torn, goes on without it', async () => {
    const file = await last();
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20));
    expect(JSON.parse((await crew('show', run, '--json')).out)).toMatchObject({ status: 'running' });
    expect(JSON.parse((await crew('replay', run, '--json')).out)).toMatchObject({ run });
  });
});

describe('crew clean', () => {
  it('keeps what is young', async () => {
    expect((await crew('clean')).out).toBe('Nothing to remove.\n');
  });

  it('removes what was over thirty days ago', async () => {
    const { out } = await runCrew(['clean'], { env: { CREW_HOME: home, CREW_NOW: '2027-03-01T00:00:00Z' } });
    expect(out).toContain(`removed ${run}`);
  });

  it('with --repo lists what crew left there, and removes it only with --yes', async () => {
    const env = {
      CREW_HOME: home,
      GITHUB_TOKEN: shop.crewToken(),
      GITHUB_API_URL: shop.embedded.apiUrl,
      GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl,
    };
    const ask = (...more: string[]) => runCrew(['clean', '--repo', REPO, ...more], { env });
    const own = () => shop.comments().filter(({ author }) => author === 'crew[bot]').length;
    expect((await ask()).out).toContain('add --yes');
    expect(own()).toBeGreaterThan(0);
    expect((await ask('--yes')).out).toContain('removed http');
    expect(own()).toBe(0);
    expect((await ask()).out).toBe('Crew left nothing there.\n');
  });
});
