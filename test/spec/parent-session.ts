// The parent-session specification, sentence by sentence: what it demands, and the test that shows it or the decision that differs.
// A row names a test as `file: name`, relative to test/workflows/build. Phase 4 and what follows approvals is in
// parent-session-retrospect.ts, learned preferences and the memory in parent-session-memory.ts.

import { MEMORY_SECTIONS, memoryRows } from './parent-session-memory.js';
import { RETROSPECT_SECTIONS, retrospectRows } from './parent-session-retrospect.js';

export interface Row<Section extends string = string> {
  readonly section: Section;
  readonly quote: string;
  /** `file: name of the test` */
  readonly test?: string;
  /** Where crew does otherwise, or somebody else does it: why. */
  readonly decision?: string;
}

/** Every section of the specification, in the order of its parts. */
export const SECTIONS = [
  'コミット準備',
  'Pre-Action Gate（必須）',
  'フェーズ1: 分解（Decompose）',
  'Phase 1.5: Plan Validation',
  'フェーズ2: 実行（Execute）',
  'Secretary 委譲判定（Phase C）',
  'Secretary 委譲フロー（Phase C）',
  '従来の Wave 構築フロー',
  'Wave進捗メッセージの ETA 計算',
  'フィードバックループ',
  'フェーズ3: 集約（Aggregate）',
  'Secretary Delegation 判定（Phase B）',
  'Secretary Delegation フロー（Phase B）',
  '従来の集約フロー（Aggregator）',
  'Phase Instructions Injection (F23)',
  '基本原則',
  'コンテキスト衛生',
  'やってはいけないこと',
  '実行ログ',
  'エラーハンドリング',
  'チェックポイント再開（中断復帰）',
  'フェーズ省略の判断基準',
  '共通設定',
  'タイムアウト制御',
  'prompt の構成',
  '並列実行のルール',
  'ポーリング禁止',
  '「パス受け渡し係」原則の許容範囲',
  'ディレクトリ構造',
  'よくある間違い',
  ...RETROSPECT_SECTIONS,
  ...MEMORY_SECTIONS,
] as const;

const of = (section: (typeof SECTIONS)[number], ...rows: readonly Omit<Row, 'section'>[]): readonly Row[] =>
  rows.map((row) => ({ section, ...row }));

