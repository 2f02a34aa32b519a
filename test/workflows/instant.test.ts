// Answers at once: what `status` says about waiting runs and the last 90 days.
import { describe, expect, it } from '@jest/globals';
import { gate } from '../../src/runs/gate.js';
import { endOf } from '../../src/runs/launch.js';
import { messages } from '../../src/text/lang/index.js';
import { isFirstPass, waitingLines } from '../../src/workflows/instant.js';
import { START } from '../build/clock.js';
import { servicesOn } from '../build/phases.js';
import { commentBy, recordOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

const ended = (run: string, pull: number) => ({
  ...({ kind: 'ended', run, pull, workflow: 'fix', at: '2026-11-19T12:00:00Z' } as const),
  ...{ user: 'maya', repo: 'acme/shop', usd: 1 },
});

const PULL = {
  ...{ url: '', draft: false, title: 'Fix', body: '', author: { login: 'crew[bot]', bot: true, id: 9 } },
  ...{ head: { repo: REPO, branch: 'crew/issue-2', sha: '1' }, base: { branch: 'main', sha: '0' } },
};

describe('a pull request needed no correction', () => {
  it.each([
    ['where one run published to it', [ended('fix-2-a', 4), ended('fix-3-b', 5)], true],
    ['unless a further round followed', [ended('fix-2-a.r2', 4)], false],
    ['unless a second request followed', [ended('fix-2-a', 4), ended('fix-4-b', 4)], false],
  ] as const)('%s', (_, entries, is) => expect(isFirstPass(entries, 4)).toBe(is));
});

describe('the status of a waiting run', () => {
  const waiting = (kind: 'approval' | 'question') =>
    recordOf({
      run: 'fix-2-a',
      end: endOf({ name: 'awaiting', awaits: { id: 'p-1', kind, question: 'This?' } }, START),
    });

  it('names what it waits for, with its id', () => {
    expect(waitingLines([waiting('approval'), recordOf()], START, 'en')).toBe(
      '- `fix-2-a` waits for approval. Write `/crew approve p-1`, `/crew reject p-1` or `/crew cancel`.',
    );
    expect(waitingLines([waiting('question')], START, 'ja')).toContain('`/crew answer p-1 …`');
    expect(waitingLines([recordOf()], START, 'en')).toBe('');
  });
});

describe('the last days of a repository', () => {
  it('leave out what did not happen', () => {
    const none = { days: 90, opened: 1, merged: 0, firstPass: 0, usd: 0.25 };
    expect(messages('en').lastDays(none)).toBe(
      'Last 90 days in this repository: 1 pull request opened. All runs of these days cost $0.25.',
    );
    expect(messages('ja').lastDays(none)).toBe(
      '直近 90 日のこのリポジトリ: プルリクエスト 1 件を作成。期間中のすべての実行の費用は $0.25 です。',
    );
    expect(messages('en').lastDays({ ...none, opened: 3, merged: 2, firstPass: 1, usd: 1 })).toBe(
      'Last 90 days in this repository: 3 pull requests opened, 2 merged, of which 1 needed no correction. All runs of these days cost $1.00, which is $0.50 for each merged pull request.',
    );
  });
});

describe('the list of runs', () => {
  it.each(['en', 'ja'] as const)('says to the minute when each one began (%s)', (lang) => {
    const run = {
      run: 'fix-2-a',
      command: 'fix',
      state: 'succeeded',
      startedAt: '2026-11-20T06:14:28.060Z',
      costUsd: 0,
    };
    expect(messages(lang).status({ issue: undefined, runs: [run] })).toContain(' | 2026-11-20 06:14 UTC |');
  });

  it('says which command each run is, what each one cost, and what they cost together', () => {
    const run = { startedAt: '2026-11-20T06:14:28.060Z', state: 'succeeded' };
    const runs = [
      { ...run, run: 'fix-2-a', command: 'fix', costUsd: 0.02 },
      { ...run, run: 'plan-2-b', command: 'plan', state: 'no-plan', costUsd: 0.01 },
    ];
    const lines = messages('en').status({ issue: 2, runs }).split('\n');
    expect(lines).toContain('| `/crew plan` | no plan made | 2026-11-20 06:14 UTC | $0.01 | `plan-2-b` |');
    expect(lines.at(-1)).toBe('Cost of these 2 runs together: $0.03.');
    expect(messages('en').status({ issue: 2, runs: runs.slice(1) })).not.toContain('together');
  });
});

describe('the status of an issue', () => {
  it('lists the runs that were asked for on its pull request, and none that the gate refused', async () => {
    const shop = await openShop();
    const services = servicesOn({ github: shop.github(), repo: REPO });
    const done = { order: {}, end: endOf({ name: 'done' }, START) };
    const runs = [
      recordOf({ run: 'fix-1-aaaaaaaaaa', issue: 1, ...done }),
      recordOf({ run: 'fix-7-bbbbbbbbbb', issue: 7, ...done }),
      recordOf({ run: 'fix-1-cccccccccc', issue: 1, end: endOf({ name: 'refused' }, START) }),
    ];
    await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs }, value: null }));
    await gate(commentBy('maya', { body: '/crew status', issue: 1 }), services);
    const said = shop.comments().at(-1)?.body ?? '';
    expect(['fix-1-aaaaaaaaaa', 'fix-7-bbbbbbbbbb', 'fix-1-cccccccccc'].map((run) => said.includes(run))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the statistics and tasks in the status of an issue', () => {
  it('counts a first pass only once the pull request is merged, and leaves out tasks of other issues', async () => {
    const shop = await openShop();
    const github = shop.github();
    const states = new Map<number, 'open' | 'merged'>([
      [4, 'merged'],
      [5, 'open'],
    ]);
    const read: typeof github.pulls.read = async (number) => {
      const state = states.get(number);
      return state ? { ...PULL, number, state } : github.pulls.read(number);
    };
    const services = servicesOn({ github: { ...github, pulls: { ...github.pulls, read } }, repo: REPO });
    for (const [run, pull] of [
      ['fix-2-a', 4],
      ['task-3-b', 5],
    ] as const)
      await services.spending.append(ended(run, pull));
    for (const issue of [1, 2]) {
      const record = recordOf({ run: `task-${issue}-aaaaaaaaaa`, workflow: 'task', issue, order: {} });
      await services.store.update(`issue-${issue}`, () => ({
        record: { subject: `issue-${issue}`, runs: [record] },
        value: null,
      }));
    }
    await gate(commentBy('maya', { body: '/crew status', issue: 1 }), services);
    const said = shop.comments().at(-1)?.body ?? '';
    expect(said).toContain('2 pull requests opened, 1 merged, of which 1 needed no correction.');
    expect(said).toContain('task-1-aaaaaaaaaa');
    expect(said).not.toContain('task-2-aaaaaaaaaa');
  });
});

describe('/crew approve without an id', () => {
  it.each([
    ['where nothing waits', 'done', 'Nothing here waits for approval.'],
    ['where a run waits', 'awaiting', '`ID` is missing. Nothing was started. Usage: '],
  ] as const)('%s', async (_, outcome, expected) => {
    const shop = await openShop();
    const services = servicesOn({ github: shop.github(), repo: REPO });
    const awaits = { id: 'p-1', kind: 'approval', question: 'This plan?' } as const;
    const end = endOf(outcome === 'done' ? { name: 'done' } : { name: 'awaiting', awaits }, START);
    const runs = [recordOf({ run: 'fix-1-aaaaaaaaaa', issue: 1, order: {}, end })];
    await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs }, value: null }));
    await gate(commentBy('maya', { body: '/crew approve', issue: 1 }), services);
    expect(shop.comments().at(-1)?.body).toContain(expected);
  });
});
