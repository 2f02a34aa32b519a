// Messages that belong to no single workflow, in Japanese.

import type { Report } from '../../ports/report.js';
import type { Complaint } from '../../ports/run.js';
import { code } from '../quote.js';
import { dollarsIn } from '../values.js';
import { ja as agent } from './agent/ja.js';
import type { Messages } from './en.js';
import { stateWord } from './outcome-words.js';
import { errorInJapanese, inJapanese } from './phrases.ja.js';
import { commandAsCode, commandRow, explainedTable, runRow, totalCost } from './rows.js';

const dollars = dollarsIn('ja');

/** What a maintainer can do now, such as merging an approved pull request: up to five suggestions. */
function forMaintainers({ suggestions }: Report['recommendation']): string {
  const headlines = suggestions.flatMap(({ agent: who, description }) => (who === 'none' ? [description] : []));
  if (headlines.length === 0) return '';
  const more = headlines.length > 5 ? `、ほか ${headlines.length - 5} 件` : '';
  return `メンテナーができること: ${headlines
    .slice(0, 5)
    .map((each) => `「${each}」`)
    .join('')}${more}。`;
}

function complaintOf(complaint: Complaint): string {
  switch (complaint.is) {
    case 'missing':
      return `${code(complaint.of)} がありません`;
    case 'shape':
      return `${code(complaint.word)} は ${code(complaint.of)} の形ではありません`;
    case 'value':
      return `${code(complaint.word)} の後に ${code(complaint.of)} が必要です`;
    case 'unknown-flag':
      return `${code(complaint.word)} はこのコマンドのフラグではありません`;
    case 'twice':
      return `${code(complaint.word)} が 2 回あります`;
    case 'stray':
      return `${code(complaint.word)} は文章の前に置いてください。文章の一部なら、文章の前に ${code('--')} を置いてください`;
    case 'extra':
      return `${code(complaint.word)} は余分です`;
    case 'one-of-two':
      return `${code(complaint.of)} か ${code(complaint.or)} のどちらかを指定してください`;
    case 'needs':
      return `${code(complaint.word)} には ${code(complaint.of)} も必要です`;
  }
}

