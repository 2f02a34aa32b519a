import { code } from '../../../code.js';
import { few, short } from '../shared.js';
import type { FixThreadMessages } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: '、', more: (count) => ` ほか ${count} 件` });

export const thread: FixThreadMessages = {
  begun: ({ run, details }) =>
    `作業を始めました: ${code(run)}。[経過はこちら](${details})で見られます。${code('/crew cancel')} で止まります。`,
  over: ({ run, status, details }) => `${code(run)} は終わりました: ${status}。[ログ](${details})。`,
  to: (login) => `@${login}`,
  ready: ({ pull, draft }) =>
    draft ? `#${pull} に変更があります。ドラフトの理由は本文に書いてあります。` : `#${pull} のレビューをお願いします。`,
  added: ({ pull, sha }) => `#${pull} にコミットを 1 つ加えました: ${short(sha)}。`,
  forbidden: ({ branch, compare }) =>
    `変更は ${code(branch)} にあります。このリポジトリでは Actions がプルリクエストを開けないため、[こちらから開いてください](${compare})。`,
  noChecks:
    'GitHub Actions のトークンで push したものでは、リポジトリのチェックは始まりません。プルリクエストを閉じて開き直すと始まります。crew に App を設定すれば自動で始まります。',
  notAsked: (names) => `レビューを依頼できませんでした: ${list(names)}。`,
  redAgain:
    '変更は作業した場所では通りましたが、変更の手が届かないジョブでもう一度検証したところ通りませんでした。そのためプルリクエストはありません。',
  unableAgain: '変更の手が届かないジョブでの再検証ができませんでした。そのためプルリクエストはありません。',
  lost: ({ run, how }) =>
    `作業していたジョブが途中で終わりました (${how})。それまでの記録は残っています。${code('/crew continue')} で ${code(run)} の続きから始めます。`,
  provenance: ({ run, details, login }) =>
    `crew が [${code(run)}](${details}) で作成しました${login === undefined ? '' : ` (依頼: ${code(login)})`}。`,
  verifiedAgain: '変更の手が届かないジョブでもう一度検証した結果',
  draftFor: {
    unshown: '変更なしで失敗し、変更後に通るテストがないため、ドラフトにしています。',
    asks: '変更が、それを判定するものに触れており、人の確認が必要なため、ドラフトにしています。',
    unknown: '変更の前後を完全には比べられなかったため、ドラフトにしています。',
  },
  answered: ({ path, sha, touched }) =>
    touched
      ? `${code(path)} を ${short(sha)} で変更しました。`
      : `${short(sha)} では ${code(path)} を変更していません。何を変えたかはスレッドの要約にあります。`,
  suggests: ({ count, left }) =>
    [
      `${count} 件の変更を、その行に提案しました。`,
      ...(left.length > 0 ? [`行に提案できないものはパッチにあります: ${list(left)}。`] : []),
    ].join(''),
  patch: '変更のパッチ',
  stalePull: ({ pull, state }) =>
    `開いているプルリクエスト。#${pull} は${state === 'merged' ? 'マージ済み' : 'クローズ済み'}です`,
};
