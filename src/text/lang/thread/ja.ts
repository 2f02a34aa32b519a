// Messages about runs in Japanese: started, waiting, refused, ended, and the effects of signals.

import type { Awaits } from '../../../ports/run.js';
import { code } from '../../quote.js';
import { dollarRange, dollarsIn } from '../../values.js';
import { stateWord } from '../outcome-words.js';
import { type RunMessages, type RunReference, type WaitingRun, waitingCommands } from './en.js';

const GOAL: Readonly<Record<Awaits['kind'], string>> = {
  question: '回答',
  selection: '選択',
  approval: '承認',
  pause: '承認',
  budget: '予算の追加',
  storage: '判断',
};

const waiting = ({ run, awaits }: WaitingRun): string =>
  `${code(run)} は${GOAL[awaits?.kind ?? 'question']}を待っています。${waitingCommands(awaits).join('、')} のいずれかを書いてください。`;

const link = (text: string, url: string | undefined): string => (url ? `[${text}](${url})` : text);
const dollars = dollarsIn('ja');
const limit = ({ estimateUsd, limitUsd }: RunReference): string =>
  [
    estimateUsd ? ` · 費用の見込み ${dollarRange(...estimateUsd).join('〜')}` : '',
    limitUsd === undefined ? '' : ` · 費用の上限 ${dollars(limitUsd)}`,
  ].join('');

export const ja = {
  working: (of) => `**${code(of.command)}** を実行中${limit(of)} · ${link(code(of.run), of.url)}`,
  waits: (of) =>
    `**${code(of.command)}** は ${code(of.waitsFor)} が終わると始まります${limit(of)} · ${link(code(of.run), of.url)}`,
  round: (of) =>
    of.why === 'verify'
      ? `独立した検証ジョブで失敗したため、crew が修正しています · ${link(code(of.run), of.url)}`
      : `公開したコミットでリポジトリのチェックが失敗したため、crew が修正しています · ${link(code(of.run), of.url)}`,
  phases: { work: '作業', verify: '検証', publish: '公開', plan: '計画', approval: '承認' },
  planning: 'crew はコードを読み、計画を書きます。計画が承認されるまで何も変更しません。',
  howToStop: `${code('/crew cancel')} で止められます。`,
  details: '詳細',
  ended: (of) =>
    `**${code(of.command)}**: ${stateWord('ja', of.state)} · ${dollars(of.costUsd)}${of.limitUsd === undefined ? '' : ` / ${dollars(of.limitUsd)}`} · ${link(code(of.run), of.url)}`,
  pullClosed: ({ pull, state, by }) =>
    state === 'merged'
      ? `#${pull} は${by === undefined ? '' : ` ${code(by)} が`}マージ${by === undefined ? 'され' : 'し'}ました。`
      : `#${pull} はマージされずにクローズされました。`,
  reset: (count) =>
    `${code('build.lp_system.reset_all')}: 学習済みの好み ${count} 件とそのシグナルを削除し、学習を止めました。再開するには ${code('build.lp_system.enabled: true')} を設定し、${code('reset_all')} を削除してください。`,
  joined: ({ run, url }) => `同じ依頼がすでに実行中です: ${link(code(run), url)}`,
  waiting,
  refusedAwaiting: (of) => `何も始めていません。${waiting(of)}`,
  answered: ({ login, run }) => `${code(login)} が回答しました。${code(run)} は続きました。`,
  queueFull: ({ run, url, most }) =>
    `何も始めていません。すでに ${most} 件の実行が ${link(code(run), url)} を待っています。どれかが終わってから依頼してください。`,
  signal: {
    answer: (run) => `回答を記録しました。${code(run)} を続けます。`,
    select: (run) => `選択を記録しました。${code(run)} を続けます。`,
    approve: (run) => `承認を記録しました。${code(run)} を続けます。`,
    reject: (run) => `却下を記録しました。${code(run)} を続けます。`,
    continue: (run) => `${code(run)} を続けます。`,
    cancel: (run) => `${code(run)} を取り消しています。ここまでの作業は残ります。`,
  },
  budgetRaised: ({ run, usd }) => `${code(run)} の予算に ${dollars(usd)} を追加しました。次の作業ジョブから使えます。`,
  cancelledUnstarted: (run) => `${code(run)} を取り消しました。作業は始まっていませんでした。`,
  cancelledAwaiting: (run) => `${code(run)} を取り消しました。回答はもう要りません。`,
  stopFollowUps: ({ run, pull }) =>
    `${code(run)} はすでに終わっています${pull === undefined ? '' : `（#${pull} を公開済み）`}。次の修正は始めません。不要ならプルリクエストを閉じてください。`,
  refuse: {
    nothingTo: {
      continue: `ここに続けられる実行はありません。${code('/crew status')} で一覧を見られます。`,
      cancel: 'ここで動いている実行はありません。',
    },
    'no-run': (run) =>
      run === undefined
        ? `このコマンドを受け付ける実行がありません。${code('/crew status')} で一覧を見られます。`
        : `${code(run)} という実行はありません。${code('/crew status')} で一覧を見られます。`,
    ended: ({ run, state }) =>
      `取り消すものはありません。${code(run)} はすでに終わっています（${stateWord('ja', state)}）。`,
    'does-not-fit': ({ run, state }) =>
      `${code(run)} の状態は「${stateWord('ja', state)}」なので、このコマンドは使えません。${code('/crew status')} で一覧を見られます。`,
    stuck: (run) =>
      `${code(run)} は行き詰まったため、続けられません。${code('/crew retry')} で同じ依頼をやり直せます。`,
    'unknown-id': (id) => `${code(id)} を待っている実行はここにありません。`,
    'already-answered': (run) => `${code(run)} の質問には回答済みです。`,
    'too-late': (run) => `${code(run)} は結果を公開中のため、取り消せません。不要ならプルリクエストを閉じてください。`,
  },
  revoked: (login) => `@${login} に書き込み権限がなくなったため、何も push していません。作業は残っています。`,
  revokedBefore: (login) => `@${login} に書き込み権限がなくなったため、実行を始めませんでした。`,
  otherAwaits: (run) =>
    `この実行は始めませんでした。${code(run)} が回答を待っています。そちらに回答するか取り消してから、もう一度依頼してください。`,
  cancelled: (run) =>
    `取り消しました。ここまでの作業は残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  lost: ({ run, how }) =>
    `作業ジョブが途中で終わりました（${how}）。終わったステップは残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  nothingCame: ({ run, how }) =>
    `作業ジョブが結果を残しませんでした（${how}）。${code('/crew continue')} で ${code(run)} をやり直せます。`,
  neverStarted: (run) =>
    `${code(run)} の作業を始めた Actions の実行がありません。Actions が有効か、${code('.github/workflows/crew.yml')} がデフォルトブランチにあるかを確認してください。${code('/crew continue')} で始められます。`,
  unrecorded: (url) =>
    `この依頼は処理されませんでした。Actions の実行が、記録する前に終わりました（[ログ](${url})）。もう一度依頼してください。`,
  tooLarge: (run) =>
    `結果が大きすぎて公開できません。${code(run)} の記録に残っています。範囲を狭めて依頼するか、${code('/crew continue')} と書いてください。`,
  outOfTime: (run) =>
    `ジョブの制限時間に達しました。ここまでの作業は残っています。${code('/crew continue')} で ${code(run)} を続けられます。`,
  expired: (run) => `${code(run)} は 14 日間回答がなかったため、取り消しました。`,
  fault: (id) => `crew の内部エラーで失敗しました。運用者はログの ${code(id)} で確認できます。`,
} satisfies RunMessages;
