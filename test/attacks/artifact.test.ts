// What the job that ran code of the repository left, as `publish` and `settle` read it: a result that is exactly what the job named, or
// nothing.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readWorkOutput } from '../../src/action/jobs.js';
import { settlePhase } from '../../src/action/settle.js';
import { refsRunStore } from '../../src/runs/stores.js';
import { digestOfBytes, maxBytes, readResult, WORK_FILES, writeResult } from '../../src/runs/work-result.js';
import { newFolder } from '../build/folder.js';
import { recordOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

const RUN = 'fix-1-0123456789';
const SPENT = { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
const RESULT = writeResult(RUN, { outcome: { name: 'done', says: 'Done.' }, spent: SPENT });
const line = (name: string) => `${JSON.stringify({ name, began: 1, at: 2, value: 1 })}\n`;

/** A runner's temporary folder with these files of the work job. */
async function left(files: Readonly<Record<string, string | Uint8Array>>, digest?: string) {
  const temp = await newFolder();
  await mkdir(path.join(temp, WORK_FILES.folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(temp, WORK_FILES.folder, name), text);
  return readWorkOutput({ RUNNER_TEMP: temp }, { digest });
}

/** What `publish` makes of a result. */
const resultIn = async (text: string | Uint8Array, digest?: string) => {
  const { bytes } = await left({ [WORK_FILES.result]: text }, digest);
  return readResult(bytes, { run: RUN, workflow: 'fix', digest });
};

describe('a result', () => {
  it('that is what the work job named is read', async () => {
    expect(await resultIn(RESULT, digestOfBytes(RESULT))).toMatchObject({ result: { outcome: { name: 'done' } } });
  });

  it.each<[string, string | Uint8Array, string | undefined, string]>([
    ['another than the job named', RESULT, digestOfBytes('another'), 'missing'],
    ['of another run', RESULT.replace(RUN, 'fix-2-0123456789'), undefined, 'another-run'],
    ['a list of orders', '{"create_pull_request":{"repo":"other/repo"}}\n'.repeat(50), undefined, 'unreadable'],
    ['no text', new Uint8Array([0xff, 0xfe, 0x00, 0x0a]), undefined, 'unreadable'],
    ['empty', '', undefined, 'unreadable'],
    ['larger than any', Buffer.alloc(maxBytes('fix') + 1, 0x61), undefined, 'too-large'],
    ['larger than any that is read', Buffer.alloc(maxBytes('build') + 2, 0x61), undefined, 'missing'],
    ['a result and more', `${RESULT}{}`, undefined, 'unreadable'],
  ])('is not used when it is %s', async (_, text, digest, flaw) => {
    expect(await resultIn(text, digest)).toEqual({ flaw });
  });

  it('is not read through a link, nor from a folder behind one', async () => {
    const [temp, far] = [await newFolder(), await newFolder()];
    for (const name of [WORK_FILES.result, WORK_FILES.journal]) await writeFile(path.join(far, name), RESULT);
    await mkdir(path.join(temp, WORK_FILES.folder));
    for (const name of [WORK_FILES.result, WORK_FILES.journal])
      await symlink(path.join(far, name), path.join(temp, WORK_FILES.folder, name));
    const nothing = { bytes: null, journal: null };
    expect(await readWorkOutput({ RUNNER_TEMP: temp }, { digest: undefined })).toEqual(nothing);
    const behind = await newFolder();
    await symlink(far, path.join(behind, WORK_FILES.folder));
    expect(await readWorkOutput({ RUNNER_TEMP: behind }, { digest: undefined }).catch(() => nothing)).toEqual(nothing);
  });
});

describe('the journals of a work job', () => {
  it('count by the furthest that is whole; a torn one counts as far as it is', async () => {
    const [one, two] = [line('one'), line('one') + line('two')];
    expect((await left({ [WORK_FILES.journal]: one, 'crew-work-1.json': two })).journal).toBe(two);
    expect((await left({ [WORK_FILES.journal]: one, 'crew-work-1.json': `${two}{"name":"three` })).journal).toContain(
      'two',
    );
    const torn = two.slice(0, -3);
    expect((await left({ [WORK_FILES.journal]: two, 'crew-work-1.json': torn })).journal).toBe(two);
  });

  it('count by no other name, and not beyond what one may hold', async () => {
    const files = { 'journal.jsonl.txt': line('a'), 'crew-work-..json': line('a'), 'safe-outputs.ndjson': line('a') };
    expect((await left(files)).journal).toBeNull();
    expect((await left({ [WORK_FILES.journal]: Buffer.alloc(50_000_001, 0x61) })).journal).toBeNull();
  });
});

describe('an Actions run that has ended', () => {
  /** A run that an Actions run claimed, and what crew-settle.yml makes of an Actions run of that number that ended. */
  async function settler() {
    const environment = await openShop();
    const store = refsRunStore(environment.github().refs, (text) => text);
    const record = recordOf({ run: RUN, issue: 1, actions: { id: 99, attempt: 1 } });
    await store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
    const find = async (head: unknown, of: object = {}) => {
      const temp = await newFolder();
      const event = path.join(temp, 'event.json');
      const outputs = path.join(temp, 'outputs');
      const over = {
        ...{ id: 99, run_attempt: 1, conclusion: 'failure', display_title: 'crew #1 issue_comment-345' },
        ...{ path: '.github/workflows/crew.yml', head_repository: head, ...of },
      };
      await writeFile(event, JSON.stringify({ action: 'completed', workflow_run: over }));
      await writeFile(outputs, '');
      const env = {
        ...{ GITHUB_API_URL: environment.embedded.apiUrl, GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl },
        ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: event },
        ...{ GITHUB_REPOSITORY: REPO, GITHUB_RUN_ID: '100', GITHUB_RUN_ATTEMPT: '1', GITHUB_OUTPUT: outputs },
        ...{ RUNNER_TEMP: temp, INPUT_TOKEN: environment.crewToken(), INPUT_PHASE: 'settle' },
      };
      const before = environment.embedded.effects.length;
      let said = '';
      const say = (text: string) => {
        said += text;
      };
      const code = await settlePhase({ env, out: say, err: say });
      return { code, said, did: environment.embedded.effects.slice(before) };
    };
    return { find, runs: async () => (await store.read('issue-1')).runs };
  }

  it('in a fork, under whatever name, opens nothing; one of this repository opens what it had claimed', async () => {
    const { find, runs } = await settler();
    const before = await runs();
    for (const head of [{ full_name: 'sam/shop' }, { full_name: `${REPO}2` }, {}, null])
      expect(await find(head)).toEqual({ code: 0, said: '', did: [] });
    expect(await runs()).toEqual(before);
    expect(await find({ full_name: REPO })).toMatchObject({ code: 0, said: '1 open\n', did: [] });
  });

  it('of another workflow file opens nothing', async () => {
    const { find } = await settler();
    const of = { path: '.github/workflows/evil-crew.yml', head_branch: 'main', head_sha: 'a'.repeat(40) };
    expect(await find({ full_name: REPO }, of)).toMatchObject({ said: 'Nothing to follow.\n', did: [] });
  });
});
