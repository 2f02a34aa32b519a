// Answers at once: what `status` says about waiting runs and the last 90 days.
import { describe, expect, it } from '@jest/globals';
import { endOf } from '../../src/runs/launch.js';
import { messages } from '../../src/text/lang/index.js';
import { isFirstPass, waitingLines } from '../../src/workflows/instant.js';
import { START } from '../build/clock.js';
import { recordOf } from '../build/records.js';

const ended = (run: string, pull: number) => ({
  ...({ kind: 'ended', run, pull, workflow: 'fix', at: '2026-11-19T12:00:00Z' } as const),
  ...{ user: 'maya', repo: 'acme/shop', usd: 1 },
});

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
    const none = { days: 90, opened: 1, merged: 0, firstPass: 0, usdEach: undefined };
    expect(messages('en').lastDays(none)).toBe('Last 90 days: 1 pull request opened.');
    expect(messages('ja').lastDays(none)).toBe('直近 90 日: プルリクエスト 1 件を作成。');
    expect(messages('en').lastDays({ ...none, opened: 3, merged: 2, firstPass: 1, usdEach: 0.5 })).toBe(
      'Last 90 days: 3 pull requests opened, 2 merged, 1 needed no correction, $0.50 per merged pull request, all runs included.',
    );
  });
});

describe('the list of runs', () => {
  it.each(['en', 'ja'] as const)('says to the minute when each one began (%s)', (lang) => {
    const run = { run: 'fix-2-a', workflow: 'fix', status: 'succeeded', startedAt: '2026-11-20T06:14:28.060Z' };
    expect(messages(lang).status({ issue: undefined, runs: [run] })).toContain(' | 2026-11-20 06:14 UTC |');
  });
});
