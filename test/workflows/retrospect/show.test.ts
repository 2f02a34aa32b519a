// The list for approval as people read it, in both languages; and what becomes of a run's end.
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import type { Preference, Proposal } from '../../../src/memory/preferences/state.js';
import { processMemory } from '../../../src/memory/store.js';
import type { Outcome, Request } from '../../../src/ports/run.js';
import { inLanguage } from '../../../src/text/lang/index.js';
import { type EndedRun, withApprovals } from '../../../src/workflows/retrospect/conclude.js';
import { learningIn } from '../../../src/workflows/retrospect/learning.js';
import { en } from '../../../src/workflows/retrospect/messages.en.js';
import { ja } from '../../../src/workflows/retrospect/messages.ja.js';
import { withIds } from '../../../src/workflows/retrospect/rules/list.js';
import type { Learned } from '../../../src/workflows/retrospect/rules/phase-four.js';
import { listText } from '../../../src/workflows/retrospect/rules/proposal-text.js';
import { improvement } from './examples.js';

const proposal = (of: Partial<Proposal> = {}): Proposal => ({
  ...{
    id: 'LP-001',
    name: 'lp:task_scope:tests_too',
    cluster: 'task_scope',
    topic: 'tests_too',
    weight: 4,
    priority: 'HIGH',
  },
  statement: 'バグ修正にはテストも含める',
  ...{ action: 'バグ修正時、テストファイルも自動的に更新します', scope: 'コード修正タスク全般' },
  evidence: [1, 2, 3].map((n) => ({
    ...{ kind: n === 3 ? 'afterthought' : 'correction', quote: `テストも直して ${n}`, source: `comment-${n}` },
    ...{ author: 'maya', time: `2026-11-1${n}T12:00:00Z`, url: `https://github.test/c/${n}` },
  })),
  ...of,
});

const existing = {
  ...{ name: 'lp:task_scope:tests_too', statement: 'テストは別のタスクにする', condition: '小さい修正' },
} as Preference;

const shown = (preferences: readonly Proposal[], lang: 'en' | 'ja', explainsPreferences = false) =>
  listText({ items: [], preferences, explainsPreferences, place: 'thread' }, inLanguage(lang, { en, ja }));

