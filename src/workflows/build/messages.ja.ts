import { inQuote } from '../../text/quote.js';
import { cell, type Messages, withoutFrontMatter } from './messages.en.js';

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

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

export const ja = {
  askToStart: ({ estimate: { low, high, tasks, longestChain, fix }, id }) =>
    [
      `計画のタスクは ${tasks} 件、順番に進めるタスクは最長で ${longestChain} 件です。build は \`/crew fix\` 1 回より速くなりません。`,
      '',
      `| | 費用 |\n|---|---|\n| この build | ${usd(low)}–${usd(high)} |\n| \`/crew fix\` 1 回 | ${usd(fix[0])}–${usd(fix[1])} |`,
      '',
      `\`/crew approve ${id}\` で開始します。\`/crew cancel\` で取り消します。`,
    ].join('\n'),
  estimate: ({ low, high, tasks, longestChain }) =>
    `タスク ${tasks} 件、最長の依存 ${longestChain} 件、${usd(low)}–${usd(high)}`,
  waveTable: (lines) =>
    [
      '| Wave | タスク | 担当 | 状態 |',
      '|---|---|---|---|',
      ...lines.map(({ id, title, persona, wave, status, error }) => {
        const why = error === undefined ? '' : `: ${cell(error)}`;
        return `| ${wave} | ${id}. ${cell(title)} | ${persona} | ${STATUS[status] ?? status}${why} |`;
      }),
    ].join('\n'),
  report: ({ summary, table }) =>
    `${table}\n\n<details><summary>集約役の報告（未検証）</summary>\n\n${withoutFrontMatter(summary)}\n\n</details>`,
  title: (issue, request) => issue?.title ?? request,
  closes: (issue) => `Closes #${issue}`,
  landed: (landed, tasks) =>
    landed === tasks
      ? `全 ${tasks} タスクを、タスクごとに 1 コミットで含みます。`
      : `${tasks} タスク中 ${landed} タスクを、タスクごとに 1 コミットで含みます。`,
  heldBack: ({ isRed, title, summary, report }) =>
    [
      isRed
        ? `タスクはすべて作業ジョブで成功しましたが、変更全体が独立した検証ジョブで失敗しました（${title}）。何も公開していません。直し方を添えて \`/crew build\` を書くと、新しい build を始めます。`
        : `検証ジョブが変更を確認できませんでした（${title}）。何も公開していません。\`/crew continue\` で検証からやり直します。`,
      report,
      `<details><summary>検証の結果</summary>\n\n${summary}\n\n</details>`,
    ].join('\n\n'),
  nothingLanded: '変更はありません。',
  subIssue: ({ run }) => `build \`${run}\` のタスクです。`,
  gantt: { title: 'build の Wave', wave: (n) => `Wave ${n}`, status: (status) => STATUS[status] ?? status },
  noRequest: '依頼がありません。`/crew build` の後に内容を書くか、Issue で使ってください。',
  noPlan: (said) =>
    `分解役が計画を作らなかったため、何も作っていません。${said === '' ? '依頼をより具体的にするか、小さく分けてください。' : `分解役の説明:\n\n${inQuote(said)}`}`,
  rejected: 'build は却下され、開始しませんでした。',
} satisfies Messages;
