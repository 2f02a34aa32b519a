// タスクが人に伝える文。英語と同じ項目を持つ。
import { code } from '../../text/code.js';
import type { TaskMessages } from './messages.en.js';

export const ja = {
  noAgreement: (n) => `${n}回のイテレーションで合意に達しませんでした`,
  escalated: (n) => `${n}回のイテレーションで合意に達しませんでした。判断をお願いします。`,
  howToAnswer: `${code('/crew answer')} に続けて判断を書くと、この実行のファイルから新しい実行を始めます。`,
  alertEscalation: ({ run, issue }) => `${code(run)}${issue === undefined ? '' : `（#${issue}）`}が判断を待っています`,
  alertForcedPass: ({ run, files }) =>
    `${code(run)} は品質ゲートを強制通過しました${files.length > 0 ? `: ${files.map(code).join('、')}` : ''}`,
  alertSkipped: (n) => `スキップされたテストが ${n} 件あります`,
  alertTodos: (before, now) => `TODO・FIXME が ${before} 件から ${now} 件に増えました`,
  alertUnreadable: (what, why) => `${what} を実行できませんでした: ${why}`,
  reportAlerts: '未解決の問題',
  reportAxes: '推奨する観点',
  reportLearnings: '過去の実行からの学び',
  recommendRetrospective: `先に振り返りを推奨します: ${code('/crew task 振り返り')}`,
  notReady: (reasons) =>
    `開始前の確認: ${reasons.join('。')}。それでも始めますか。${code('/crew answer はい')} または ${code('/crew answer いいえ')} で答えてください。`,
  blocked: {
    'escalated-here': 'ここでの前のタスクが判断待ちのままです',
    'many-escalations': '判断待ちのタスクが3件以上あります',
    'no-budget': '本日の予算を使い切っています',
  },
  declined: '回答のとおり、タスクは開始しませんでした。',
  noExecutor: (type) => `このセッションで許可されたワークフローでは、種別 ${code(type)} のタスクを実行できません。`,
  timedOut: (seconds) => `実行役を ${seconds} 秒で停止しました`,
  faulty: (component, why) => `${component} が失敗しました: ${why}`,
  undecided: '監視役の判定がありません',
  blockedWork: '実行役は結果を出す前に停止しました',
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
  pullIntro: 'ドラフト: 監視役はこの変更を承認していません。人の判断のために残してあります。',
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
