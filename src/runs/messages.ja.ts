// 実行についての文。英語と同じ項目を持つ。
import { code } from '../text/code.js';
import type { RunMessages, Running } from './messages.en.js';
import { statusWord } from './status-words.js';

const link = (text: string, url: string | undefined): string => (url ? `[${text}](${url})` : text);
const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
const limit = ({ limitUsd }: Running): string => (limitUsd === undefined ? '' : ` · 費用の上限 ${dollars(limitUsd)}`);

export const ja = {
  working: (of) =>
    `**${code(of.command)}** を実行中です: ${link(code(of.run), of.url)}${limit(of)}。${code('/crew cancel')} で止まります。`,
  waits: (of) =>
    `**${code(of.command)}** は ${code(of.waitsFor)} の終了を待っています: ${link(code(of.run), of.url)}${limit(of)}。${code('/crew cancel')} で取り消せます。`,
  round: (of) =>
    of.why === 'verify'
      ? `独立した検証ジョブで失敗したため、もう一度直しています: ${link(code(of.run), of.url)}。`
      : `公開したコミットでリポジトリのチェックが失敗したため、もう一度直しています: ${link(code(of.run), of.url)}。`,
  ended: (of) =>
    `**${code(of.command)}**: ${statusWord('ja', of.status)} · ${dollars(of.costUsd)}${of.limitUsd === undefined ? '' : ` / ${dollars(of.limitUsd)}`} · ${link(code(of.run), of.url)}`,
  reset: (count) =>
    `${code('build.lp_system.reset_all')}: 学習済みの好み ${count} 件とそのシグナルを消し、学習を止めました。再開するには ${code('build.lp_system.enabled: true')} を設定し、${code('reset_all')} を取り除きます。`,
  joined: ({ run, url }) => `同じ依頼は実行中の ${link(code(run), url)} にまとめます。`,
  refusedAwaiting: ({ run, id }) =>
    `${code(run)} が回答を待っているため、何も始めていません。${code(`/crew answer ${id ?? ''} …`.replace('  ', ' '))}、${code('/crew approve')}、${code('/crew cancel')} のいずれかで待ちが終わります。`,
  queueFull: ({ run, url, most }) =>
    `${link(code(run), url)} の後に既に ${most} 件が待っているため、何も始めていません。どれかが終わってから依頼してください。`,
  signal: {
    answer: (run) => `回答を記録しました。${code(run)} を続けます。`,
    select: (run) => `選択を記録しました。${code(run)} を続けます。`,
    approve: (run) => `承認を記録しました。${code(run)} を続けます。`,
    reject: (run) => `却下を記録しました。${code(run)} を続けます。`,
    continue: (run) => `${code(run)} を続けます。`,
    cancel: (run) => `${code(run)} を取り消しています。ここまでの作業は残ります。`,
  },
  budgetRaised: ({ run, usd }) => `${code(run)} の予算に ${dollars(usd)} を足しました。次の work ジョブから有効です。`,
  cancelledUnstarted: (run) => `${code(run)} を取り消しました。作業は始まっていませんでした。`,
  cancelledAwaiting: (run) => `${code(run)} を取り消しました。もう回答を待ちません。`,
  stopFollowUps: ({ run, pull }) =>
    `${code(run)} は終わっています${pull === undefined ? '' : `（#${pull} を公開済み）`}。自動の再修正は始まりません。不要ならプルリクエストを閉じてください。`,
  refuse: {
    'no-run': (run) =>
      run === undefined
        ? `この操作に合う実行がありません。${code('/crew status')} で一覧を見られます。`
        : `${code(run)} という実行はここにありません。${code('/crew status')} で一覧を見られます。`,
    'does-not-fit': ({ run, status }) =>
      `${code(run)} は「${statusWord('ja', status)}」なので、この操作はできません。${code('/crew status')} で一覧を見られます。`,
    'already-answered': (run) => `${code(run)} の質問には既に回答があります。`,
    'too-late': (run) =>
      `${code(run)} は既に結果を公開しているため、取り消せません。不要ならプルリクエストを閉じてください。`,
  },
  revoked: (login) => `@${login} に書き込み権限がなくなったため、何も push していません。作業は残っています。`,
  revokedBefore: (login) => `@${login} に書き込み権限がなくなったため、実行を始めませんでした。`,
  otherAwaits: (run) =>
    `同じ対象の ${code(run)} が回答を待っているため、この実行は始めませんでした。回答するか取り消してから、もう一度依頼してください。`,
  cancelled: (run) =>
    `取り消しました。ここまでの作業は残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  lost: ({ run, how }) =>
    `work ジョブが途中で終わりました（${how}）。終わったステップは残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  nothingCame: ({ run, how }) =>
    `work ジョブの結果がありません（${how}）。${code('/crew continue')} で ${code(run)} をやり直せます。`,
  neverStarted: (run) =>
    `GitHub は ${code(run)} を 2 回受け付けましたが、Actions の実行が始まりませんでした。Actions が有効か、${code('.github/workflows/crew.yml')} がデフォルトブランチにあるかを確認してください。${code('/crew continue')} で始められます。`,
  unrecorded: (url) =>
    `この依頼に答えるはずの Actions の実行は、何も記録せずに終わりました（[ログ](${url})）。何もしていません。もう一度依頼してください。`,
  tooLarge: (run) =>
    `結果が大きすぎて公開できません。${code(run)} の記録に残っています。範囲を狭めるか、${code('/crew continue')} で続けてください。`,
  outOfTime: (run) =>
    `ジョブの制限時間に達しました。ここまでの作業は残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  jobs: (list) => `ジョブ: ${list}`,
  expired: (run) => `${code(run)} は 14 日間回答がなかったため、取り消しました。`,
  fault: (id) => `crew 自身の不具合で失敗しました。運用者はログの ${code(id)} で確認できます。`,
} satisfies RunMessages;