export const rows: readonly Row[] = [
  ...of(
    'コミット準備',
    {
      quote: 'execution_log.yaml のトップレベルに base_commit: {hash} を記録する',
      test: 'work.test.ts: decomposes, works in waves, merges and reports',
    },
    {
      quote: '現在のHEADをベースコミットとして取得する',
      test: 'resume.test.ts: in a tree that stands on another commit is refused by name',
    },
  ),
  ...of(
    'Pre-Action Gate（必須）',
    {
      quote: '例外条件に該当するか？ … 省略手順でも worker への委譲は必須',
      test: 'exceptions.test.ts: are delegated to a worker in every case',
    },
    { quote: 'いずれの場合も request.md に書き出して Phase 1 に渡す', test: 'flows.test.ts: is laid out as specified' },
    {
      quote: '既に詳細な計画が存在していても、Phase 1（decomposer）は省略不可',
      test: 'exceptions.test.ts: are not even asked about where the request is long',
    },
    {
      quote: 'execution_log.yaml 以外のファイルを親が直接編集してはならない',
      decision:
        'The program writes metadata of the work folder (request, configuration, requests to the Secretary, log, minimal results). No file of the repository is changed but by a worker.',
    },
  ),
  ...of(
    'フェーズ1: 分解（Decompose）',
    {
      quote: 'If config.yaml: phase_instructions.decompose is non-empty, append its content to the decomposer prompt',
      test: 'hostile.test.ts: gives agents paths, and under their heading what the configuration adds',
    },
    {
      quote: 'work/cmd_xxx/ ディレクトリを作成する（xxxは連番）',
      test: 'gate.test.ts: gives each build the next number',
    },
    {
      quote: 'mkdirのアトミック性 + 最大5回リトライにより衝突を回避',
      decision: 'The folder lies in the folder of its run, so that two builds never share one.',
    },
    {
      quote: 'config.yaml と local/config.yaml をマージした結果を work/cmd_NNN/config.yaml に出力する',
      test: 'flows.test.ts: is laid out as specified',
    },
    {
      quote: '以降のcmd内での設定参照は work/cmd_NNN/config.yaml を使用する',
      decision: 'The configuration is frozen in the first record of the journal; config.yaml shows it.',
    },
    { quote: '人間の依頼内容を work/cmd_xxx/request.md に書く', test: 'flows.test.ts: is laid out as specified' },
    {
      quote: 'prompt に TEMPLATE_PATH + 上記3パスを明記する（テンプレートの内容は含めない）',
      decision:
        'The prompt file of the role takes the place of TEMPLATE_PATH: the sandbox shows no file outside of the tree.',
    },
    {
      quote: '各サブタスクが work/cmd_xxx/tasks/task_N.md として生成される',
      test: 'plan.test.ts: for a missing task file',
    },
    {
      quote: 'decomposer は work/cmd_xxx/wave_plan.json も生成する',
      test: 'plan.test.ts: is used where it says what Depends On says',
    },
    {
      quote: '存在しない場合、従来通り plan.md を解析してWaveを構築',
      test: 'plan.test.ts: gives way to plan.md where it is missing, broken or another version',
    },
  ),
  ...of(
    'Phase 1.5: Plan Validation',
    {
      quote: 'Persona: worker_reviewer … Model: haiku (fast validation, max_turns: 10)',
      decision:
        'The role is plan-reviewer, with the specified model, turns and questions; worker-reviewer judges results.',
    },
    {
      quote: 'check the final verdict line',
      test: 'lines.test.ts: the verdict of a plan review is its last verdict line: %j',
    },
    {
      quote: 'If APPROVE-WITH-NOTES, include notes in execution log metadata',
      test: 'flows.test.ts: that approves with notes leaves them in the log',
    },
    {
      quote: 'REJECT: Re-run decomposer with feedback (one retry max)',
      test: 'flows.test.ts: that rejects makes the decomposer run once more with it, and decides nothing the second time',
    },
    {
      quote: 'Append reviewer feedback to request.md (in-memory, not file modification)',
      decision: 'The decomposer is given the path of plan_review.md, so that the program does not read it.',
    },
    {
      quote: 'Proceed to Phase 2 regardless of second result (no infinite loop)',
      test: 'lines.test.ts: only a first rejection makes the plan anew',
    },
    {
      quote: 'plan_validation: enabled, verdict, retry_occurred, notes',
      test: 'lines.test.ts: has the fields of the specification, in its order and its time format',
    },
    {
      quote: 'If plan_validation is false in config, skip Phase 1.5 entirely',
      test: 'work.test.ts: decomposes, works in waves, merges and reports',
    },
  ),
  ...of(
    'フェーズ2: 実行（Execute）',
    {
      quote: 'append its content to all worker prompts',
      test: 'hostile.test.ts: gives agents paths, and under their heading what the configuration adds',
    },
    { quote: '独立したタスクは … 並列実行する', test: 'flows.test.ts: runs beside at most max_parallel others' },
    {
      quote: '進捗メッセージ: Wave 実行開始時にユーザーに通知する（ETA付き）',
      test: 'lines.test.ts: are exactly those of the specification',
    },
    {
      quote: 'results/ 内の result_N.md 存在をチェック',
      test: 'results.test.ts: fails what has no file, no marker at its end, or fewer than 20 lines',
    },
    {
      quote: 'JSON結果の status が "fail" → リトライ対象',
      test: 'results.test.ts: that says partial or failure is tried again, and so is one whose result cannot be used',
    },
    {
      quote: '"pass" + issues あり → execution_log.yaml の metadata_issues に記録',
      test: 'results.test.ts: warns of a researcher without sources and a coder without code, and passes them',
    },
    {
      quote: 'result_status / result_quality / result_completeness … result ファイルの内容を読む必要なく',
      test: 'results.test.ts: passes a whole result, with every field of its JSON',
    },
    {
      quote: 'フィールドが存在しない場合: 従来通り Read (limit=20) でメタデータヘッダーを読み',
      test: 'results.test.ts: gives the program the first lines of a file, whatever follows, and counts them',
    },
    {
      quote: 'status: 欠落時 → failure … quality: 欠落時 → YELLOW … completeness: 欠落時 → 0',
      test: 'results.test.ts: of %s is failure, YELLOW and 0, each said',
    },
    {
      quote: '最大 config.yaml: max_retries 回',
      test: 'flows.test.ts: that fails is tried again, told why, up to max_retries',
    },
    {
      quote: 'リトライ上限に達したタスク … result を status: failure として記録する',
      decision:
        'A task whose last result says `partial` ends `partial`, as the definition of that status has it; every other one ends `failure`.',
    },
    {
      quote: 'result ファイルが未生成の場合、親が最小限の failure result を生成する',
      test: 'results.test.ts: takes a result that the program wrote for a missing one as a failure',
    },
    {
      quote: 'aggregator の prompt に FAILED_TASKS: [N, M] を追記する',
      test: 'work.test.ts: lets a failing worker fail alone, and skips who depends on it',
    },
    {
      quote: '依存元タスクが failure/partial の場合、依存先タスクを自動スキップする',
      test: 'results.test.ts: dependents of a task that failed, is partly done or was skipped are skipped',
    },
    {
      quote: 'status: skipped + error: "dependency task_M failed"',
      test: 'work.test.ts: lets a failing worker fail alone, and skips who depends on it',
    },
    {
      quote: '依存元が未完了のタスクは絶対に実行しない',
      test: 'plan.test.ts: hold every task once, every dependency in an earlier wave, and no shared write',
    },
    {
      quote: 'Wave 完了時の進捗メッセージ … Wave 1/3 完了 (3/3 success)',
      test: 'lines.test.ts: are exactly those of the specification',
    },
    { quote: 'Phase 2 完了: 5/5 タスク success', test: 'work.test.ts: decomposes, works in waves, merges and reports' },
    {
      quote: 'worker が worker_max_turns に到達した場合 … timeout … リトライ上限到達時: partial',
      test: 'flows.test.ts: that reaches its turn limit is a time-out, tried again, and at the retry limit partly done',
    },
    {
      quote: '最終検証: plan.md のタスク一覧と照合',
      test: 'results.test.ts: results that are missing are found at the end',
    },
    {
      quote: '失敗サマリ出力: ⚠️ Phase 2 completed with failures:',
      test: 'results.test.ts: is summed up in the words of the specification',
    },
    {
      quote: 'failure タスクがある場合でも Phase 3 に進む',
      test: 'work.test.ts: lets a failing worker fail alone, and skips who depends on it',
    },
    {
      quote: '⚠️ cmd_NNN has exceeded max duration … 警告のみ。実行を中断しない',
      test: 'lines.test.ts: warn of a long run, and only then',
    },
  ),
  ...of('Secretary 委譲判定（Phase C）', {
    quote: 'IF secretary.enabled == true AND … in delegate_phases AND task_count >= min_tasks_for_delegation',
    test: 'exceptions.test.ts: is given work when it is enabled, the phase is listed and there are enough tasks',
  }),
  ...of(
    'Secretary 委譲フロー（Phase C）',
    {
      quote: 'OPERATION: phase2_wave_construct / WORK_DIR / PLAN_PATH / WAVE_PLAN_JSON_PATH',
      test: 'exceptions.test.ts: is asked with the fields of the specification',
    },
    {
      quote: '先頭30行を Read で読み、YAMLフロントマターを確認',
      test: 'exceptions.test.ts: is believed by the first 30 lines of its response',
    },
    {
      quote: 'T の depends_on リストのタスクがすべて Wave 1〜N-1 に含まれるか確認',
      test: 'exceptions.test.ts: has its waves refused for %s',
    },
    {
      quote: 'Secretary の Wave 割り当てを採用し、以下の構造として保持',
      test: 'exceptions.test.ts: assigns waves that are adopted where they hold',
    },
    {
      quote: '⚠️ Secretary failed for Phase 2 wave construction, falling back to direct parsing',
      test: 'flows.test.ts: that assigns waves which do not hold, or writes no summary, is replaced with a warning',
    },
    {
      quote: '❌ Secretary failed for Phase 2 and fallback is disabled … Phase 2 を中止し',
      test: 'flows.test.ts: that fails without fallback ends the run as failed',
    },
  ),
  ...of(
    '従来の Wave 構築フロー',
    {
      quote: 'wave_plan.json が存在し有効な JSON か確認する',
      test: 'plan.test.ts: gives way to plan.md where it is missing, broken or another version',
    },
    {
      quote: 'JSON 構造をそのまま使用',
      decision: 'It is compared with `Depends On` first; where they differ, `Depends On` decides and the log says so.',
    },
    {
      quote: 'タスクの詳細内容（Description等）は読まない',
      test: 'hostile.test.ts: reads no more than 20 lines of a result, and no task, report or source at all',
    },
    {
      quote: '依存元が全て処理済みのタスクを次の Wave にグループ化',
      test: 'plan.test.ts: are as few as the rule allows: whoever waits, waits for a dependency or an earlier writer of the wave before',
    },
    {
      quote: 'Wave割り当ては Depends On 列のみから計算せよ',
      test: 'plan.test.ts: come from Depends On alone, not from an Execution Order',
    },
    {
      quote: 'Depends On 列を正とし',
      test: 'flows.test.ts: where wave_plan.json and Depends On differ, Depends On decides and the log says so',
    },
  ),
  ...of(
    'Wave進捗メッセージの ETA 計算',
    {
      quote: '10+ 実行ログ … ペルソナ別の平均実行時間を抽出',
      test: 'lines.test.ts: use the averages of earlier builds from the tenth log on',
    },
    {
      quote: 'researcher: 60秒 writer: 90秒 coder: 120秒 reviewer: 45秒 … 合計を max_parallel で除算',
      test: 'lines.test.ts: estimate a wave by the sum of its tasks over max_parallel',
    },
    { quote: '< 90秒: "~1 min" 90-150秒: "~2 min" > 150秒: "~N min"', test: 'lines.test.ts: round %d seconds to %s' },
    { quote: 'ETA が算出不可: ETA 句を省略', test: 'lines.test.ts: are exactly those of the specification' },
  ),
  ...of(
    'フィードバックループ',
    {
      quote: '全体の50%以上の場合、decomposerを再起動して失敗タスクのみ再分解する（plan_retry.md として生成）',
      test: 'flows.test.ts: they are planned again once, in plan_retry.md, and the new ones run',
    },
    {
      quote: '1回限り。2回目も50%以上失敗なら、そのまま集約フェーズに進み',
      test: 'flows.test.ts: a second time they are reported, and nothing is planned a third time',
    },
    { quote: '50%以上', test: 'results.test.ts: half of all planned tasks or more makes the plan anew' },
  ),
  ...of('フェーズ3: 集約（Aggregate）', {
    quote: 'phase_instructions.aggregate … append its content to the aggregator prompt',
    test: 'lines.test.ts: instructions are added after the role’s own prompt, under their heading, and not where they are empty',
  }),
  ...of('Secretary Delegation 判定（Phase B）', {
    quote: '"phase3_report" in config.yaml: secretary.delegate_phases',
    test: 'exceptions.test.ts: is given work when it is enabled, the phase is listed and there are enough tasks',
  }),
  ...of(
    'Secretary Delegation フロー（Phase B）',
    {
      quote: 'OPERATION: phase3_report / RESULTS_DIR / PLAN_PATH / REPORT_PATH / REPORT_SUMMARY_PATH',
      test: 'exceptions.test.ts: is asked with the fields of the specification',
    },
    {
      quote: 'work/cmd_xxx/report_summary.md が生成されているか確認',
      test: 'flows.test.ts: that assigns waves which do not hold, or writes no summary, is replaced with a warning',
    },
    {
      quote: '親は report_summary.md を読み、人間に報告する',
      test: 'flows.test.ts: assigns waves and writes the report where it is configured',
    },
    {
      quote: '❌ Secretary failed for Phase 3 and fallback is disabled',
      test: 'exceptions.test.ts: that fails is replaced, or stops the phase, with the specified message',
    },
  ),
  ...of(
    '従来の集約フロー（Aggregator）',
    { quote: '要約版、≤50行', test: 'lines.test.ts: report_summary.md has at most 50 lines and its front matter' },
    {
      quote: '詳細版 report.md は原則読まない',
      test: 'hostile.test.ts: reads no more than 20 lines of a result, and no task, report or source at all',
    },
    {
      quote: 'Memory MCP 候補は report.md に記録されたまま保持する',
      decision: 'The program does not touch report.md; its section of candidates is read in part 2.',
    },
  ),
  ...of(
    'Phase Instructions Injection (F23)',
    {
      quote: 'TEMPLATE_PATH 指示の後に追記 … このフェーズの追加指示:',
      test: 'lines.test.ts: instructions are added after the role’s own prompt, under their heading, and not where they are empty',
    },
    {
      quote: 'テンプレートの指示がフェーズ指示より優先される',
      decision: 'The prompt of the role is the system prompt; instructions stand in the first message.',
    },
    {
      quote: '空文字列の場合、追記は行われない',
      test: 'lines.test.ts: instructions are added after the role’s own prompt, under their heading, and not where they are empty',
    },
  ),
  ...of(
    '基本原則',
    { quote: '既存の最大番号 + 1 を使う', test: 'gate.test.ts: gives each build the next number' },
    {
      quote: 'サブエージェントの結果は「返り値」ではなく「ファイル」を正データとする',
      test: 'hostile.test.ts: that %s has failed, however good its change',
    },
    {
      quote: 'フェーズ2完了後は必ずresultファイルの存在確認を行う',
      test: 'results.test.ts: results that are missing are found at the end',
    },
  ),
  ...of(
    'コンテキスト衛生',
    {
      quote: 'pass/fail のステータスとタスク数のみ報告する',
      test: 'lines.test.ts: are exactly those of the specification',
    },
    {
      quote: 'メタデータヘッダー（先頭20行）のみ読む。本文は絶対に読まない',
      test: 'results.test.ts: gives the program the first lines of a file, whatever follows, and counts them',
    },
    { quote: 'エラーメッセージは1行以内に要約する', test: 'lines.test.ts: is YAML whatever an error says' },
    { quote: '定型フォーマットを使い、自由文を避ける', test: 'lines.test.ts: are exactly those of the specification' },
  ),
  ...of(
    'やってはいけないこと',
    {
      quote: 'ファイル経由で渡せ、コンテキストに読み込むな',
      test: 'hostile.test.ts: reads no more than 20 lines of a result, and no task, report or source at all',
    },
    {
      quote: '1つのサブエージェントに複数の独立タスクを詰め込むこと',
      test: 'work.test.ts: decomposes, works in waves, merges and reports',
    },
  ),
  ...of(
    '実行ログ',
    {
      quote: 'cmd_id … metadata_issues: []',
      test: 'lines.test.ts: has the fields of the specification, in its order and its time format',
    },
    {
      quote: 'リトライ時: status を retrying に更新し、started を新しい時刻に書き換え、retries をインクリメント',
      test: 'lines.test.ts: of a retry has the same entry: retrying, a new start, one retry more',
    },
    {
      quote: '全タスク完了時: トップレベルの finished に現在時刻を',
      test: 'work.test.ts: decomposes, works in waves, merges and reports',
    },
    {
      quote: 'pending: タスクは定義されているが … skipped: 実行をスキップした',
      test: 'lines.test.ts: shows a planned task as pending, and a skipped one without times',
    },
    {
      quote: 'YYYY-MM-DD HH:MM:SS（ローカルタイム使用）… 未記録の場合は null',
      test: 'lines.test.ts: has the fields of the specification, in its order and its time format',
    },
  ),
  ...of('エラーハンドリング', {
    quote: 'result ファイルを生成できなかった場合 … status: failure と error に理由を記録する … リトライフローに従う',
    test: 'hostile.test.ts: that %s has failed, however good its change',
  }),
  ...of(
    'チェックポイント再開（中断復帰）',
    {
      quote: 'status が success のタスクはスキップする … 最初の未完了タスクを含むWaveから実行を再開する',
      test: 'resume.test.ts: at turn %d goes on: no succeeded task runs again, none is lost',
    },
    {
      quote: 'running だったタスクは result ファイルが存在すればスキップ、なければ再実行する',
      decision:
        'What counts is the record of the attempt, not the file: a result without its change in the journal would lose the change.',
    },
    {
      quote: 'execution_log.yaml が存在しない場合は最初から実行する',
      decision: 'The journal is the truth; execution_log.yaml is written from it.',
    },
  ),
  ...of(
    'フェーズ省略の判断基準',
    {
      quote: '1つ・なし: 省略可 … 3つ以上: 必須 … 依存あり: 必須',
      test: 'lines.test.ts: one task without dependencies needs no aggregator; everything else is aggregated',
    },
    { quote: '2つ・なし: 任意', decision: 'Two tasks are always aggregated.' },
    { quote: '1ファイル1箇所の typo修正 … ユーザーへの報告・説明のみ', test: 'exceptions.test.ts: %s' },
    { quote: '上記例外を除き、Phase 1 は必須である', test: 'exceptions.test.ts: %s' },
    {
      quote: '親が直接 tasks/task_1.md を作成する … フェーズ2に入り、実働サブエージェントで処理する',
      test: 'flows.test.ts: is given to one worker without a plan, a review or an aggregator, and has the minimal summary',
    },
    {
      quote: 'generated_by / date / cmd_id / status / quality / completeness / task_count: 1 / failed_tasks: []',
      test: 'lines.test.ts: a skipped phase 3 has the minimal summary of the specification',
    },
  ),
  ...of(
    '共通設定',
    {
      quote: 'subagent_type: "general-purpose"',
      decision: 'Every agent has a role of its own, with only the tools that it needs.',
    },
    {
      quote: 'model: タスクの複雑度に応じて選択（デフォルト: config.yaml: default_model）',
      test: 'plan.test.ts: may have more columns, links, backticks, folders and other words for a dependency',
    },
  ),
  ...of(
    'タイムアウト制御',
    { quote: 'デフォルト値: worker_max_turns（未指定時: 30ターン）', test: 'flows.test.ts: is laid out as specified' },
    {
      quote: 'Status timeout として記録し、リトライ対象とする',
      test: 'flows.test.ts: that reaches its turn limit is a time-out, tried again, and at the retry limit partly done',
    },
  ),
  ...of('prompt の構成', {
    quote: '## タスク固有情報 - 入力ファイル: … を読め - 出力ファイル: … に書け',
    test: 'hostile.test.ts: gives agents paths, and under their heading what the configuration adds',
  }),
  ...of(
    '並列実行のルール',
    {
      quote: '同一ファイルへの並列書き込みは禁止',
      test: 'plan.test.ts: move the later of two writers on, and its dependents with it',
    },
    {
      quote: 'フォアグラウンド並列のみ使用する',
      decision: 'There is no background agent: a wave ends when all of its workers have ended.',
    },
  ),
  ...of('ポーリング禁止', {
    quote: 'output_file を Read/tail で繰り返し確認する行為は禁止',
    decision: 'An agent’s end is awaited; no file is read before.',
  }),
  ...of(
    '「パス受け渡し係」原則の許容範囲',
    {
      quote: 'タスク数、ファイルパス、依存関係グラフ、Persona 列、Model 列',
      test: 'plan.test.ts: is read from its table, whatever stands around it',
    },
    {
      quote: 'report_summary.md の全内容（≤50行）',
      test: 'lines.test.ts: report_summary.md has at most 50 lines and its front matter',
    },
    {
      quote: '先頭20行以内: Status, Quality Level, Completeness, Errors / Warnings, Output files',
      test: 'results.test.ts: has the fields of the specification',
    },
    {
      quote: 'タスクの詳細内容・本文 … resultファイルの本文',
      test: 'hostile.test.ts: reads no more than 20 lines of a result, and no task, report or source at all',
    },
  ),
  ...of('ディレクトリ構造', {
    quote: 'request.md plan.md tasks/ results/ plan_retry.md execution_log.yaml report.md report_summary.md',
    test: 'flows.test.ts: is laid out as specified',
  }),
  ...of(
    'よくある間違い',
    { quote: '例外条件に該当しない限り、必ず decomposer を起動してタスク分解を行う', test: 'exceptions.test.ts: %s' },
    {
      quote: 'Plan mode の出力を request.md に書き出し、Phase 1 から開始する',
      test: 'exceptions.test.ts: are not even asked about where the request is long',
    },
  ),
  ...retrospectRows,
  ...memoryRows,
];
