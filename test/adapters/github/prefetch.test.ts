import { beforeEach, describe, expect, it } from '@jest/globals';
import { SCAN_RECORD } from '../../../src/adapters/github/board/scan-records.js';
import { openGitHub } from '../../../src/adapters/github/index.js';
import { UserError } from '../../../src/ports/errors.js';
import { openShop, REPO, type Shop } from '../../build/shop.js';

const CONFIG = 'lang: ja\nfacilitate:\n  label: crew\n';
const AGENT = '{ "name": "mender" }';
const LAST = SCAN_RECORD;

let environment: Shop;
let seen = 0;

beforeEach(async () => {
  environment = await openShop({
    files: { '.github/crew.yml': CONFIG, '.github/link.yml': '../crew.yml', '.agent/mender/agent.json': AGENT },
  });
  seen = environment.embedded.requests.length;
});

/** How GitHub was asked since the last time. */
function asked(): readonly string[] {
  const since = environment.embedded.requests.slice(seen);
  seen = environment.embedded.requests.length;
  return since.map(
    ({ method, path }) => `${method} ${path.replace(/^\/api(\/v3\/repos\/ann\/shop)?/, '').split('?')[0]}`,
  );
}

function open({
  token = async () => environment.crewToken(),
  file = '.github/crew.yml',
}: {
  token?: () => Promise<string>;
  file?: string;
} = {}) {
  const { apiUrl, graphqlUrl } = environment.embedded;
  const { clock } = environment;
  return openGitHub(REPO, { apiUrl, graphqlUrl, token, clock, log: () => undefined }, { file, folder: '.agent' })
    .github;
}

const leave = (text: string, at: string | null = null) =>
  environment.github().refs.commit(LAST.ref, { files: { [LAST.file]: text }, version: at, message: 'crew: board' });

/** All that the opening may know. */
const everything = async ({ people, repository, refs }: ReturnType<typeof open>) => ({
  me: await people.me(),
  branch: await repository.defaultBranch(),
  config: await repository.file('.github/crew.yml'),
  agents: await repository.files('.agent', 'agent.json'),
  last: await refs.read(LAST.ref, LAST.file),
});

describe('the first question to a repository', () => {
  it('answers who asks, the settings, the agents and the last look at once', async () => {
    const at = await leave('{"format":1}');
    asked();
    expect(await everything(open())).toEqual({
      me: { login: 'crew[bot]', id: expect.any(Number) },
      branch: 'main',
      config: CONFIG,
      agents: [{ path: '.agent/mender/agent.json', text: AGENT }],
      last: { text: '{"format":1}', version: at },
    });
    expect(asked()).toEqual(['POST /graphql']);
  });

  it('says the same as each question on its own', async () => {
    await leave('{"format":1}');
    const together = await everything(open());
    expect(together).toEqual(await everything(environment.github()));
  });

  it('takes "none" for an answer', async () => {
    const github = open({ file: '.github/other.yml' });
    asked();
    expect(await github.repository.file('.github/other.yml')).toBeNull();
    expect(await github.refs.read(LAST.ref, LAST.file)).toBeNull();
    expect(asked()).toEqual(['POST /graphql']);
  });

  it('is not asked for what it does not hold', async () => {
    const github = open();
    asked();
    expect(await github.repository.file('README.md')).toBe('# shop\n');
    expect(await github.refs.read('crew/runs/none', 'log.jsonl')).toBeNull();
    expect(asked()).toEqual(['GET /contents/README.md', 'GET /git/ref/crew%2Fruns%2Fnone']);
  });

  it('counts as what it is: one request, one point', async () => {
    const github = open();
    await everything(github);
    expect(github.spent()).toEqual({ requests: 1, graphqlPoints: 1 });
  });
});

