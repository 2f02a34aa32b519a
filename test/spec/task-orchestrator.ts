// The specification of the Task Orchestrator, sentence by sentence: what it demands, and the tests that hold it. A sentence is quoted
// as it stands there; `decided` names what was decided where it is silent or contradicts itself (docs/decisions/2026-11-19-task.md).

export interface Row {
  readonly section: Section;
  readonly says: string;
  /** File below test/, and the name of the test or of a part of it. */
  readonly tests: readonly (readonly [string, string])[];
  readonly decided?: string | undefined;
}

/** Every heading of the specification. */
export const SECTIONS = [
  'Task Orchestrator',
  'トリガー',
  '契約',
  '状態遷移図',
  '初期化',
  'Step 0a: session_selecting',
  'Step 0b: session_initializing',
  'Step 1: classifying',
  'Step 2: selecting_personas',
  'Step 3: executing',
  'Step 4: watching',
  'Step 5: learning',
  'Step 6: completed / escalated',
  '例1: fizzbuzz（人格なし）',
  '例2: API設計（人格あり）',
  '例3: エスカレーション',
  '失敗時の振る舞い',
  '参照',
] as const;
export type Section = (typeof SECTIONS)[number];

const states = 'workflows/task/states.test.ts';
const engine = 'workflows/task/engine.test.ts';
const rules = 'workflows/task/rules.test.ts';
const work = 'workflows/task/work.test.ts';
const classifier = 'workflows/task/classify.test.ts';
const lifecycle = 'workflows/task/lifecycle.test.ts';
const ledger = 'memory/ledger.test.ts';

