// `crew list`, `show` and `clean` on what a run left in CREW_HOME, and on a record that was damaged.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunRecord } from '../../src/ports/run.js';
import { gate } from '../../src/runs/gate.js';
import { withRun } from '../../src/runs/record.js';
import { journalFile } from '../../src/runs/services.js';
import { folderRunStore } from '../../src/runs/stores.js';
import { readEnv } from '../../src/services/env.js';
import { fromWebhook } from '../../src/services/event.js';
import { githubServices } from '../../src/services/wire.js';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

const RUN = 'fix-here-0123456789';
const AT = '2026-11-18T12:00:00Z';
const STEP = { name: 'baseline', began: Date.parse(AT), at: Date.parse(AT) + 1000, value: 'one test failed' };

let home: string;

beforeEach(async () => {
  home = await newFolder();
  const record: RunRecord = {
    ...{ run: RUN, workflow: 'fix', version: 1, exclusive: true, startedAt: AT, signals: [] },
    request: {
      event: { kind: 'typed', key: 'typed-1', words: ['fix', 'it'] } as never,
      text: 'fix it',
      command: { name: 'fix', args: {} },
      at: AT,
    },
    end: { outcome: 'done', at: '2026-11-18T12:05:00Z', says: 'It adds up now.' },
  };
  await folderRunStore(home, (text) => text).update('tree', (now) => ({
    record: withRun(now, record),
    files: { [journalFile(RUN)]: `${JSON.stringify(STEP)}\n` },
    value: null,
  }));
});

const crew = (...args: readonly string[]) => runCrew(args, { env: { CREW_HOME: home } });

describe('crew list', () => {
  it('names the run and how it ended', async () => {
    const { code, out } = await crew('list');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${RUN} {2}\\S+`));
  });
});

describe('crew show', () => {
  it('with --json prints the document of the contract', async () => {
    const view = JSON.parse((await crew('show', RUN, '--json')).out);
    expect(view).toMatchObject({ run: RUN, workflow: 'fix', status: 'succeeded', budget: { spentUsd: 0 } });
    expect(view.steps[0]).toMatchObject({
      name: 'baseline',
      status: 'succeeded',
      costUsd: 0,
      tokens: { in: 0, out: 0 },
    });
    expect(JSON.parse((await crew('show', '--run', RUN, '--json')).out)).toEqual(view);
  });
});

describe('a record that was damaged', () => {
  const folder = () => path.join(home, 'subjects/tree');
  const last = async () =>
    path.join(
      folder(),
      (await readdir(folder()))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .at(-1) ?? '',
    );

  it('is named in one sentence, with exit 1, and nothing is written', async () => {
    const file = await last();
    await writeFile(file, 'nonsense\n');
    const { code, out, err } = await crew('show', RUN);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('run record of tree');
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe('nonsense\n');
  });
});

describe('crew clean', () => {
  it('keeps what is young', async () => {
    const { code } = await runCrew(['clean'], { env: { CREW_HOME: home, CREW_NOW: '2026-11-20T00:00:00Z' } });
    expect(code).toBe(0);
    expect((await crew('list')).out).toContain(RUN);
  });

  it('removes a run that ended more than ninety days ago', async () => {
    await runCrew(['clean'], { env: { CREW_HOME: home, CREW_NOW: '2027-03-01T00:00:00Z' } });
    expect((await crew('list')).out).not.toContain(RUN);
  });

  describe('with --repo', () => {
    let environment: Shop;
    beforeAll(async () => {
      environment = await openShop();
      const env = readEnv({
        GITHUB_API_URL: environment.embedded.apiUrl,
        GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
      });
      const services = githubServices({
        env,
        repo: REPO,
        token: async () => environment.crewToken(),
        clock: environment.clock,
      });
      const sender = { login: 'maya', id: environment.embedded.state.accounts.get('maya')?.id ?? 0, type: 'User' };
      const comment = { id: 1, body: '/crew help', user: sender };
      const payload = { action: 'created', issue: { number: 1 }, comment, sender, repository: { full_name: REPO } };
      const event = fromWebhook('issue_comment', payload);
      if (!event) throw new Error('the payload is no event');
      await gate(event, services);
    });

    it('lists what crew left there, and removes it only with --yes', async () => {
      const env = {
        CREW_HOME: home,
        GITHUB_TOKEN: environment.crewToken(),
        GITHUB_API_URL: environment.embedded.apiUrl,
        GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
      };
      const ask = (...more: string[]) => runCrew(['clean', '--repo', REPO, ...more], { env });
      const own = () => environment.comments().filter(({ author }) => author === 'crew[bot]').length;
      expect((await ask()).out).toContain('add --yes');
      expect(own()).toBeGreaterThan(0);
      expect((await ask('--yes')).out).toContain('removed http');
      expect(own()).toBe(0);
      expect((await ask()).out).toBe('crew left nothing there.\n');
    });
  });
});
