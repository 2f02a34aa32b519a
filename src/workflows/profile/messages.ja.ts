// The Japanese texts of `/crew profile` and `/crew forget`.

import type { Cluster, Preference } from '../../memory/preferences/state.js';
import { commandText, type Messages } from './messages.en.js';

const CLUSTERS: Readonly<Record<Cluster, string>> = {
  vocabulary: '用語（あなたの言葉の定義）',
  defaults: '既定（繰り返し選んでいるもの）',
  avoid: '回避（一貫して退けているもの）',
  judgment: '判断の傾向（優先するトレードオフ）',
  communication: 'やり取りの仕方（好みの伝え方）',
  task_scope: 'タスクの範囲（含まれると期待するもの）',
};

const KINDS: Readonly<Record<string, string>> = {
  correction: '修正指示',
  afterthought: '後付け要求',
  rejection: '却下',
  repeated_choice: '繰り返しの選択',
  explicit: '明示の指定',
  contradiction: '矛盾',
};

const withCondition = ({ statement, condition }: Preference): string =>
  condition === undefined ? statement : `${statement}（条件: ${condition}）`;
const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join('、');

export const ja = {
  cluster: (cluster) => CLUSTERS[cluster],
  line: (each) => `- \`${each.name}\`: ${withCondition(each)}`,
  title: (count) => `### プロフィールの見直し: 学習済みの好みが ${count} 件になりました`,
  purpose:
    '**目的**: 個々の承認が積み重なってできた「プロフィール」全体を確認します。一つずつ承認しても、全体の傾向には気づきにくいためです。',
  options: (shownIn) =>
    [
      '**選択肢**:',
      `- ${commandText('profile keep', shownIn)}: このまま続ける`,
      `- ${commandText('profile review', shownIn)}: 一つずつ見直す`,
      `- ${commandText('profile clear', shownIn)}: すべての好みを削除し、学習を止める`,
    ].join('\n'),
  nothing: '学習済みの好みはありません。',
  kept: (count) => (count === 1 ? '好みを残します。' : `${count} 件の好みをすべて残します。`),
  one: (each, { isStale, shownIn }) =>
    [
      `#### \`${each.name}\`${isStale ? '（古い）' : ''}`,
      withCondition(each),
      ...each.evidence.map(({ kind, quote, author, time, url }) => {
        const source = url === undefined ? time.slice(0, 10) : `[${time.slice(0, 10)}](${url})`;
        return `- ${KINDS[kind] ?? kind}、${author}、${source}: 「${quote}」`;
      }),
      `承認日: ${each.approvedAt.slice(0, 10)}${each.approvedBy === undefined ? '' : `（${each.approvedBy}）`}。最後に確認した日: ${each.lastReinforced.slice(0, 10)}。削除するには: ${commandText(`forget ${each.name}`, shownIn)}`,
    ].join('\n\n'),
  forgotten: (names) =>
    `${listed(names)} を削除しました。実行の記録からも削除しました。投稿済みのコメントは残るため、必要なら手動で削除してください。`,
  cleared: (count) =>
    [
      `学習済みの好み ${count} 件を削除しました`,
      '内部状態（signal_log、metadata）を削除しました',
      '学習を止めました',
      '',
      '再開するには、設定を `build.lp_system.enabled: true` にしてください。投稿済みのコメントは残るため、必要なら手動で削除してください。',
    ].join('\n'),
  forgottenAll: (preferences, others) =>
    `学習済みの好み ${preferences} 件と、メモリーのほかの項目 ${others} 件を削除しました。実行の記録からも削除しました。学習は止まっています。再開するには、設定を \`build.lp_system.enabled: true\` にしてください。投稿済みのコメントは残るため、必要なら手動で削除してください。`,
  dryRun: (names) =>
    names.length === 0
      ? 'ドライラン: 削除するものはありません。'
      : `ドライラン: 何も削除していません。--dry-run なしでは ${listed(names)} を削除します。`,
  unknown: (name) => `メモリーに \`${name}\` という項目はありません。`,
  several: (names) => `該当する項目が複数あります。1 つを完全な名前で指定してください: ${listed(names)}。`,
  serverGone: (server) =>
    `メモリーサーバー \`${server}\` が応答しないため、そこからは削除していません。サーバーの起動後にもう一度試してください。`,
  noMemory: 'ここにはメモリーがありません。',
} satisfies Messages;
