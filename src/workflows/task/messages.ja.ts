// The Japanese texts of `task`, used by publish.ts, work.ts, `/crew status` (workflows/instant.ts) and the App's page of tasks
// (app/pages.ts).
import { stateSentence, stateWord } from '../../text/lang/outcome-words.js';
import { code } from '../../text/quote.js';
import type { InitCheck, TaskMessages } from './messages.en.js';
import type { State } from './rules/contract.js';

const CHECKS: Readonly<Record<InitCheck, string>> = {
  debt: '未解決の問題の確認',
  coverage: '観点の確認',
  learnings: '過去の学びの検索',
  start: '開始前の確認',
};

const DOING: Readonly<Record<State, string>> = {
  idle: '依頼の読み取り',
  session_selecting: '進め方の選択',
  session_initializing: '未解決の問題の確認',
  classifying: '依頼の分類',
  selecting_personas: '判定方法の選択',
  executing: '作業',
  watching: '結果の判定',
  learning: '学びの記録',
  completed: 'タスクの終了処理',
  escalated: 'タスクの終了処理',
  failed: 'タスクの終了処理',
};

export const ja = {
  noAgreement: (n) => `${n}回のイテレーションで合意に達しませんでした`,
  escalated: (n) => `${n}回のイテレーションで合意に達しませんでした。判断をお願いします。`,
  howToAnswer: `${code('/crew answer')} に続けて判断を書いてください。この実行のファイルを引き継いで、新しい実行を始めます。`,
  alertEscalation: ({ run, issue }) =>
    `${code(run)}${issue === undefined ? '' : `（#${issue}）`} があなたの判断を待っています`,
  alertGateNotPassed: ({ run, files }) =>
    `${code(run)} は最終ラウンドでも品質ゲートに合格しませんでした${files.length > 0 ? `: ${files.map(code).join('、')}` : ''}`,
  alertSkipped: (n) => `スキップされたテストが ${n} 件あります`,
  alertTodos: (before, now) => `TODO・FIXME が ${before} 件から ${now} 件に増えました`,
  alertUnreadable: (check, why) => `${CHECKS[check]}に失敗しました: ${why}`,
  reportAlerts: '未解決の問題',
  reportAxes: '推奨する観点',
  reportLearnings: '過去の実行からの学び',
  recommendRetrospective: `先に振り返りを実行してください: ${code('/crew task 振り返り')}`,
  notReady: (reasons) =>
    `タスクを始めていません。${reasons.join('。')}。それでも始める場合は ${code('/crew answer はい')}、やめる場合は ${code('/crew answer いいえ')} と書いてください。`,
  blocked: {
    'escalated-here': '前のタスクが判断待ちのままです',
    'many-escalations': '判断待ちのタスクが3件以上あります',
    'no-budget': '本日の予算を使い切っています',
  },
  declined: '「いいえ」と回答されたため、タスクを始めませんでした。',
  noExecutor: (type) =>
    `作業を始めていません。このタスクのセッションには、種別 ${code(type)} のタスクを実行できるワークフローが許可されていません。セッションのファイルの ${code('workflows')} に加えるか、タスクの書き方を変えてください。`,
  timedOut: (seconds) => `セッションの制限時間の ${seconds} 秒に達したため、作業を止めました`,
  faulty: (state, why) => `${DOING[state]}中に失敗しました: ${why}`,
  undecided: '別のエージェントが判定を出しませんでした',
  blockedWork: '作業は結果が出る前に止まりました',
  ended: {
    document: stateSentence('ja', 'document'),
    planned: stateSentence('ja', 'planned'),
    escalated: stateSentence('ja', 'escalated'),
    failed: stateSentence('ja', 'failed'),
  },
  accepted: (n) => `別のエージェントが結果を確認し、承認しました${n === 1 ? '' : `（${n} 回目）`}。`,
  issues: '別のエージェントの指摘',
  problems: '問題',
  artifacts: '成果物',
  documentIsFile: (name) =>
    `${code('/crew apply')} で、この文書を ${code(name)} として追加するプルリクエストを開きます。`,
  pullIntro: '別のエージェントがこの変更を承認していないため、ドラフトです。メンテナーが判断してください。',
  sessionsTitle: 'タスク',
  sessionsNone: '直近90日のタスクはありません。',
  sessionLine: ({ run, type, status, at }) =>
    `${at} · ${code(run)} · ${type === '' ? '' : `${type} · `}${stateWord('ja', status)}`,
  dashboard: {
    title: 'タスク',
    overTime: 'タスクの推移',
    passByType: '種別ごとの合格率',
    passByPair: '人格の組ごとの合格率',
    debt: '未解決の問題',
    skipped: 'スキップされたテスト',
    todos: 'TODO・FIXME',
    coverage: '使った観点',
    escalations: 'エスカレーション',
    none: 'まだありません。',
    last: '最近のタスク',
    noPersona: '人格なし',
  },
  stateWord: (state) => stateWord('ja', state),
} satisfies TaskMessages;
