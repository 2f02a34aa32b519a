import { beforeEach, describe, expect, it } from '@jest/globals';
import { SCAN_RECORD } from '../../../src/adapters/github/board/scan-records.js';
import { type Expecting, openGitHub } from '../../../src/adapters/github/index.js';
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
  more = {},
}: {
  token?: () => Promise<string>;
  file?: string;
  more?: Partial<Expecting>;
} = {}) {
  const { apiUrl, graphqlUrl } = environment.embedded;
  const { clock } = environment;
  return openGitHub(
    REPO,
    { apiUrl, graphqlUrl, token, clock, log: () => undefined },
    {
      file,
      folder: '.agent',
      ...more,
    },
  ).github;
}

const leave = (text: string, at: string | null = null) =>
  environment.github().refs.write(LAST.ref, { file: LAST.file, text, at, message: 'crew: board' });

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
      last: { text: '{"format":1}', at },
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
    expect(await github.refs.read(LAST.ref, LAST.file)).toEqual({ text, at });
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
    expect(await refs.read(LAST.ref, LAST.file)).toEqual({ text: '1', at: first });
    const second = await leave('2', first);
    expect(await refs.read(LAST.ref, LAST.file)).toEqual({ text: '2', at: second });
  });

  it('is read again after it was written, though it was never read before', async () => {
    const first = await leave('1');
    const github = open();
    await github.people.me();
    const second = await github.refs.write(LAST.ref, { file: LAST.file, text: '2', at: first, message: 'crew: board' });
    expect(await github.refs.read(LAST.ref, LAST.file)).toEqual({ text: '2', at: second });
  });
});

describe('what is read ahead', () => {
  const FILES = ['README.md', 'none.md', '.github/crew.yml'];

  async function ahead(more: Partial<Expecting> = {}) {
    const commit = { sha: (await environment.github().branches.head('main')) ?? '', paths: FILES };
    await environment.github().thread.post(1, 'first');
    await environment
      .github({ token: async () => environment.embedded.tokenFor({ user: 'sam' }) })
      .thread.post(1, 'second');
    return { commit, github: open({ more: { commit, login: 'maya', thread: 1, ...more } }) };
  }

  beforeEach(async () => {
    await fetch(`${environment.embedded.apiUrl}/repos/${REPO}/issues`, {
      method: 'POST',
      headers: { authorization: `token ${environment.embedded.tokenFor({ user: 'maya' })}` },
      body: JSON.stringify({ title: 'It is broken' }),
    });
  });

  /** All of it, as each is asked for. */
  const wanted = async ({ branches, people, thread }: ReturnType<typeof open>, sha: string) => ({
    files: await branches.files(sha, FILES),
    may: await people.permission('maya'),
    said: await thread.read(1),
  });

  it('comes with the first question, and says the same as each question on its own', async () => {
    const { commit, github } = await ahead();
    const own = await wanted(environment.github(), commit.sha);
    asked();
    expect(await wanted(github, commit.sha)).toEqual(own);
    expect(asked()).toEqual(['POST /graphql']);
    expect(own.may).toBe('write');
    expect(own.files.map(({ path }) => path)).toEqual(['README.md', '.github/crew.yml']);
    expect(own.said.slice(-2).map(({ body }) => body)).toEqual(['first', 'second']);
  });

  it('of a commit is not read again to go on from it', async () => {
    const { commit, github } = await ahead();
    await github.branches.files(commit.sha, ['README.md']);
    asked();
    const files = [{ path: 'README.md', mode: '100644', bytes: new TextEncoder().encode('# other\n') }];
    await github.branches.commit({ parent: commit.sha, message: 'other', files });
    expect(asked()).toEqual(['POST /git/trees', 'POST /git/commits']);
  });

  it('is asked for again by who asks again: people say things, and lose rights', async () => {
    const { github } = await ahead();
    await github.thread.read(1);
    await environment.github().thread.post(1, 'third');
    expect((await github.thread.read(1)).at(-1)?.body).toBe('third');
    await github.people.permission('maya');
    asked();
    await github.people.permission('maya');
    expect(asked()).toEqual(['GET /collaborators/maya/permission']);
  });

  it('counts for a moment only', async () => {
    const { github } = await ahead();
    await github.people.me();
    await environment.github().thread.post(1, 'third');
    await environment.clock.sleep(30_000);
    expect((await github.thread.read(1)).at(-1)?.body).toBe('third');
  });

  it('never says that somebody may not: that is asked for by name', async () => {
    const { github } = await ahead({ login: 'sam' });
    asked();
    expect(await github.people.permission('sam')).toBe('read');
    expect(asked()).toEqual(['POST /graphql', 'GET /collaborators/sam/permission']);
  });

  it.each([
    ['writers', 'Repository.collaborators', ['GET /collaborators/maya/permission']],
    ['thread', 'Repository.issueOrPullRequest', ['GET /issues/1/comments']],
    ['files', 'Commit.tree', ['POST /graphql']],
  ])('in part (%s), only that part is asked for again', async (_, field, again) => {
    const { commit, github } = await ahead();
    const own = await wanted(environment.github(), commit.sha);
    environment.embedded.faults.add({ kind: 'field', field, times: 1 });
    asked();
    expect(await wanted(github, commit.sha)).toEqual(own);
    expect(asked()).toEqual(['POST /graphql', ...again]);
  });

  it('of a commit that is not there is asked for again, and then it is an error', async () => {
    const sha = '0'.repeat(40);
    const { github } = await ahead({ commit: { sha, paths: ['README.md'] } });
    await expect(github.branches.files(sha, ['README.md'])).rejects.toThrow(`there is no commit ${sha}`);
  });
});