export const rows: readonly Row[] = [
  {
    section: 'Task Orchestrator',
    says: 'v0.3 の5コンポーネントを接続し、セッション管理と状態遷移を管理する。',
    tests: [
      [lifecycle, 'go through, get personas, and escalate; an answer starts a new run; the page shows all of them'],
    ],
  },
  {
    section: 'トリガー',
    says: 'ユーザーからタスクを受け取ったとき',
    tests: [
      [lifecycle, 'go through, get personas, and escalate'],
      ['commands/commands.test.ts', '%j'],
    ],
  },
  {
    section: 'トリガー',
    says: 'v0.3 の統合フローを実行するとき',
    tests: [[work, 'goes straight through: the change is in the tree, and one model call more than the fix was made']],
  },
  {
    section: '契約',
    says: 'output: status: "completed" | "failed" | "escalated"; result, session_init, execution_trace, ledger_entries',
    tests: [
      [engine, 'is reproduced state by state'],
      [work, 'gets personas, a document in the run, and a change that can be applied'],
    ],
  },
  {
    section: '契約',
    says: '必ず status を返す',
    tests: [
      [engine, 'of %s end in the status %s with a trace that reaches a final state'],
      [engine, 'of every component at once still end in a status'],
    ],
  },
  { section: '契約', says: '例外で落ちない', tests: [[engine, 'of every component at once still end in a status']] },
  {
    section: '契約',
    says: '全状態遷移を execution_trace に記録',
    tests: [
      [engine, 'is reproduced state by state'],
      [engine, 'of %s end in the status %s with a trace that reaches a final state'],
    ],
  },
  {
    section: '契約',
    says: '各イテレーション後に Learning Ledger に記録',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: '契約',
    says: 'セッション開始前に debt-monitor, coverage-check, ledger-query を実行',
    tests: [
      [work, 'measures TODO comments and skipped tests, and says when they grew'],
      [work, 'holds the entries that task.json names, and the next task finds them'],
    ],
  },
  {
    section: '契約',
    says: 'max_iterations: セッション定義に従う（デフォルト 3）',
    tests: [
      [states, 'begin idle, with iteration 0 and three iterations at most'],
      [engine, 'prints the number of iterations of the session, also in English'],
      [rules, 'allow three iterations and thirty seconds where they say nothing'],
    ],
  },
  {
    section: '契約',
    says: 'Orchestrator はビジネスロジックを持たない',
    tests: [[states, 'are a pure function: the same again for the same, and the given machine stays as it was']],
  },
  {
    section: '契約',
    says: '状態遷移の判定は各コンポーネントの出力に基づく',
    tests: [
      [states, 'have a next one for every output in every state, along the arrows of the specification or to failed'],
    ],
  },
  {
    section: '契約',
    says: 'セッション定義に従ってイテレーション回数を制御',
    tests: [[states, 'after a rejected execution %i of %i go to %s']],
  },
  {
    section: '状態遷移図',
    says: 'idle → session_selecting → session_initializing → classifying → [selecting_personas] → executing → watching → learning → completed',
    tests: [
      [states, 'skip the personas where none is required'],
      [states, 'have a next one for every output in every state'],
    ],
  },
  {
    section: '状態遷移図',
    says: 'iteration >= max → escalated → Human',
    tests: [
      [states, 'execute again while the watcher rejects and iterations are left, then escalate'],
      [lifecycle, 'go through, get personas, and escalate; an answer starts a new run'],
    ],
  },
  {
    section: '初期化',
    says: 'state: "idle", iteration: 0, max_iterations: 3',
    tests: [[states, 'begin idle, with iteration 0 and three iterations at most']],
  },
  {
    section: 'Step 0a: session_selecting',
    says: 'SessionSelector を呼び出す: { session_type, requires_persona, recommended_axes, rationale }',
    tests: [
      [rules, 'gives %s the session %s'],
      [rules, 'says why, and recommends the perspectives of the session'],
      [work, 'is classified by a model'],
    ],
  },
  {
    section: 'Step 0a: session_selecting',
    says: 'sessions/{session_type}.yaml を読む。max_iterations をセッション定義から取得',
    tests: [
      [rules, 'of a repository are added to those of crew, or take the place of one'],
      [engine, 'prints the number of iterations of the session, also in English'],
    ],
  },
  {
    section: 'Step 0a: session_selecting',
    says: 'Learning Ledger: session_type = {session_type}',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: 'Step 0b: session_initializing',
    says: 'debt-monitor を実行 → DEBT アラートを収集',
    tests: [
      [rules, 'of %j alerts %j'],
      [rules, 'counts an escalation until a later task of the same subject ended otherwise'],
      [rules, 'finds documents that did not pass their quality gate, with their files'],
    ],
  },
  {
    section: 'Step 0b: session_initializing',
    says: 'coverage-check を実行 → 未使用軸を確認',
    tests: [[rules, 'names perspectives that the last ten sessions left out, and recommends them first']],
  },
  {
    section: 'Step 0b: session_initializing',
    says: 'ledger-query を実行 → 関連する過去の学びを検索',
    tests: [
      [ledger, 'finds entries that share words, the rarer word first'],
      [ledger, 'prefers entries about the same files, of the same kind, and newer ones'],
      [work, 'holds the entries that task.json names, and the next task finds them'],
    ],
  },
  {
    section: 'Step 0b: session_initializing',
    says: 'ユーザーに以下を報告（アラートがある場合）',
    tests: [
      [engine, 'reports what was found before the work begins'],
      [work, 'holds the entries that task.json names, and the next task finds them'],
    ],
  },
  {
    section: 'Step 0b: session_initializing',
    says: 'ready = false の場合、ユーザーに確認',
    tests: [
      [engine, 'asks, and nothing is executed'],
      [engine, 'goes on with a yes, from the journal'],
      [engine, 'is refused with a no'],
      [lifecycle, 'asks before it begins, goes on with a yes, and is not started with a no'],
    ],
    decided: 'ready is false where an earlier task of the subject is escalated, three are open, or no budget is left',
  },
  {
    section: 'Step 0b: session_initializing',
    says: '重大なアラートがある場合、retrospective を推奨',
    tests: [[rules, 'of %j alerts %j']],
  },
  {
    section: 'Step 1: classifying',
    says: 'TaskClassifier を呼び出す: { task_type, requires_persona, rationale }',
    tests: [
      [classifier, 'is classified right in nine of ten cases'],
      [classifier, 'takes %s as %s, persona %s'],
      [work, 'is classified by a model'],
    ],
  },
  {
    section: 'Step 1: classifying',
    says: 'task_type = {task_type}, requires_persona = {requires_persona}',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: 'Step 1: classifying',
    says: 'requires_persona = true → selecting_personas; false → executing',
    tests: [
      [states, 'skip the personas where none is required'],
      [states, 'execute again while the watcher rejects and iterations are left, then escalate'],
    ],
  },
  {
    section: 'Step 2: selecting_personas',
    says: 'PersonaStrategy を呼び出す: { executor_persona, watcher_persona, rationale }',
    tests: [
      [rules, 'gives a design to Kent Beck and Martin Fowler where the request says nothing else'],
      [rules, 'chooses an executor who is strong in what the request is about'],
      [rules, 'always chooses two who are not the same, and a watcher who covers a blind spot'],
    ],
  },
  {
    section: 'Step 2: selecting_personas',
    says: 'executor = {executor_persona.name}, watcher = {watcher_persona.name}',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: 'Step 3: executing',
    says: 'executor-agent を呼び出す: { status, artifacts, execution_log, persona_applied }',
    tests: [
      [rules, 'of %s (%j), allowed %j, there %j, is %s'],
      [work, 'goes straight through: the change is in the tree'],
      [work, 'gets personas, a document in the run, and a change that can be applied'],
    ],
    decided: 'the task type and the session decide which workflow executes',
  },
  {
    section: 'Step 3: executing',
    says: 'タイムアウト: 30秒で status = "blocked"',
    tests: [
      [engine, "is the session's: beyond it the executor is stopped and the execution is blocked"],
      [engine, 'is waited for no longer than a moment where the executor does not stop'],
      [rules, 'allow three iterations and thirty seconds where they say nothing'],
    ],
    decided: 'thirty seconds are the default; the sessions that come with crew set timeout_s',
  },
  {
    section: 'Step 4: watching',
    says: 'watcher-agent を呼び出す: { pass, issues, inspection_log, persona_applied, blindspots_covered, misclassification_detected }',
    tests: [
      [engine, "does not see the executor's log or status before it has given its verdict"],
      [engine, "is given the executor's blind spots to cover"],
      [work, "shows the watcher the change, and not the Editor's words"],
    ],
  },
  {
    section: 'Step 4: watching',
    says: 'pass = {pass}, iteration = {iteration}',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: 'Step 4: watching',
    says: 'pass = false AND iteration < 3 → executing（iteration++）',
    tests: [
      [states, 'after a rejected execution %i of %i go to %s'],
      [work, "is done again with the watcher's issues, on top of what was accepted"],
    ],
  },
  {
    section: 'Step 4: watching',
    says: 'pass = false AND iteration >= 3 → escalated',
    tests: [
      [states, 'after a rejected execution %i of %i go to %s'],
      [work, 'that the watcher rejects to the end is escalated, and the accepted change stays'],
    ],
  },
  {
    section: 'Step 4: watching',
    says: 'misclassification_detected = true の場合、Learning Ledger に記録',
    tests: [[engine, 'gets an entry for a misclassification, and the task goes on']],
  },
  {
    section: 'Step 5: learning',
    says: '最終結果を Learning Ledger に記録',
    tests: [[engine, 'gets an entry for every decision and outcome that the specification names']],
  },
  {
    section: 'Step 6: completed / escalated',
    says: 'status: "completed", pass: true',
    tests: [
      [engine, 'is reproduced state by state'],
      [work, 'goes straight through: the change is in the tree'],
    ],
    decided: 'issues of a pass are kept, as in the second example',
  },
  {
    section: 'Step 6: completed / escalated',
    says: 'message: "3回のイテレーションで合意に達しませんでした。判断をお願いします。"',
    tests: [
      [engine, 'is reproduced state by state'],
      [rules, 'print the number of iterations'],
    ],
    decided: "the number is the session's",
  },
  {
    section: '例1: fizzbuzz（人格なし）',
    says: 'classifying → executing → watching → learning → completed',
    tests: [[engine, "the specification's first example, fizzbuzz without personas"]],
  },
  {
    section: '例2: API設計（人格あり）',
    says: 'selecting_personas: Kent Beck + Martin Fowler',
    tests: [[engine, "the specification's second example, the design of an API with personas"]],
  },
  {
    section: '例3: エスカレーション',
    says: 'executing → watching (pass=false, iteration=3) → escalated',
    tests: [[engine, "the specification's third example, an escalation"]],
  },
  {
    section: '失敗時の振る舞い',
    says: 'classifying: task_type = "investigate", requires_persona = true',
    tests: [
      [engine, 'of the classifier make the task an investigation with personas'],
      [work, 'takes the fallback where the model fails: an investigation with personas'],
    ],
  },
  {
    section: '失敗時の振る舞い',
    says: 'selecting_personas: デフォルト = Kent Beck + Martin Fowler',
    tests: [
      [engine, 'of PersonaStrategy choose the default pair'],
      [rules, 'takes the default pair where nobody can do the task, or nobody covers the executor'],
    ],
  },
  {
    section: '失敗時の振る舞い',
    says: 'executing: タイムアウト → status = "blocked"',
    tests: [[engine, "is the session's: beyond it the executor is stopped and the execution is blocked"]],
  },
  {
    section: '失敗時の振る舞い',
    says: 'watching: 判定不能 → pass = false',
    tests: [[engine, 'of %s end in the status %s with a trace that reaches a final state']],
  },
  {
    section: '失敗時の振る舞い',
    says: 'learning: 記録失敗 → stderr にフォールバック',
    tests: [[engine, 'that takes nothing is replaced by standard error, and the task goes on']],
  },
  {
    section: '参照',
    says: 'Session Schema; Planning, Design, Implement, Retrospective Session',
    tests: [
      [rules, 'come with crew for planning, design, implement and retrospective'],
      [rules, 'fit the published schema, which is the one of the source'],
    ],
  },
  {
    section: '参照',
    says: 'Learning Ledger',
    tests: [
      [ledger, 'count from 001 on each day, and go on beyond 999'],
      [ledger, 'loses nothing when two runs append at once, and writes nothing twice'],
      [ledger, 'holds every entry of both once, whichever comes first'],
    ],
  },
  {
    section: '参照',
    says: 'Persona Strategy, executor-agent, watcher-agent, debt-monitor, coverage-check, ledger-query',
    tests: [[rules, 'are at least ten, each with strengths, blind spots and questions']],
  },
];
