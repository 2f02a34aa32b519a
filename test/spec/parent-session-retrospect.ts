// The parent-session specification, sentence by sentence: phase 4, LP flush, the approval flow, and what follows it.
import type { Row } from './parent-session.js';

export const RETROSPECT_SECTIONS = [
  'フェーズ4: 回顧（Retrospect）',
  'モード判定',
  'retrospector サブエージェントの起動',
  'retrospective.md のメタデータ確認',
  'LP Flush (Phase 4 スキップ時)',
  'Secretary Delegation 判定（Phase D）',
  'Secretary Approval Formatting (Phase D)',
  'Phase 4 完了後: 一括承認フロー（従来フロー）',
  '知識候補の提示順序',
  '初回LP候補の特別処理（オンボーディング）',
  'LP候補の提示フォーマット',
  'Rejection Memory Storage',
  '承認された候補の処理',
  'コミット履歴の確認',
  'Claude Skills提案の品質基準',
] as const;

const of = (
  section: (typeof RETROSPECT_SECTIONS)[number],
  ...rows: readonly Omit<Row<string>, 'section'>[]
): readonly Row<string>[] => rows.map((row) => ({ section, ...row }));

const RULES = '../retrospect/rules.test.ts';
const EMBEDDED = '../retrospect/embedded.test.ts';
const TERMINAL = '../retrospect/terminal.test.ts';
const SHOW = '../retrospect/show.test.ts';
const STORY = `${EMBEDDED}: proposes a correction that is given three times once, with its evidence, and an improvement as a pull request`;

