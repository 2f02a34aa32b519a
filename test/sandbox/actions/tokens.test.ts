// Whose hand it is: the same `/crew fix` with GitHub's own token, and with the key of an App among the secrets.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { readManifest } from '../../../src/sample/index.js';
import { type Fixes, issueOf, mended, part, REPO, withFixes } from './with-fixes.js';

const LONG = 900_000;

/** What the repository itself asks of every push. */
const OWN = `name: test
on: push
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
      - uses: crew/act/script@v1
        with:
          run: |
            import { execFileSync } from 'node:child_process';
            execFileSync(process.execPath, ['--test', 'test/times.test.js'], { stdio: 'inherit' });
`;

const [GITHUBS, APPS] = [1, 2] as const;
const BOTS = { [GITHUBS]: 'github-actions[bot]', [APPS]: 'crew[bot]' } as const;
const BRANCHES = { [GITHUBS]: 'crew/issue-1', [APPS]: 'crew/issue-2' } as const;

let environment: Fixes;
beforeAll(async () => {
  const secrets: Record<string, string> = { ANTHROPIC_API_KEY: 'sk-ant-canary-0123456789' };
  environment = await withFixes({
    issues: [issueOf('add'), issueOf('times')],
    parts: [part('add is wrong', mended('add')), part('times is wrong', mended('times'))],
    repository: { secrets, files: { '.github/workflows/test.yml': OWN } },
  });
  await environment.github.seed({ apps: [{ ...readManifest(), owner: 'ann', installations: [{ account: 'ann' }] }] });
  await environment.say('maya', '/crew fix', GITHUBS);
  await environment.atWork('crew / read the request');
  const { id, privateKey } = environment.github.app('crew');
  Object.assign(secrets, { CREW_APP_ID: String(id), CREW_APP_PRIVATE_KEY: privateKey });
  await environment.say('maya', '/crew fix', APPS);
  await environment.runs();
}, LONG);
afterAll(() => environment.close());

/** Everything that came of an issue, by who did it. */
async function handsOn(issue: typeof GITHUBS | typeof APPS) {
  const { issues, pulls } = environment.github.repository(REPO);
  const pull = pulls.find(({ head }) => head.ref === BRANCHES[issue]);
  const thread = issues.find(({ number }) => number === issue)?.comments ?? [];
  const { data: commit } = await environment.as('ann').repos.getCommit({ ...at, ref: BRANCHES[issue] });
  const { data: checks } = await environment.as('ann').checks.listForRef({ ...at, ref: BRANCHES[issue] });
  return {
    body: pull?.body ?? '',
    comments: thread
      .filter(({ author }) => author.kind === 'Bot')
      .map(({ author, body }) => ({ by: author.login, body })),
    hands: {
      pull: pull?.author.login,
      commit: [commit.author?.login, commit.commit.verification?.verified],
      check: checks.check_runs.filter(({ name }) => name === 'crew/verify').map(({ app }) => app?.slug),
      comments: [...new Set(thread.filter(({ author }) => author.kind === 'Bot').map(({ author }) => author.login))],
    },
  };
}

/** The repository's own runs on a branch. */
const ownRuns = async (branch: string) =>
  (await environment.runs()).filter(({ workflow, ref }) => workflow === 'test' && ref === `refs/heads/${branch}`);

describe('with GitHub’s own token', () => {
  it('everything is the bot’s of Actions', async () => {
    const { hands } = await handsOn(GITHUBS);
    const bot = BOTS[GITHUBS];
    expect(hands).toEqual({ pull: bot, commit: [bot, true], check: ['github-actions'], comments: [bot] });
  });

  it('the repository’s own checks do not start, and the pull request says so, and how they do', async () => {
    const { body, comments } = await handsOn(GITHUBS);
    expect(await ownRuns(BRANCHES[GITHUBS])).toEqual([]);
    expect(body).toContain('own workflows have not started');
    expect(comments.at(-1)?.body).toContain('own workflows have not started');
  });
});

describe('with an App’s key', () => {
  it('everything is the App’s, from the first word to the check', async () => {
    const { hands } = await handsOn(APPS);
    const bot = BOTS[APPS];
    expect(hands).toEqual({ pull: bot, commit: [bot, true], check: ['crew'], comments: [bot] });
  });

  it('the repository’s own checks start by themselves', async () => {
    const { body, comments } = await handsOn(APPS);
    expect(await ownRuns(BRANCHES[APPS])).toMatchObject([{ actor: BOTS[APPS], conclusion: 'success' }]);
    expect(body).not.toContain('own workflows have not started');
    expect(comments[0]?.body).toContain('**`/crew fix`**: succeeded');
    expect(comments[1]?.body).toMatch(/^@maya\n\n#\d+ is ready for review\.\n*(?:<!--|$)/);
  });

  it('what the App says starts no machine, although it names commands', async () => {
    const { comments } = await handsOn(APPS);
    expect(
      environment.github.effects.some(
        ({ actor, detail }) => actor === BOTS[APPS] && JSON.stringify(detail).includes('/crew'),
      ),
    ).toBe(true);
    const heard = (await environment.runs()).filter(
      ({ event, actor }) => event === 'issue_comment' && actor === BOTS[APPS],
    );
    expect(heard.map(({ conclusion }) => conclusion)).toEqual(comments.map(() => 'skipped'));
    expect([...(await environment.records('issue-1')), ...(await environment.records('issue-2'))]).toHaveLength(2);
  });
});