describe('where the first question is not answered', () => {
  it('each asks on its own, and knows the same', async () => {
    await leave('{"format":1}');
    const all = await everything(open());
    environment.embedded.faults.add({ kind: 'status', status: 502, when: 'before', body: 'crewOpening', times: 'all' });
    expect(await everything(open())).toEqual(all);
  });

  it.each([
    ['Repository.defaultBranchRef', ['GET ']],
    ['Repository.ref', ['GET /git/ref/crew%2Fboard', 'GET /contents/scan.json']],
    ['Blob.isTruncated', ['GET /contents/.github%2Fcrew.yml', 'GET /git/ref/crew%2Fboard', 'GET /contents/scan.json']],
  ])('in part (%s), only that part is asked for again', async (field, again) => {
    await leave('{"format":1}');
    const all = await everything(open());
    environment.embedded.faults.add({ kind: 'field', field, times: 1 });
    asked();
    expect(await everything(open())).toEqual(all);
    expect(asked()).toEqual(['POST /graphql', ...again]);
  });

  it('in the part of the owner’s defaults, only that part is asked for again', async () => {
    const defaults = 'lang: ja\nfix:\n  draft: true\n';
    await environment.embedded.seed({
      repositories: [{ owner: 'ann', name: '.github', files: { '.github/crew.yml': defaults } }],
    });
    environment.embedded.faults.add({ kind: 'field', field: 'Repository.object', of: '.github', times: 1 });
    asked();
    const { repository } = open();
    expect(await repository.file('.github/crew.yml')).toBe(CONFIG);
    expect(await repository.ownersFile('.github/crew.yml')).toBe(defaults);
    expect(asked()).toEqual(['POST /graphql', 'GET /v3/repos/ann/.github/contents/.github%2Fcrew.yml']);
  });

  it('because the owner has no repository for defaults, nothing is asked again', async () => {
    asked();
    expect(await open().repository.ownersFile('.github/crew.yml')).toBeNull();
    expect(asked()).toEqual(['POST /graphql']);
  });

  it('because nobody is to be seen behind the token, each asks on its own', async () => {
    await leave('{"format":1}');
    const all = await everything(open());
    environment.embedded.faults.add({ kind: 'field', field: 'Query.viewer', times: 1 });
    expect(await everything(open())).toEqual(all);
  });

  it('because the token is refused, that is said, and nothing else is tried', async () => {
    asked();
    await expect(open({ token: async () => 'nonsense' }).repository.file('.github/crew.yml')).rejects.toThrow(
      UserError,
    );
    expect(new Set(asked())).toEqual(new Set(['POST /graphql']));
  });
});

describe('a text that the first question cannot give', () => {
  it('is read whole, where GitHub cuts it', async () => {
    const text = JSON.stringify({ format: 1, long: 'あ'.repeat(200_000) });
    const at = await leave(text);
    const github = open();
    asked();
    expect(await github.refs.read(LAST.ref, LAST.file)).toEqual({ text, version: at });
    expect(asked()).toEqual(['POST /graphql', 'GET /contents/scan.json']);
  });

  it('because it may be a link is read by who follows links', async () => {
    const github = open({ file: '.github/link.yml' });
    asked();
    expect(await github.repository.file('.github/link.yml')).toBe('../crew.yml');
    expect(asked()).toEqual(['POST /graphql', 'GET /contents/.github%2Flink.yml']);
  });
});

describe('the last look', () => {
  it('is read again by who reads it again', async () => {
    const first = await leave('1');
    const { refs } = open();
    expect(await refs.read(LAST.ref, LAST.file)).toEqual({ text: '1', version: first });
    const second = await leave('2', first);
    expect(await refs.read(LAST.ref, LAST.file)).toEqual({ text: '2', version: second });
  });

  it('is read again after it was written, though it was never read before', async () => {
    const first = await leave('1');
    const github = open();
    await github.people.me();
    const second = await github.refs.commit(LAST.ref, {
      files: { [LAST.file]: '2' },
      version: first,
      message: 'crew: board',
    });
    expect(await github.refs.read(LAST.ref, LAST.file)).toEqual({ text: '2', version: second });
  });
});