export const retrospectRows: readonly Row<string>[] = [
  ...of(
    'フェーズ4: 回顧（Retrospect）',
    {
      quote: 'phase_instructions.retrospect is non-empty, append its content to the retrospector prompt',
      test: 'retrospect.test.ts: adds the instructions of the phase to the prompt',
    },
    {
      quote: '失敗からは改善提案を、成功からはスキル化提案を生成する',
      test: 'retrospect.test.ts: after a failed task analyses failures, too',
    },
    {
      quote: 'retrospect.enabled が false の場合、Phase 4 を完全スキップする',
      test: 'retrospect.test.ts: switched off with signals switched off asks nobody',
    },
  ),
  ...of(
    'モード判定',
    {
      quote: 'report_summary.md の先頭20行を Read で読み、YAMLフロントマターを取得する',
      test: `${RULES}: reads the front matter of the summary`,
    },
    {
      quote:
        'status が failure または partial / quality が RED / YELLOW かつ completeness < 80 / failed_tasks が1件以上',
      test: `${RULES}: after %s is decided by the table`,
    },
    {
      quote: '上記に該当しなければ lightモード（成功パターン分析のみ）で起動する',
      test: 'retrospect.test.ts: after a success looks for skills only, and writes retrospective.md',
    },
    {
      quote: '手動トリガー: モード判定に関係なく fullモード で強制起動する',
      test: `${EMBEDDED}: opens a pull request for a skill, remembers a rejected category, and proposes it no more`,
    },
  ),
  ...of(
    'retrospector サブエージェントの起動',
    {
      quote: 'WORK_DIR, REPORT_PATH, RETROSPECTIVE_PATH, MODE を prompt に明記する',
      test: 'retrospect.test.ts: after a success looks for skills only, and writes retrospective.md',
    },
    {
      quote: 'model: config.yaml の retrospect.model',
      test: 'retrospect.test.ts: after a success looks for skills only, and writes retrospective.md',
    },
    {
      quote: 'retrospective.md に改善提案書が書かれる',
      decision:
        'The retrospector gives a typed answer, and the program writes retrospective.md from it, so that the document, its counts and the list for approval cannot differ.',
    },
  ),
  ...of(
    'retrospective.md のメタデータ確認',
    {
      quote: 'improvements_accepted > 0, skills_accepted > 0',
      test: `${RULES}: says in its front matter how many proposals were adopted, and has the specified sections`,
    },
    {
      quote: '両方 0 の場合: 「構造的な改善点・スキル化候補は見つかりませんでした」と報告する',
      test: `${SHOW}: says in the specified words that nothing was found`,
    },
  ),
  ...of(
    'LP Flush (Phase 4 スキップ時)',
    {
      quote: 'Model: haiku, max_turns: 15, Output: lp_flush_output.md',
      test: 'retrospect.test.ts: switched off, collects signals with LP flush: haiku, 15 turns, and the log says so',
    },
    {
      quote: 'LP 候補が存在する場合: 一括承認フローに含めて提示する',
      test: `${SHOW}: shows a preference from LP flush as one from phase 4`,
    },
    {
      quote: 'Signal log 更新が存在する場合: haiku サブエージェントに MCP 書き込みを委譲する',
      decision: 'The program counts and writes signals itself: no model call is needed for arithmetic.',
    },
    {
      quote: 'lp_flush: triggered: true, source: "phase4_skip", candidates_generated: N, signal_updates: M',
      test: 'retrospect.test.ts: switched off, collects signals with LP flush: haiku, 15 turns, and the log says so',
    },
  ),
  ...of('Secretary Delegation 判定（Phase D）', {
    quote: 'secretary.enabled == true AND "phase4_approval_format" in delegate_phases',
    test: 'retrospect.test.ts: writes the proposals, with their evidence word for word',
  }),
  ...of(
    'Secretary Approval Formatting (Phase D)',
    {
      quote: 'OPERATION: phase4_approval_format … MAX_OUTPUT_LINES: 100',
      test: 'retrospect.test.ts: writes the proposals, with their evidence word for word',
    },
    { quote: '本文（YAMLフロントマター後）を読む（≤100行）', test: `${RULES}: is refused beyond 100 lines` },
    {
      quote: '提案にはEvidenceフィールドをそのまま含める（要約なし）',
      test: `${RULES}: is refused where an evidence is shortened`,
    },
    {
      quote: '⚠️ Secretary failed for Phase 4 approval formatting, reading retrospective.md directly',
      test: 'retrospect.test.ts: that shortens an evidence is not used, and crew writes the proposals itself',
    },
    {
      quote: '❌ Secretary failed for Phase 4 and fallback is disabled … Phase 4 を中止',
      test: 'retrospect.test.ts: that fails without fallback ends the build as partial, with the specified message',
    },
    {
      quote: '各提案に「詳細は retrospective.md を参照」のリンクを付与',
      test: `${SHOW}: names retrospective.md, and folds the exact change of each improvement`,
    },
  ),
  ...of(
    'Phase 4 完了後: 一括承認フロー（従来フロー）',
    { quote: '改善提案一覧、スキル提案一覧、知識候補一覧（統合）を一括でユーザーに提示する', test: STORY },
    {
      quote: 'report.md の「## Memory MCP追加候補（統合）」+ retrospective.md の「## Knowledge Candidates」',
      test: 'retrospect.test.ts: merges the candidates of report.md with those of the retrospective',
    },
    {
      quote: '重複を除去して優先度順（HIGH/MEDIUM/LOW）に一覧化',
      test: `${RULES}: are merged without duplicates, HIGH first`,
    },
    {
      quote: '承認された候補のみ処理する',
      test: `${TERMINAL}: puts approved knowledge into the memory, once`,
    },
  ),
  ...of(
    '知識候補の提示順序',
    {
      quote: 'HIGH: カウンタ >= 4.0、クロスクラスタ補強 / MEDIUM: 3.0-3.9 / LOW: 3.0',
      test: STORY,
    },
    {
      quote: '1回の承認フローで提示する LP 候補は最大3件まで',
      test: `${SHOW}: proposes at most three preferences at once`,
    },
    {
      quote: 'Memory MCP 候補は従来通り全件提示（ただし max_candidates_per_cmd で制限済み）',
      test: 'retrospect.test.ts: merges the candidates of report.md with those of the retrospective',
    },
  ),
  ...of('初回LP候補の特別処理（オンボーディング）', {
    quote: 'total_lp_count: 0 の場合、候補提示の前に以下の説明を表示する',
    test: `${SHOW}: explains preferences before the first one is approved, in the specified words`,
  }),
  ...of(
    'LP候補の提示フォーマット',
    {
      quote: '### LP-001: [トピック名]（優先度: HIGH） 学習内容 根拠 適用場面 AI の行動変化 品質チェック',
      test: `${SHOW}: shows a new preference in the specified form`,
    },
    {
      quote: '### LP-UPD-001: [トピック名] の更新 既存の学習内容 更新理由 提案する変更 新しい学習内容',
      test: `${SHOW}: shows a change of a preference in the specified form`,
    },
    {
      quote: '承認しますか？ [Y/n/edit]',
      decision:
        'Nobody sits at a prompt on GitHub: the form ends with the commands `approve`, `approve … as`, `condition` and `reject`.',
    },
  ),
  ...of(
    'Rejection Memory Storage',
    {
      quote: 'workflow:rejected_proposal:{template_modification|skill|improvement}',
      test: `${TERMINAL}: records a rejection, and the rejected category only where the person names one`,
    },
    {
      quote: 'This prevents retrospector from repeatedly proposing the same category',
      test: `${EMBEDDED}: opens a pull request for a skill, remembers a rejected category, and proposes it no more`,
    },
    {
      quote: 'Only store if the user explicitly rejects a category of proposals',
      test: `${TERMINAL}: records a rejection, and the rejected category only where the person names one`,
    },
  ),
  ...of(
    '承認された候補の処理',
    { quote: '対象ファイルに変更を適用する', test: STORY },
    {
      quote: 'CHANGELOG.md の ## [Unreleased] に適切なカテゴリでエントリを追加する - **{対象}** ({改善ID}) — {説明}',
      test: `${RULES}: are one Conventional Commit each, with the changelog line below Unreleased`,
    },
    {
      quote: '{type}({scope}): {description} … Co-Authored-By: Claude <noreply@anthropic.com>',
      test: `${RULES}: are one Conventional Commit each, with the changelog line below Unreleased`,
    },
    {
      quote: 'git add {変更ファイル} CHANGELOG.md && git commit',
      decision: 'On GitHub the commits are made through the API, in a pull request; at a terminal on a local branch.',
    },
    { quote: 'スキル化提案: スキル設計書を作成', test: `${RULES}: turn a skill into a document of its own` },
    {
      quote: '知識候補はサブエージェント（haiku, max_turns=5）に委譲して処理',
      decision: 'The program writes approved entities itself: their text is known, and a model could only change it.',
    },
    {
      quote: '全ての適用結果を execution_log.yaml に記録する',
      test: `${TERMINAL}: makes local branches, and leaves the tree and its branch as they are`,
    },
  ),
  ...of('コミット履歴の確認', {
    quote: 'cmd中に作成されたコミットをユーザーに表示する … コミットがない場合は表示をスキップする',
    test: `${TERMINAL}: makes local branches, and leaves the tree and its branch as they are`,
  }),
  ...of(
    'Claude Skills提案の品質基準',
    {
      quote: '5条件を全て満たす場合のみ提案する',
      test: `${RULES}: drops a skill that misses one of the five conditions or twelve points`,
    },
    {
      quote: '3軸スコアリング閾値: skill_min_score（デフォルト: 12点/15点満点）',
      test: `${RULES}: drops a skill that misses one of the five conditions or twelve points`,
    },
  ),
];
