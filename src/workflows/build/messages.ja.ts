// The Japanese texts of `build`. Also used by src/workflows/pictures.ts.

import { blockquote } from '../../text/quote.js';
import { dollarRange } from '../../text/values.js';
import { cell, type Messages, withoutFrontMatter } from './messages.en.js';
import type { BuildEstimate } from './rules/estimate.js';

const STATUS: Readonly<Record<string, string>> = {
  pending: '未開始',
  running: '実行中',
  retrying: '再試行中',
  success: '完了',
  partial: '一部完了',
  failure: '失敗',
  timeout: 'ターン上限に到達',
  skipped: 'スキップ',
};

function slowPlan({ tasks, longestChain }: BuildEstimate): string {
  if (tasks === 1) return '計画のタスクは 1 件だけです。';
  return longestChain === tasks
    ? `計画のタスク ${tasks} 件は、順番にしか進められません。`
    : `計画のタスクは ${tasks} 件だけです。`;
}

export const ja = {
  askToStart: ({ estimate, id }) =>
    [
      `${slowPlan(estimate)}build にしても、\`/crew fix\` 1 回より速くなりません。`,
      '',
      '| | 費用の見込み |\n|---|---|',
      `| この build | ${dollarRange(estimate.low, estimate.high).join('〜')} |`,
      `| \`/crew fix\` 1 回 | ${dollarRange(...estimate.fix).join('〜')} |`,
      '',
      `\`/crew approve ${id}\` で build を始めます。\`/crew cancel\` で終了すると、同じ内容を \`/crew fix\` で依頼できます。`,
    ].join('\n'),
  estimate: ({ low, high, tasks, longestChain }) =>
    `計画: タスク ${tasks} 件${longestChain > 1 ? `（順番に進める必要があるのは最長 ${longestChain} 件）` : ''}、費用の見込み ${dollarRange(low, high).join('〜')}`,
  waveTable: (lines) =>
    [
      '| Wave | タスク | 役割 | 状態 |',
      '|---|---|---|---|',
      ...lines.map(({ id, title, persona, wave, status, error }) => {
        const why = error === undefined ? '' : `: ${cell(error)}`;
        return `| ${wave} | ${id}. ${cell(title)} | ${persona} | ${STATUS[status] ?? status}${why} |`;
      }),
    ].join('\n'),
  report: ({ summary, table }) =>
    `${table}\n\n<details><summary>エージェントの報告（未検証）</summary>\n\n${withoutFrontMatter(summary)}\n\n</details>`,
  title: (issue, request) => issue?.title ?? request,
  closes: (issue) => `Closes #${issue}`,
  incomplete: ({ pull, landed, tasks }) =>
    `ドラフト #${pull} には ${tasks} タスクのうち ${landed} タスクが入っています。残りが入っていない理由は表にあります。追加するには、そこで \`/crew fix\` に続けて、足りない内容を同じ行に書いてください。`,
  landed: (landed, tasks) =>
    landed === tasks
      ? `全 ${tasks} タスクの変更が、タスクごとに 1 コミットで入っています。`
      : `${tasks} タスクのうち ${landed} タスクの変更が、タスクごとに 1 コミットで入っています。`,
  heldBack: ({ isRed, title, summary, report }) =>
    [
      isRed
        ? `何も公開していません。各タスクは作業ジョブで成功しましたが、変更全体は独立した検証ジョブで失敗しました（${title}）。やり直すには、\`/crew build\` に続けて変えてほしい点を書いてください。`
        : `何も公開していません。検証ジョブが変更を検証できませんでした（${title}）。\`/crew continue\` で検証をやり直せます。`,
      report,
      `<details><summary>検証</summary>\n\n${summary}\n\n</details>`,
    ].join('\n\n'),
  subIssue: ({ run }) =>
    `build \`${run}\` のタスクとして crew が作成しました。build のプルリクエストがマージされると閉じます。`,
  gantt: { title: 'build の経過', wave: (n) => `Wave ${n}`, status: (status) => STATUS[status] ?? status },
  noRequest: '依頼の内容がありません。`/crew build` の後に内容を書くか、Issue のコメントで使ってください。',
  noPlan: (explanation) =>
    explanation === ''
      ? '何も作っていません。依頼をタスクに分けられませんでした。内容をより具体的に書くか、範囲を狭めてください。'
      : `何も作っていません。依頼の計画を作れませんでした。エージェントの説明:\n\n${blockquote(explanation)}`,
  rejected: '計画が却下されたため、build を始めませんでした。',
} satisfies Messages;
