// The words of the views of a board in Japanese.

import { ageOf, momentOf, wordIn } from '../times.js';
import { type BoardWords, healthOf, signed } from './en.js';

const listOf = (names: readonly string[]): string => names.join('、');

const groups = {
  due: 'マージ・クローズ待ち',
  unknown: '不明',
  blocked: 'ブロック',
  unanswered: '回答待ち',
  review_pending: 'レビュー待ち',
  in_progress: '作業中',
  incomplete: '着手可能',
  done: '完了',
};

const units = { minute: '分', hour: '時間', day: '日' } as const;
const abilityOf = wordIn({
  'issue-action': 'Issue の作業',
  'review-action': 'プルリクエストのレビュー',
  'question-answer': '質問への回答',
  'facilitate-action': 'ボードのスキャン',
  'status-report': 'ボードの状態の報告',
});
const cardOf = wordIn({ pull: 'プルリクエストのカード', draft: '下書き', archived: 'アーカイブ済みの項目' });

function agoOf(from: string, to: string): string {
  const { unit, n } = ageOf(from, to);
  return unit === 'none' ? 'たった今' : `${n}${units[unit]}前`;
}

export const ja = {
  heading: {
    board: 'ボード',
    boardHealth: 'ボードの健全度',
    first: '次',
    firstByPerson: '次（メンテナー）',
    firstByAgent: '次（Agent）',
    next: '次にできること',
    alsoPossible: 'ほかの選択肢',
    issues: 'Issue',
    waits: '依存関係',
    circles: '循環する依存関係',
    drift: 'ボードの列と根拠が異なるもの',
    missing: '読めなかったもの',
    agents: '依頼できる Agent',
    changed: '変わったこと',
    similar: '重複の可能性',
    turns: '次に対応する人',
    trend: '推移',
    run: '今回のスキャン',
    evidence: '根拠',
    links: '関連する作業',
    waitsFor: '待っているもの',
    frees: '完了すると進むもの',
    whyNot: '状態が変わる条件',
  },
  column: {
    who: '人',
    action: '内容',
    since: 'いつから',
    issue: 'Issue',
    title: '題名',
    why: '理由',
    evidence: '根拠',
    activity: '最後の動き',
  },
  group: groups,
  groupNote: {
    due: '作業は終わっています。メンテナーがマージまたはクローズしてください。',
    unknown: '状態を決める情報の一部を読めませんでした。',
    blocked: 'ほかの Issue やリポジトリの外のことを待っています。',
    unanswered: '先に、質問への回答、説明の追記、または足りない点の説明が必要です。',
    review_pending: 'レビューを待っています。',
    in_progress: '人または Agent が作業しているか、crew の実行が返信を待っています。',
    incomplete: 'すぐに着手できます。',
    done: 'クローズ済みです。',
  },
  due: { merge: 'マージ待ち', close: 'クローズ待ち' },
  tally: (of) => `${groups[of.group]} ${of.count} 件`,
  issues: (count) => (count === 0 ? 'Issue はまだありません。' : `Issue ${count} 件。`),
  headline: ({ issues, tallies }) =>
    issues === 0
      ? 'Issue はまだありません。'
      : `Issue ${issues} 件：${tallies.map((of) => `${groups[of.group]} ${of.count}`).join('、')}。`,
  observed: (at) => `${momentOf(at)} 時点`,
  observedAgo: (at, now) => `${momentOf(at)} 時点（${agoOf(at, now)}）`,
  scanAgain: '今すぐスキャンするには、Issue に /crew facilitate と書きます',
  rule: wordIn({
    closed: 'クローズ済み',
    merged: 'マージ済み、クローズ可能',
    landed: '既定ブランチに反映済み、クローズ可能',
    approved: '承認済み、マージ可能',
    'changes-requested': '修正依頼あり',
    'checks-failing': 'チェックが失敗',
    'in-review': 'レビュー待ち',
    'children-done': '子 Issue がすべて完了、クローズ可能',
    'children-started': '子 Issue の作業を開始済み',
    'blocked-after': '着手後にブロック',
    started: '着手済み',
    blocked: 'ブロック',
    interrupted: '以前の作業は終了',
    untouched: '未着手',
    unreadable: '読み取れず',
  }),
  freshness: { active: '今日動きあり', recent: '今週動きあり', stale: '一週間以上動きなし' },
  ago: agoOf,
  lasting: (from, to) => {
    const { unit, n } = ageOf(from, to);
    return unit === 'none' ? 'たった今から' : `${n}${units[unit]}前から`;
  },
  age: (from, to) => {
    const { unit, n } = ageOf(from, to);
    return unit === 'none' ? '今' : `${n}${units[unit]}`;
  },
  healthSumTitle: '健全度の計算方法',
  healthSum: ({ blocked, stale, done, closed, due, all, sum }) => [
    ['開始値', '100'],
    [`ブロック ${blocked} 件（1 件につき 15）`, signed(-15 * blocked)],
    [`一週間以上動きなし ${stale} 件（1 件につき 10）`, signed(-10 * stale)],
    [
      `${all} 件のうち完了 ${done} 件（クローズ済み ${closed} 件、マージ・クローズ待ち ${due} 件、最大 20）`,
      signed(all === 0 ? 0 : (20 * done) / all),
    ],
    [`健全度${sum < 0 ? '（下限は 0）' : ''}${sum > 100 ? '（上限は 100）' : ''}`, healthOf(sum)],
  ],
  health: (score) => (score === null ? '健全度は不明' : `健全度 ${Math.round(score)} / 100`),
  condition: {
    statesClear: { met: 'すべての状態が明確', unmet: '状態が不明な Issue あり' },
    nextClear: { met: '次の手順あり', unmet: '次の手順なし' },
    blockersVisible: { met: 'ブロッカーがすべて明確', unmet: '不明なブロッカーあり' },
    workable: { met: '着手できる Issue あり', unmet: '着手できる Issue なし' },
  },
  unfinished: { registry: 'Agent を読めず', actions: '一部の更新が未了' },
  byAgent: (name) => `Agent ${name}`,
  commandPlace: (pull) => `${pull} のコメントに書いてください。`,
  next: ({ agent, issues }) => `Agent ${agent}${issues.length === 0 ? '' : ` が ${listOf(issues)} を担当`}`,
  nextCommand: ({ command, on }) => `${on.length === 0 ? '' : `${listOf(on)} に `}${command}`,
  nextByPerson: (issues) => (issues.length === 0 ? 'メンテナー' : `メンテナーが ${listOf(issues)} に対応`),
  nothingNext: '今することはありません。',
  nobodyNext: '未完了の Issue を担当できる Agent がいません。',
  highPriority: '優先度 高',
  addend: {
    urgency: '緊急度',
    capability: 'Agent の適性',
    priority: 'ラベルと期限による優先度',
    freshness: '最近の動き',
    change: '前回のスキャンからの変化',
  },
  noAgentNeeded: 'Agent は不要',
  score: (score) => `スコア ${score.toFixed(2)}`,
  scoreSum: 'スコア',
  seen: ({ issues, seen }) => `Issue ${issues} 件のうち ${seen} 件を読みました。`,
  notWork: (cards) =>
    `Issue に数えないもの：${listOf(cards.map(({ kind, count }) => `${cardOf(kind)} ${count} 件`))}。`,
  stale: (count) => `ほかに ${count} 件（一週間以上動きなし）`,
  more: (count) => `ほか ${count} 件`,
  quoted: (text) => `「${text}」`,
  waitsFor: (names) => `${listOf(names)} の完了待ち`.replace('」 の', '」の'),
  frees: (names) => `完了すると ${listOf(names)} が進められる`,
  root: '根本原因',
  blockerResolved: '解消済み',
  graphMore: ({ shown, all }) => `図は ${all} 件のうち、ほかを多くブロックしている ${shown} 件です。`,
  driftColumn: (board) => `：列は ${board}、根拠では`,
  drifted: ({ issue, board, truth, since }) =>
    `${issue} は列 ${board} にありますが、${momentOf(since)} 以降の根拠では「${truth}」です。`,
  confidence: (confidence) => `確度 ${Math.round(confidence * 100)} %`,
  strength: wordIn({ closing: 'これを閉じる', naming: 'これを指す', mention: '言及のみ' }),
  written: ({ planned, written, deferred }) =>
    planned === 0
      ? '更新は不要でした。'
      : `変更 ${planned} 件のうち ${written} 件を書き込みました${deferred > 0 ? `（残り ${deferred} 件は次回）` : ''}。`,
  cost: ({ requests, graphqlPoints, ms }) =>
    `リクエスト ${requests} 回、GraphQL ${graphqlPoints} ポイント、${(ms / 1000).toFixed(1)} 秒。`,
  agent: ({ name, capabilities, inferred }) =>
    `${name}：${capabilities.length === 0 ? '能力の記載なし' : capabilities.map(abilityOf).join('、')}${inferred ? '（説明文からの推定）' : ''}`,
  agentsNote: '上の手順を実行できる Agent です。crew 自身のものと、リポジトリの .agent/ にあるものです。',
  noAgents: 'Agent は見つかりませんでした。',
  nothingChanged: (since) => `${momentOf(since)} から変化はありません。`,
  sinceLook: (since) => `${momentOf(since)} から`,
  leftBoard: 'ボードにありません',
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
  happened: (count) => `イベント ${count} 件`,
  by: (login) => `${login} による`,
  nothingHere: 'Issue はまだありません。このページは、各 Issue の状態とその根拠を示します。',
  copy: 'コピー',
  copied: 'コピーしました',
  toContent: '本文へ',
  tick: 'チェックすると実行を始めます（書き込み権限が必要です）。',
  running: ({ workflow, run }) => `${workflow} を実行中（${run}）`,
  similar: ({ issue, to }) => `${issue} は ${to} と重複している可能性があります`,
  onPage: {
    merge: 'ページでマージしてください：',
    close: 'ページでクローズしてください：',
    view: 'ページを確認してください：',
  },
  maintainer: 'メンテナー',
  action: { review: 'レビュー', merge: 'マージ', close: 'クローズ', answer: '回答', work: '作業' },
  trend: ({ bars, scans, first, last }) =>
    `健全度 ${bars}（${scans} 回）: ${first.health ?? '?'} → ${last.health ?? '?'}・未完了 ${first.open} → ${last.open}・ブロック ${first.blocked} → ${last.blocked}`,
  scoreTitle: 'この順番の理由',
  scoreNote:
    'スコアの高い順です。スコアは 5 つの値の合計です。緊急度（最大 0.30。マージ・クローズ・レビューだけが残っているものが最も高く、ほかの Issue のブロックを解くものには加算）、Agent の適性（最大 0.25）、ラベルと期限による優先度（最大 0.20）、最近の動き（最大 0.15）、前回のスキャンからの変化（最大 0.10）。スコアを選択すると内訳が表示されます。「優先度 高」は、ほかの Issue が待っているもの、期限が 7 日以内のもの、ラベルが最優先のものに付きます。',
  unshown: 'コマンドをここに表示できません。crew facilitate --json で確認できます。',
} satisfies BoardWords;