export const ja = {
  help: ({ commands }) =>
    [
      'コメントの行の先頭に、次のどれかを書いてください。',
      '',
      '| コマンド | すること |',
      '|---|---|',
      ...commands.map(commandRow),
      '',
      commands.every(({ open }) => open)
        ? 'どれも誰でも使えます。'
        : '`help` と `status` は誰でも使えます。ほかはこのリポジトリへの書き込み権限が必要です。`/crew help fix` で `fix` の説明を表示します。',
    ].join('\n'),
  helpOf: ({ usage, summary, explained, example, open }) =>
    [
      commandAsCode(usage),
      '',
      `${summary}。${open ? '誰でも使えます。' : 'このリポジトリへの書き込み権限が必要です。'}`,
      ...explainedTable(['引数', '意味'], explained),
      '',
      `例: ${commandAsCode(example)}`,
    ].join('\n'),
  helpHead: 'crew はプロジェクトボードを最新の状態に保ち、依頼に応じてコードや文章を変更します。',
  helpFoot: '`crew help COMMAND` でコマンドのフラグ、既定値、例を表示します。',
  helpCommon: 'すべてのコマンドのフラグ: crew help',
  helpTyped:
    'ターミナルでは、変更はコミットせずにこのフォルダーに残り、結果は画面に表示されます。プルリクエストやコメントは作りません。',
  status: ({ issue, runs }) => {
    const where = issue === undefined ? 'ここ' : `#${issue} `;
    if (runs.length === 0) return `${where}の実行はまだありません。`;
    return [
      `${where}の実行（新しい順）:`,
      '',
      '| コマンド | 状態 | 開始 | 費用 | 実行 |',
      '|---|---|---|---|---|',
      ...runs.map(runRow('ja')),
      ...(runs.length > 1 ? ['', `これら ${runs.length} 回の実行の費用の合計: ${dollars(totalCost(runs))}。`] : []),
    ].join('\n');
  },
  lastDays: ({ days, opened, merged, firstPass, usd }) => {
    const counts = [
      `プルリクエスト ${opened} 件を作成`,
      ...(merged === 0
        ? []
        : [`${merged} 件がマージ済み${firstPass === 0 ? '' : `（うち ${firstPass} 件は修正なし）`}`]),
    ].join('、');
    const each = merged === 0 ? '' : `（マージされたプルリクエスト 1 件あたり ${dollars(usd / merged)}）`;
    return `直近 ${days} 日のこのリポジトリ: ${counts}。期間中のすべての実行の費用は ${dollars(usd)} です${each}。`;
  },
  unknownCommand: ({ found, meant }) =>
    `${code(`/crew ${found}`)} というコマンドはありません。${meant ? `${code(`/crew ${meant}`)} のことでしょうか。` : ''}一覧は ${code('/crew help')} で見られます。`,
  complaint: complaintOf,
  nothingToApprove: '承認を待っているものはありません。',
  wrongCommand: ({ complaint, usage }) =>
    `${complaintOf(complaint)}。何も始めていません。書き方: ${commandAsCode(usage)}`,
  wrongTyped: ({ name, complaint, usage }) =>
    `${code(`crew ${name}`)}: ${complaintOf(complaint)}。何も始めていません。使い方: ${commandAsCode(usage)}`,
  unknownTyped: ({ found, meant }) =>
    `${code(`crew ${found}`)} というコマンドはありません。${meant ? `${code(`crew ${meant}`)} ではありませんか。` : `${code('crew help')} を参照してください。`}`,
  notTaken: ({ name, word, usage }) =>
    `${code(`crew ${name}`)} は ${code(word)} を受け取りません。何も実行していません。使い方: ${commandAsCode(usage)}`,
  commentOnly: ({ name, on }) =>
    `${code(`crew ${name}`)} は${on === 'pull' ? 'プルリクエスト' : ' Issue '}のコメントでだけ使えます。そこに ${code(`/crew ${name}`)} と書いてください。`,
  brokenConfig: ({ file, problems }) =>
    [
      `設定 ${code(file)} を使えません。次の問題が直るまで、既定値で動きます。`,
      '',
      ...problems.map((each) => `- ${inJapanese(each)}`),
    ].join('\n'),
  userError: errorInJapanese,
  fault: ({ id }) => `crew の内部エラーで止まりました。運用者はログの ${code(id)} で確認できます。`,
  change: (change) => {
    switch (change.kind) {
      case 'comment':
        return `#${change.issue} に crew のコメントを${change.existing === null ? '書く' : '更新する'}`;
      case 'issue':
        return `crew の Issue「${change.title}」を作成または更新する`;
      case 'label':
        return change.action === 'add'
          ? `#${change.issue} にラベル ${change.label} を付ける`
          : `#${change.issue} からラベル ${change.label} を外す`;
      case 'reaction':
        return `${change.reaction} のリアクションを付ける`;
      case 'branch':
        return `ブランチ ${change.branch} にコミットを 1 つ push する`;
      case 'files':
        return `新しいブランチ ${change.branch} にコミットを ${change.commits.length} つ置く`;
      case 'pull':
        return `プルリクエスト「${change.title}」を開く`;
      case 'reply':
        return `#${change.pull} のレビュースレッドに返信する`;
      case 'remarks':
        return `#${change.pull} を行コメント ${change.remarks.length} 件でレビューする`;
      case 'check':
        return change.conclusion === null
          ? `チェック ${change.name} を始める`
          : `チェック ${change.name} を ${change.conclusion} で終える`;
    }
  },
  looked: ({ assessments, changes, recommendation }) =>
    `Issue ${assessments.length} 件を調べ、${changes.written} 件を更新しました${changes.deferred > 0 ? `（残り ${changes.deferred} 件は次回）` : ''}。${recommendation.reason}${forMaintainers(recommendation)}`,
  nothingToDo: 'することはありませんでした。',
  statusWord: (state) => stateWord('ja', state),
  agent,
} satisfies Messages;
