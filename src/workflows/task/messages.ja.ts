// The Japanese texts of task. They have the same keys as the English ones.

import { code } from '../../text/quote.js';
import type { TaskMessages } from './messages.en.js';

export const ja = {
  noAgreement: (n) => `${n}回のイテレーションで合意に達しませんでした`,
  escalated: (n) => `${n}回のイテレーションで合意に達しませんでした。判断をお願いします。`,
  howToAnswer: `${code('/crew answer')} の後に判断を書いてください。この実行のファイルを使って新しい実行を始めます。`,
  alertEscalation: ({ run, issue }) =>
    `${code(run)}${issue === undefined ? '' : `（#${issue}）`}があなたの判断を待っています`,
  alertForcedPass: ({ run, files }) =>
    `${code(run)} は最終ラウンドでも品質ゲートに合格しませんでした${files.length > 0 ? `: ${files.map(code).join('、')}` : ''}`,
  alertSkipped: (n) => `スキップされたテストが ${n} 件あります`,
  alertTodos: (before, now) => `TODO・FIXME が ${before} 件から ${now} 件に増えました`,
  alertUnreadable: (what, why) => `${what} を実行できませんでした: ${why}`,
  reportAlerts: '未解決の問題',
  reportAxes: '推奨する観点',
  reportLearnings: '過去の実行からの学び',
  recommendRetrospective: `先に振り返りを実行してください: ${code('/crew task 振り返り')}`,
  notReady: (reasons) =>
    `タスクは始まっていません: ${reasons.join('。')}。それでも始めますか。${code('/crew answer はい')} または ${code('/crew answer いいえ')} で答えてください。`,
  blocked: {
    'escalated-here': '前のタスクが判断待ちのままです',
    'many-escalations': '判断待ちのタスクが3件以上あります',
    'no-budget': '本日の予算を使い切っています',
  },
  declined: '「いいえ」の回答により、タスクを開始しませんでした。',
  noExecutor: (type) => `このセッションで許可されたワークフローでは、種別 ${code(type)} のタスクを実行できません。`,
  timedOut: (seconds) => `ワークフローを ${seconds} 秒で停止しました`,
  faulty: (component, why) => `${component} が失敗しました: ${why}`,
  undecided: '監視役の判定がありません',
  blockedWork: 'ワークフローは結果を出す前に停止しました',
  page: ({ status, session, type, personas, iterations }) =>
    [
      `**タスク: ${status}** · セッション ${code(session)} · 種別 ${code(type)}`,
      personas.length > 0 ? personas.join(' と ') : '人格なし',
      `${iterations} 回実行`,
    ].join(' · '),
  issues: '監視役の指摘',
  artifacts: '成果物',
  trace: '状態の記録',
  documentIsFile: (name) => `${code('/crew apply')} で、この文書を ${code(name)} としてプルリクエストにします。`,
  pullIntro:
    '監視役（crew の 2 人目のレビュアー）がこの変更を承認していないため、ドラフトです。メンテナーが判断してください。',
  sessionsTitle: 'タスク',
  sessionsNone: '直近90日のタスクはありません。',
  sessionLine: ({ run, type, status, at }) => `${at} · ${code(run)} · ${type} · ${status}`,
  dashboard: {
    title: 'タスク',
    overTime: 'タスクの推移',
    passByType: '種別ごとの合格率',
    passByPair: '人格の組ごとの合格率',
    debt: '負債',
    skipped: 'スキップされたテスト',
    todos: 'TODO・FIXME',
    coverage: '使った観点',
    escalations: 'エスカレーション',
    none: 'まだありません。',
    last: '最近のタスク',
    noPersona: '人格なし',
  },
  statusWords: { completed: '完了', escalated: 'エスカレーション', failed: '失敗' },
} satisfies TaskMessages;
