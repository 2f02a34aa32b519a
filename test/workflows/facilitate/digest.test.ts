import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import type { Event } from '../../../src/ports/event.js';
import { similarIn } from '../../../src/workflows/facilitate/rules/digest.js';
import { runCrew } from '../../build/crew.js';
import { newFolder } from '../../build/folder.js';
import { lookAt } from './looking.js';
import { type Board, closeBoard, isContent, openBoard, REPO } from './whole/board.js';
import { seeded, takingTurns } from './whole/lives.js';

describe('the digest', () => {
  let github: EmbeddedGitHub;
  let home: string;

  beforeEach(async () => {
    home = await newFolder();
    github = await startEmbeddedGitHub({
      seed: {
        users: ['ann', 'maya'],
        repositories: [
          {
            owner: 'ann',
            name: 'shop',
            files: {
              'README.md': '# shop\n',
              '.agent/iterator/agent.json': JSON.stringify({
                version: '1.0.0',
                name: 'iterator',
                displayName: 'Iterator',
                description: 'Develops what an issue asks for',
                parameters: { issue: { type: 'number', description: 'the issue', required: true, cli: '--issue' } },
                actions: { enabled: true, types: ['issue-action'] },
                command: 'agents run {name} --issue {issue}',
              }),
              '.github/crew.yml': 'facilitate:\n  digest-issue: true\n',
            },
            collaborators: { maya: 'write' },
            issues: [
              { title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'maya' },
              { title: 'Pay by card', body: 'Blocked by #1', author: 'maya' },
            ],
          },
        ],
      },
    });
  });
  afterEach(() => github.close());

  async function facilitate(now?: string) {
    const { code, out, err } = await runCrew(['facilitate', '--repo', 'ann/shop', '--json'], {
      cwd: home,
      env: {
        CREW_HOME: path.join(home, '.crew'),
        GITHUB_TOKEN: github.tokenFor({ user: 'ann' }),
        GITHUB_API_URL: github.apiUrl,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
        GITHUB_SERVER_URL: github.url,
        ...(now === undefined ? {} : { CREW_NOW: now }),
      },
    });
    const report = JSON.parse(out);
    expect({ code, err, missing: report.coverage?.missing }).toEqual({ code: 0, err: '', missing: [] });
    return report;
  }

  const digests = () => github.repository('ann/shop').issues.filter(({ title }) => title === 'Board digest');
  /** Without refs: what was seen is remembered, and the digest itself is something new to see. */
  const contentWrites = () => github.effects.filter(({ kind }) => !kind.startsWith('ref.')).length;
  const rest = (method: string, place: string, body: unknown, user = 'ann') =>
    fetch(`${github.apiUrl}/repos/ann/shop/${place}`, {
      method,
      headers: { authorization: `token ${github.tokenFor({ user })}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  describe('the digest issue', () => {
    it('is opened once, describes the board, and is not part of it', async () => {
      const first = await facilitate();
      expect(digests()).toHaveLength(1);
      expect(digests()[0]?.body).toContain('Pay by card');
      expect(digests()[0]?.body).not.toContain('Board digest');
      const effects = contentWrites();
      const second = await facilitate();
      expect(contentWrites()).toBe(effects);
      expect(second.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
      expect(second.health).toEqual(first.health);
      expect(JSON.stringify(second.recommendation)).not.toContain('Board digest');
    });

    it('is rewritten when the board changes, but not when only time passes', async () => {
      await facilitate();
      await rest('PATCH', 'issues/1', { state: 'closed' });
      await facilitate();
      expect(digests()).toHaveLength(1);
      const body = digests()[0]?.body;
      expect(body).toMatch(/2 issues[\s\S]*1 done/i);
      const effects = contentWrites();
      await facilitate(new Date(Date.now() + 3_600_000).toISOString());
      expect(digests()[0]?.body).toBe(body);
      expect(contentWrites()).toBe(effects);
    });

    it('creates no reference on the issues that it names', async () => {
      await facilitate();
      const mentions = github.effects.filter(({ kind }) => kind.includes('reference'));
      expect(mentions).toEqual([]);
      expect(digests()[0]?.body?.replace(/`[^`]*`/g, '')).not.toMatch(/#\d/);
    });

    it('stays closed if a person closed it, and no other one is opened', async () => {
      await facilitate();
      const number = digests()[0]?.number;
      await rest('PATCH', `issues/${number}`, { state: 'closed' });
      await rest('POST', 'issues', { title: 'Something new', body: 'It should be there.' });
      await facilitate();
      expect(digests().map(({ state }) => state)).toEqual(['closed']);
    });

    it('by another author stays unchanged, even if its text is a copy', async () => {
      await facilitate();
      const words = digests()[0]?.body ?? '';
      await rest('POST', 'issues', { title: 'Board digest', body: words }, 'maya');
      await facilitate();
      expect(digests().map(({ author }) => author.login)).toEqual(['ann', 'maya']);
      expect(digests()[1]?.body).toBe(words);
      expect(digests()[1]?.state).toBe('open');
    });

    it('is found again if the record of the last scan is lost', async () => {
      await facilitate();
      expect((await rest('DELETE', 'git/refs/crew/board', undefined)).status).toBe(204);
      await facilitate();
      expect(digests()).toHaveLength(1);
    });
  });

  describe('a second digest issue', () => {
    const config = { '.github/crew.yml': 'facilitate:\n  digest-issue: true\n' };
    const issues = [{ number: 1, title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'ann' }];
    const open = ({ embedded }: Board) =>
      embedded.repository(REPO).issues.filter(({ title, state }) => title === 'Board digest' && state === 'open');

    it.each(Array.from({ length: 8 }, (_, n) => n + 1))(
      'is closed by the later of two concurrent scans, in any order of their requests (%d)',
      async (seed) => {
        const board = await openBoard({ issues, files: config });
        const workers = takingTurns(['one', 'two'], seeded(seed));
        await Promise.all(
          workers.map(({ name: key, before, over }) => {
            const event: Event = { kind: 'scheduled', key, repo: REPO, command: 'facilitate' };
            return board.ends({ event, worker: { before } }).finally(over);
          }),
        );
        expect(open(board)).toHaveLength(1);
        await closeBoard(board);
      },
    );

    it('that still exists is closed by the next scan and not judged as work; the older one stays open', async () => {
      const board = await openBoard({ issues, files: config });
      await board.look();
      const [first] = open(board);
      const { status } = await fetch(`${board.embedded.apiUrl}/repos/${REPO}/issues`, {
        method: 'POST',
        headers: { authorization: `token ${board.embedded.tokenFor({ app: 'crew', on: 'acme' })}` },
        body: JSON.stringify({ title: 'Board digest', body: first?.body }),
      });
      expect(status).toBe(201);
      const { report } = await board.look();
      expect(open(board).map(({ number }) => number)).toEqual([first?.number]);
      expect(report.recommendation.targetIssues).not.toContain((first?.number ?? 0) + 1);
      board.happened();
      await board.look();
      expect(board.happened().filter(isContent)).toEqual([]);
    });
  });
});