describe('the list', () => {
  it('shows a new preference in the specified form', () => {
    const text = shown([proposal()], 'ja');
    const parts = [
      '### LP-001: tests too（優先度: HIGH）',
      '**学習内容**:\n「バグ修正にはテストも含める」',
      '**根拠**:\n3回の独立した機会で同様のパターンを観測（修正指示2回、後付け要求1回、カウンタ 4.0）',
      '> テストも直して 1\n> — maya、[2026-11-11](https://github.test/c/1)',
      '**適用場面**:\nコード修正タスク全般',
      '**AI の行動変化**:\nバグ修正時、テストファイルも自動的に更新します',
      '**品質チェック**: PASS（正確性・安全性・完全性を損ねません）',
      '承認しますか？',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(shown([proposal()], 'en')).toContain('### LP-001: tests too (priority: HIGH)');
  });

  it('shows a change of a preference in the specified form', () => {
    const text = shown([proposal({ id: 'LP-UPD-001', existing })], 'ja');
    for (const part of [
      '### LP-UPD-001: tests too の更新（優先度: HIGH）',
      '**既存の学習内容**:\n「テストは別のタスクにする（条件: 小さい修正）」',
      '**更新理由**:\n最近3回、異なるパターンが観測されました',
      '完全置換: `/crew approve LP-UPD-001 replace`',
      '条件追加: `/crew approve LP-UPD-001 condition 条件`',
      '廃止: `/crew approve LP-UPD-001 retire`',
      '**新しい学習内容**:\n「バグ修正にはテストも含める」',
    ])
      expect(text).toContain(part);
    expect(shown([proposal({ id: 'LP-UPD-001', existing })], 'en')).toContain(
      'Retire it: `/crew approve LP-UPD-001 retire`',
    );
  });

  it('explains preferences before the first one is approved, in the specified words', () => {
    const text = shown([proposal()], 'ja', true);
    for (const words of [
      '### 学習済み好み（Learned Preferences）について',
      'これは、あなたの作業パターンから学習した「好み」を記録する機能です。',
      '- **透明性**: 全ての学習は承認後にのみ記録されます',
      '以下、今回学習した候補を提示します。',
    ])
      expect(text).toContain(words);
    expect(text.indexOf('以下、今回')).toBeLessThan(text.indexOf('### LP-001'));
    expect(shown([proposal()], 'ja')).not.toContain('学習済み好み');
  });

  it('names retrospective.md, and folds the exact change of each improvement', () => {
    const items = withIds([{ kind: 'improvement', of: improvement() }], []);
    const of = { items, preferences: [], explainsPreferences: false, place: 'thread' as const };
    const text = listText(of, ja);
    expect(text).toContain('詳細は retrospective.md を参照');
    expect(text).toContain('<details><summary>IMP-001: 変更の内容</summary>');
    expect(text).toContain('Fixtures are in test/fixtures.');
    // The Secretary's words stand in place of crew's; what is approved is shown all the same.
    const formatted = listText({ ...of, formatted: 'In the words of the Secretary.' }, en);
    expect(formatted).toContain('In the words of the Secretary.');
    expect(formatted).toContain('Fixtures are in test/fixtures.');
  });

  it('has one line before the fold in a thread, and is not folded at a terminal', () => {
    const items = withIds([{ kind: 'improvement', of: improvement() }], []);
    const of = { items, preferences: [proposal()], explainsPreferences: true };
    const text = listText({ ...of, place: 'thread' }, en);
    expect(text.split('<details>')[0]?.trim()).toBe(
      '**Proposals:** 1 improvement, 1 preference. Decide within 14 days: `/crew approve IMP-001`, `/crew reject IMP-001` or `/crew defer IMP-001`.',
    );
    expect(listText({ ...of, place: 'terminal' }, en)).toMatch(/`crew approve IMP-001`[^\n]*\n\n## Improv/);
  });
});

const NOTHING: Learned = { mode: 'light', status: 'success', items: [], signals: [] };
const explicit = (topic: string, quote: string) => ({
  ...{ kind: 'explicit' as const, cluster: 'defaults' as const, topic, statement: quote, quote, source: 'typed-1' },
});

async function ended(learned: Learned | null, of: { text?: string; outcome?: Outcome } & Partial<EndedRun> = {}) {
  const learning = learningIn(processMemory());
  const request = {
    event: { kind: 'typed', key: 'typed-1' },
    text: of.text ?? '',
    by: { login: 'maya', id: 2 },
    at: '2026-11-19T12:00:00Z',
  } as Request;
  const at: EndedRun = {
    ...{ run: 'build-1', taskKind: 'build', github: undefined, issue: undefined, place: 'thread', signals: [] },
    settings: { lang: 'ja', config: defaults, configFile: '', problems: [] },
    ...{ request, learning },
    ...of,
  };
  const outcome = await withApprovals(
    at,
    of.outcome ?? { name: 'done', says: 'Done.', result: { cmd: 1, learned } },
    learned,
  );
  return { outcome, state: await learning.preferences.read() };
}

describe('the end of a run', () => {
  it('says in the specified words that nothing was found', async () => {
    const { outcome } = await ended(NOTHING);
    expect(outcome).toEqual({
      ...{ name: 'done', result: { cmd: 1 } },
      says: 'Done.\n\n構造的な改善点・スキル化候補は見つかりませんでした',
    });
  });

  it('shows a preference from LP flush as one from phase 4', async () => {
    const text = 'From now on write British English.';
    const signals = [explicit('spelling', text)];
    const flush = await ended({ ...NOTHING, mode: 'flush', signals }, { text });
    expect(flush.outcome.says).toContain('### LP-001: spelling（優先度: LOW）');
    expect(flush.outcome.result).toMatchObject({ approvals: { items: [], preferences: ['LP-001'] } });
  });

  it('proposes at most three preferences at once', async () => {
    const quotes = ['spelling', 'commas', 'headings', 'lists'].map((word) => `From now on care for ${word}.`);
    const signals = quotes.map((quote, n) => explicit(`topic_${n}`, quote));
    // Each message is one occasion; these are four kinds of things said in one, so they count for four subjects.
    const { outcome } = await ended({ ...NOTHING, signals }, { text: quotes.join('\n\n') });
    expect((outcome.result as { approvals: { preferences: string[] } }).approvals.preferences).toHaveLength(3);
  });

  it('learns without a model from what is said to a fix', async () => {
    const { state } = await ended(null, { taskKind: 'fix', text: '/crew fix\nFrom now on, keep functions short.' });
    expect(state.signals).toMatchObject([{ kind: 'explicit', taskKind: 'fix', author: 'maya' }]);
  });

  it.each(['awaiting', 'cancelled', 'refused', 'infra_error', 'planned'] as const)(
    'learns nothing where it is %s',
    async (name) => {
      const { outcome, state } = await ended(
        { ...NOTHING, signals: [explicit('a_b', 'Always tabs')] },
        {
          ...{ text: 'Always tabs', outcome: { name, says: 'So.', result: { learned: NOTHING } } },
        },
      );
      expect(outcome).toEqual({ name, says: 'So.', result: {} });
      expect(state.signals).toEqual([]);
    },
  );

  it('counts the reason of a rejected plan, although the run was cancelled by it', async () => {
    const why = 'Too many files in one change.';
    const signals = [
      { is: 'reject', key: 'thread-7/0', by: { login: 'maya' }, at: '2026-11-19T12:00:00Z', why } as const,
    ];
    const { state } = await ended(null, { signals, outcome: { name: 'cancelled', says: 'So.' } });
    expect(state.signals).toMatchObject([{ kind: 'rejection', quote: why, source: 'signal-thread-7/0' }]);
  });

  it('writes nothing into a memory that knows nothing, where nothing was said', async () => {
    const { state } = await ended(NOTHING, { text: 'Fix the total.' });
    expect(state).toMatchObject({ runs: 0, signals: [] });
  });

  it('stays as it was where the memory is gone, and says so', async () => {
    const broken = {
      ...learningIn(processMemory()),
      preferences: { read: () => Promise.reject(new Error('gone')), update: () => Promise.reject(new Error('gone')) },
    };
    const items = withIds([{ kind: 'improvement', of: improvement() }], []);
    const { outcome } = await ended({ ...NOTHING, items: [...items] }, { learning: broken });
    expect(outcome.name).toBe('done');
    expect(outcome.says).toContain('メモリーに接続できなかったため');
    expect(outcome.says).toContain('IMP-001');
  });
});
