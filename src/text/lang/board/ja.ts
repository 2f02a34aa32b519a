import { momentOf, spanOf, wordIn } from './spans.js';
import type { BoardWords } from './words.js';

const listed = (names: readonly string[]): string => names.join('、');

const shelf = {
  due: 'マージ・クローズ待ち',
  unknown: '不明',
  blocked: 'ブロック',
  review_pending: 'レビュー待ち',
  in_progress: '作業中',
  incomplete: '着手可能',
  done: '完了',
} as const;

const units = { minute: '分', hour: '時間', day: '日' } as const;
const cardOf = wordIn({ pull: 'プルリクエストのカード', draft: '下書き', archived: 'アーカイブ済みの項目' });

export const ja: BoardWords = {
  heading: {
    board: 'ボード',
    first: '次の一手',
    next: '次にできること',
    alsoPossible: 'ほかの選択肢',
    issues: 'Issue',
    waits: '依存関係',
    circles: '循環',
    drift: 'ボードの表示と異なるもの',
    missing: '読めなかったもの',
    agents: '担当できる Agent',
    changed: '変わったこと',
    similar: '重複の可能性',
    turns: '対応待ちの人',
    trend: '推移',
    run: '今回の記録',
    evidence: '根拠',
    links: '関連する作業',
    waitsFor: '待っているもの',
    frees: '完了すると進めるもの',
    whyNot: '状態が変わる条件',
  },
  column: {
    who: 'だれ',
    turn: '内容',
    since: 'いつから',
    issue: 'Issue',
    title: '題名',
    why: '理由',
    evidence: '根拠',
    activity: '最後の動き',
  },
  shelf,
  shelfNote: {
    due: '作業は終わっています。あとはマージかクローズだけです。',
    unknown: '判断に必要な情報を読めませんでした。',
    blocked: 'ほかの何かを待っています。',
    review_pending: 'レビューが必要です。',
    in_progress: '作業が進んでいます。',
    incomplete: 'すぐに着手できます。',
    done: 'クローズ済みです。',
  },
  tally: (of) => `${shelf[of.shelf]} ${of.count} 件`,
  issues: (count) => (count === 0 ? 'Issue はまだありません。' : `Issue ${count} 件。`),
  headline: ({ issues, tallies }) =>
    issues === 0
      ? 'Issue はまだありません。'
      : `Issue ${issues} 件：${tallies.map((of) => `${shelf[of.shelf]} ${of.count}`).join('、')}。`,
  observed: (at) => `${momentOf(at)} 時点`,
  rule: wordIn({
    closed: 'クローズ済み',
    merged: 'マージ済み、クローズ待ち',
    landed: '既定ブランチに反映済み、クローズ待ち',
    approved: '承認済み、マージ待ち',
    'changes-requested': '修正の依頼あり',
    'checks-failing': 'チェックが失敗',
    'in-review': 'レビュー待ち',
    'children-done': '子 Issue がすべて完了、クローズ待ち',
    'children-started': '子 Issue が進行中',
    'blocked-after': '着手後にブロック',
    started: '着手済み',
    blocked: 'ブロック',
    interrupted: '作業が中断',
    untouched: '未着手',
    unreadable: '読めず',
  }),
  freshness: { active: '今日動きあり', recent: '今週動きあり', stale: '一週間以上動きなし' },
  ago: (from, to) => {
    const { unit, n } = spanOf(from, to);
    return unit === 'none' ? 'たった今' : `${n}${units[unit]}前`;
  },
  age: (from, to) => {
    const { unit, n } = spanOf(from, to);
    return unit === 'none' ? '今' : `${n}${units[unit]}`;
  },
  health: (score) => (score === null ? '健全度は不明' : `健全度 ${Math.round(score)} / 100`),
  condition: {
    statesClear: { met: '状態が明確', unmet: '状態が不明なものあり' },
    nextClear: { met: '次の一手が明確', unmet: '次の一手が不明' },
    blockersVisible: { met: 'ブロッカーが見えている', unmet: 'ブロッカーが見えていない' },
    workable: { met: '着手できるものあり', unmet: '着手できるものなし' },
  },
  unfinished: { registry: 'Agent を読めず', actions: '必要な書き込みが一部未了' },
  next: ({ agent, issues }) => (issues.length === 0 ? agent : `${agent} が ${listed(issues)} を担当`),
  nextByPerson: (issues) => (issues.length === 0 ? '人の操作が必要' : `${listed(issues)} に人の操作が必要`),
  nothingNext: 'することは残っていません。',
  nobodyNext: '着手できる作業はありますが、勧められる担当がここにはいません。',
  person: '人',
  priority: { high: '高', medium: '中', low: '低' },
  addend: { urgency: '緊急度', capability: '適性', priority: '優先度', freshness: '新しさ', change: '変化' },
  score: (score) => `スコア ${score.toFixed(2)}`,
  seen: ({ issues, seen }) => `Issue ${issues} 件のうち ${seen} 件を読みました。`,
  notWork: (cards) =>
    `Issue に数えないもの：${listed(cards.map(({ kind, count }) => `${cardOf(kind)} ${count} 件`))}。`,
  stale: (count) => `ほかに ${count} 件（一週間以上動きなし）`,
  more: (count) => `ほか ${count} 件`,
  waitsFor: (names) => `${listed(names)} の完了待ち`,
  frees: (names) => `完了すると ${listed(names)} が進められる`,
  root: '根本',
  over: '解消済み',
  graphMore: ({ shown, all }) => `${all} 件のうち、影響の大きい ${shown} 件を図にしました。`,
  drifted: ({ issue, board, truth, since }) =>
    `${issue} はボードでは ${board} ですが、${momentOf(since)} からの根拠では「${truth}」です。`,
  confidence: (confidence) => `確度 ${Math.round(confidence * 100)} %`,
  strength: wordIn({ closing: 'これを閉じる', naming: 'これを指す', mention: '言及のみ' }),
  written: ({ planned, written, deferred }) =>
    planned === 0
      ? '書き込みは必要ありませんでした。'
      : `変更 ${planned} 件のうち ${written} 件を書き込みました${deferred > 0 ? `（${deferred} 件は次回）` : ''}。`,
  cost: ({ requests, graphqlPoints, ms }) =>
    `リクエスト ${requests} 回、GraphQL ${graphqlPoints} ポイント、${(ms / 1000).toFixed(1)} 秒。`,
  agent: ({ name, capabilities, inferred }) =>
    `${name}：${capabilities.length === 0 ? 'できることの記載なし' : capabilities.join('、')}${inferred ? '（説明文からの推定）' : ''}`,
  noAgents: 'Agent は見つかりませんでした。',
  nothingChanged: (since) => `${momentOf(since)} から変化はありません。`,
  sinceLook: (since) => `${momentOf(since)} から`,
  left: 'ここにはもうありません',
  event: wordIn({
    issue_created: '作成',
    issue_closed: 'クローズ',
    issue_reopened: '再オープン',
    labeled: 'ラベル追加',
    unlabeled: 'ラベル削除',
    assigned: '担当者の設定',
    commented: 'コメント',
    commit_pushed: 'コミット',
    branch_linked: 'ブランチの関連付け',
    pr_opened: 'プルリクエスト作成',
    pr_ready: 'プルリクエストがレビュー可能に',
    pr_reviewed: 'レビュー',
    pr_merged: 'マージ',
    pr_closed: 'プルリクエストのクローズ',
    checks_finished: 'チェック完了',
    blocked_added: 'ブロッカー追加',
    blocked_removed: 'ブロッカー解消',
    agent_started: 'Agent 開始',
    agent_ended: 'Agent 終了',
    status_moved: 'ボード上で移動',
  }),
  happened: (count) => `出来事 ${count} 件`,
  by: (login) => `${login} による`,
  nothingHere: 'まだ何もありません。Issue ができると、それぞれの状態とその理由がここに並びます。',
  copy: 'コピー',
  copied: 'コピーしました',
  toContent: '本文へ',
  tick: 'チェックすると開始します（書き込み権限のある人のみ）。',
  running: ({ workflow, run }) => `${workflow} を実行中（${run}）`,
  similar: ({ issue, to }) => `${issue} は ${to} と重複している可能性があります`,
  maintainer: 'メンテナー',
  turn: { review: 'レビュー', merge: 'マージ', close: 'クローズ', answer: '回答', work: '作業' },
  trend: ({ bars, scans, first, last }) =>
    `健全度 ${bars}（${scans} 回）: ${first.health ?? '?'} → ${last.health ?? '?'}・未完了 ${first.open} → ${last.open}・ブロック ${first.blocked} → ${last.blocked}`,
  scoreTitle: 'スコアの見方',
  scoreNote:
    '手順のスコアは、緊急度 30%、適性 25%、優先度 20%、新しさ 15%、変化 10% の合計です。健全度は 100 から、ブロック 1 件につき 15、停滞 1 件につき 10 を引き、完了の割合に応じて最大 20 を加えた値です。',
  unshown: 'コマンドはここに表示できません。crew facilitate --json で確認できます。',
};
