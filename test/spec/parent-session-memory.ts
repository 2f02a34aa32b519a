// The parent-session specification, sentence by sentence: learned preferences, the right to forget, and the memory.
import type { Row } from './parent-session.js';

export const MEMORY_SECTIONS = [
  'LP System State Management',
  'Signal Log の更新',
  'Metadata の更新',
  'LP 数上限到達時のプルーニング',
  'Aggregate Profile Review (Milestone-Based)',
  'Right-to-Forget Workflow (reset_all)',
  'Memory MCP活用',
  'Memory MCP候補の品質基準',
  'Learned Preferences (LP)',
] as const;

const of = (
  section: (typeof MEMORY_SECTIONS)[number],
  ...rows: readonly Omit<Row<string>, 'section'>[]
): readonly Row<string>[] => rows.map((row) => ({ section, ...row }));

const PREFERENCES = '../../memory/preferences.test.ts';
const RECALL = '../../memory/recall.test.ts';
const STORE = '../../memory/store.test.ts';
const PROFILE = '../profile/profile.test.ts';
const EMBEDDED = '../retrospect/embedded.test.ts';
const MCP = '../../adapters/mcp/mcp.test.ts';

export const memoryRows: readonly Row<string>[] = [
  ...of(
    'LP System State Management',
    {
      quote: 'LP承認フロー中に親セッションが実行する内部状態管理操作',
      test: `${PREFERENCES}: are read as they were written, beside everything else`,
    },
    {
      quote: 'haiku サブエージェントに … 委譲（max_turns: 5）',
      decision:
        'Approving, rejecting and counting are arithmetic: the program does them, and no agent is asked to call the tools.',
    },
  ),
  ...of(
    'Signal Log の更新',
    {
      quote: '承認された LP 候補: signal_log から該当トピックのエントリを削除',
      test: `${PREFERENCES}: that approves makes a preference and clears the subject`,
    },
    {
      quote: '却下された LP 候補: … エントリを削除（カウンタリセット）',
      test: `${PREFERENCES}: that rejects counts anew: the same run looked through again adds nothing`,
    },
    {
      quote: '保留: Signal log をそのまま保持（次回以降のセッションで追加シグナルが蓄積可能）',
      test: `${EMBEDDED}: proposes a correction that is given three times once, with its evidence, and an improvement as a pull request`,
    },
  ),
  ...of(
    'Metadata の更新',
    {
      quote: '更新フィールド: [total_lp_count] X',
      test: `${PREFERENCES}: are named and dated as the specification says`,
    },
    {
      quote: '現在の LP 数 + 新規承認数 が lp_cap（デフォルト: 40）を超える場合: ユーザーに警告',
      test: `${PREFERENCES}: at the cap names what is stale, and keeps the proposal`,
    },
  ),
  ...of(
    'LP 数上限到達時のプルーニング',
    {
      quote: 'Last reinforced が 60+ 日前、または 20+ セッション前の LP をリストアップ',
      test: `${PREFERENCES}: 60 days or 20 runs without a signal make a preference stale`,
    },
    {
      quote: '削除承認時: mcp__memory__delete_entities を実行',
      test: `${PROFILE}: takes the last part of a name, and an entity that is no preference`,
    },
  ),
  ...of(
    'Aggregate Profile Review (Milestone-Based)',
    {
      quote: 'check if total_lp_count is in [10, 20, 30]',
      test: `${PREFERENCES}: with %d preferences before, shown at %d, reaches the milestone %s`,
    },
    {
      quote: 'Group by cluster; Present cluster-by-cluster summary (1-2 line summary per LP)',
      test: `${PROFILE}: keep shows the profile by clusters, and changes nothing`,
    },
    {
      quote: 'review: Iterate through LPs, offer delete/edit/keep per LP',
      test: `${PROFILE}: review shows every preference with its condition, its evidence and how to delete it`,
    },
    {
      quote: 'clear: Execute reset_all workflow',
      test: `${PROFILE}: clear deletes the preferences and switches learning off; knowledge stays`,
    },
  ),
  ...of(
    'Right-to-Forget Workflow (reset_all)',
    {
      quote: 'Read config.yaml at session start; Check lp_system.reset_all value',
      test: `${RECALL}: delete everything once for a version of the file`,
    },
    {
      quote: 'Confirm with user (if not already explicit)',
      decision: '`/crew forget --all` needs `--yes`; `/crew profile clear` and `reset_all: true` are explicit.',
    },
    {
      quote: 'Delete all LP entities (including lp:_internal:*)',
      test: `${PROFILE}: --all leaves nothing but the switch`,
    },
    {
      quote: 'lp_system: enabled: false, reset_all: false (one-shot)',
      decision:
        'crew does not edit the configuration: the switch is in the memory, and each version of the file is obeyed once.',
    },
    {
      quote: 'To re-enable: Set lp_system.enabled: true in config.yaml',
      test: `${PREFERENCES}: the configuration gives the first value, and is obeyed once for each version of the file`,
    },
  ),
  ...of(
    'Memory MCP活用',
    {
      quote: 'タスクファイル読了後、作業開始前に1回検索する',
      test: 'retrospect.test.ts: searches once, for its own task, before it works; and what it found is on the run',
    },
    {
      quote: '検索キーワード: タスクの技術領域、プロジェクト名、タスク種別（例: "entityType:best_practice"）',
      test: `${STORE}: for \`%s\``,
    },
    {
      quote: 'メモリが空でも正常動作する',
      test: `${RECALL}: finds nothing in an empty memory, and that is no error`,
    },
    {
      quote: 'メモリの検索はサブエージェント側で行う',
      decision:
        'The program searches for the worker and puts the result into its prompt: the sandbox has no network, and the size is bounded.',
    },
    {
      quote: 'mcp__memory__search_nodes',
      test: `${MCP}: is read and written by the SDK's own client`,
    },
  ),
  ...of(
    'Memory MCP候補の品質基準',
    {
      quote: '即却下: 特定cmd参照、claude-crew内部アーキテクチャ、一般知識、未昇華の事実記録、行動に落とせない抽象論',
      test: `${RECALL}: as %s: %s`,
    },
    {
      quote: '環境設定の重複（CLAUDE.md / config.yaml に既存の情報）',
      test: `${RECALL}: where every observation stands in the configuration`,
    },
    {
      quote: '命名規約: {domain}:{category}:{identifier}',
      test: `${RECALL}: for its name: %s`,
    },
    {
      quote: '必須条件: Cross-cmd適用可能性、行動変容可能性、観測の具体性',
      decision:
        'The retrospector is asked for them, and the person who approves decides: no text shows them by itself.',
    },
  ),
  ...of(
    'Learned Preferences (LP)',
    {
      quote: 'LP normative rules (docs/lp_rules.md): quotes and authors of signals',
      test: `${PREFERENCES}: a signal has author, time and the whole sentence of its source`,
    },
    {
      quote: 'LP normative rules: 正確性・安全性・完全性を損ねません',
      test: `${PREFERENCES}: is refused wherever a forbidden sentence stands in it`,
    },
  ),
];
