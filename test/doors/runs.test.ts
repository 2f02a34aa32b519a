import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mark } from '../../src/changes/marker.js';
import { recordText } from '../../src/runs/record.js';
import { folderRunStore } from '../../src/runs/stores.js';
import { runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';
import { recordOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

const RUN = 'fix-here-0123456789';
const OTHER = 'fix-here-9876543210';
const ENDED = '2026-11-18T12:10:00Z';

const ended = (run: string) =>
  recordOf({ run, repo: undefined, issue: undefined, end: { outcome: 'done', at: ENDED, says: 'Mended.' } });

const step = { name: 'plan', began: Date.parse('2026-11-18T12:00:00Z'), at: Date.parse('2026-11-18T12:01:00Z') };

let home: string;
beforeEach(async () => {
  home = await newFolder();
  const store = folderRunStore(home, (text) => text);
  await store.update('tree', () => ({
    record: { subject: 'tree', runs: [ended(RUN), ended(OTHER)] },
    files: { [`${RUN}/journal.jsonl`]: `${JSON.stringify({ ...step, value: null })}\n` },
    value: undefined,
  }));
});

const crew = (...args: readonly string[]) => runCrew(args, { env: { CREW_HOME: home } });

describe('crew list', () => {
  it('prints each run with its status', async () => {
    const { code, out } = await crew('list');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${RUN} +done`, 'm'));
    const { runs } = JSON.parse((await crew('list', '--json')).out);
    expect(runs).toMatchObject([
      { run: RUN, workflow: 'fix', status: 'succeeded' },
      { run: OTHER, workflow: 'fix', status: 'succeeded' },
    ]);
  });
});

describe('crew show', () => {
  it('prints the steps of a run, also of one that is named by --run', async () => {
    const { code, out } = await crew('show', RUN);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('plan') });
    expect((await crew('show', '--run', RUN)).out).toBe(out);
  });

  it('with --json prints the document of the contract', async () => {
    const view = JSON.parse((await crew('show', RUN, '--json')).out);
    expect(view).toMatchObject({ run: RUN, workflow: 'fix', status: 'succeeded', endedAt: ENDED });
    expect(view.steps).toMatchObject([{ name: 'plan', status: 'succeeded', costUsd: 0 }]);
  });

  it('names the run that a misspelled name may mean', async () => {
    const { code, err } = await crew('show', 'fix-here-0123456780');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`Did you mean ${RUN}?`) });
  });
});

describe('a damaged record', () => {
  it('is reported in one sentence with exit 1, and stays as it is', async () => {
    const folder = path.join(home, 'subjects', 'tree');
    const file = path.join(folder, (await readdir(folder)).find((name) => name.startsWith('record-')) ?? '');
    const damaged = recordText({ subject: 'tree', runs: [ended(RUN)] }).slice(0, 100);
    await writeFile(file, damaged);
    for (const command of [['list'], ['show', RUN], ['clean', RUN]]) {
      const { code, out, err } = await crew(...command);
      expect({ command, code, out }).toEqual({ command, code: 1, out: '' });
      expect(err).toContain('the run record of tree');
      expect(err.trim().split('\n')).toHaveLength(1);
    }
    expect(await readFile(file, 'utf8')).toBe(damaged);
  });
});

describe('crew clean', () => {
  it('removes the named run and leaves the others', async () => {
    expect((await crew('clean', RUN)).out).toBe(`removed ${RUN}\n`);
    expect(JSON.parse((await crew('list', '--json')).out).runs).toMatchObject([{ run: OTHER }]);
    expect(await readdir(path.join(home, 'subjects', 'tree', RUN))).toEqual([]);
  });

  it('keeps runs that ended less than 30 days ago, and removes older ones', async () => {
    const at = (now: string) => runCrew(['clean'], { env: { CREW_HOME: home, CREW_NOW: now } });
    expect((await at('2026-12-18T12:00:00Z')).out).toBe('Nothing to remove.\n');
    expect((await at('2026-12-18T12:20:00Z')).out).toBe(`removed ${RUN}\nremoved ${OTHER}\n`);
  });

  it('with --repo lists what crew left there, and removes it only with --yes', async () => {
    const shop = await openShop();
    const url = `${shop.embedded.apiUrl}/repos/${REPO}/issues/1/comments`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `token ${shop.crewToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: mark('Mended.', { slot: 'run', place: `${REPO}#1` }) }),
    });
    expect(answer.status).toBe(201);
    const env = {
      CREW_HOME: home,
      GITHUB_TOKEN: shop.crewToken(),
      GITHUB_API_URL: shop.embedded.apiUrl,
      GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl,
    };
    const clean = (...more: string[]) => runCrew(['clean', '--repo', REPO, ...more], { env });
    const own = () => shop.comments().filter(({ author }) => author === 'crew[bot]').length;
    expect((await clean()).out).toContain('add --yes');
    expect(own()).toBe(1);
    expect((await clean('--yes')).out).toContain('removed http');
    expect(own()).toBe(0);
    expect((await clean()).out).toBe('crew left nothing there.\n');
  });
});