const crash = 'The exporter crashes with a segfault when the spreadsheet holds an umlaut in its header row.';
const others = Array.from({ length: 30 }, (_, n) => ({
  number: 100 + n,
  title: `Colour theme ${n}`,
  body: `Button ${n} needs another shade of blue.`,
}));
const world = (body: string, author: string) => ({
  'may-push': ['maya'],
  issues: [
    ...others,
    { number: 12, title: 'Exporter crashes', body: crash, author: 'maya', created: '-9d' },
    { number: 21, title: 'Crash of the exporter', body, author, created: '-1d' },
  ],
});

describe('a likely duplicate', () => {
  it('is named with the older issue if a person without write access opened it', () => {
    const found = similarIn(lookAt(world('Exporter segfault: umlaut in the header row of my spreadsheet.', 'zoe')));
    expect(found).toEqual([{ issue: 'acme/app#21', to: 'acme/app#12' }]);
  });

  it('is not named if its author has write access, or if the issues share only common words', () => {
    expect(similarIn(lookAt(world('Exporter segfault: umlaut in the header row.', 'maya')))).toEqual([]);
    expect(similarIn(lookAt(world('Button 7 needs another shade of blue.', 'zoe')))).toEqual([]);
  });

  it('is found in Japanese text too', () => {
    const issues = [
      ...others,
      {
        number: 12,
        title: '請求書の出力が失敗する',
        body: '消費税の端数処理で請求書の出力が異常終了します。',
        author: 'maya',
        created: '-9d',
      },
      {
        number: 21,
        title: '請求書',
        body: '端数処理のとき請求書の出力が異常終了する。消費税の設定です。',
        author: 'zoe',
        created: '-1d',
      },
    ];
    expect(similarIn(lookAt({ 'may-push': ['maya'], issues }))).toEqual([{ issue: 'acme/app#21', to: 'acme/app#12' }]);
  });

  it('is one of at most three that are named', () => {
    const issues = [
      { number: 1, body: crash, author: 'maya', created: '-9d' },
      ...[2, 3].map((number) => ({ number, body: crash, author: 'zoe', created: '-1d' })),
      ...Array.from({ length: 4 }, (_, n) => [
        { number: 10 + n, body: `Alpha${n} beta${n} gamma${n} delta${n}`, author: 'maya', created: '-9d' },
        { number: 20 + n, body: `Alpha${n} beta${n} gamma${n} delta${n}`, author: 'zoe', created: '-1d' },
      ]).flat(),
    ];
    expect(similarIn(lookAt({ 'may-push': ['maya'], issues }))).toHaveLength(3);
  });
});
