import { code } from '../../../code.js';
import { few, short } from '../shared.js';
import type { FixThreadMessages } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: '、', more: (count) => ` ほか ${count} 件` });

export const thread: FixThreadMessages = {
  begun: ({ run, details }) =>
    `作業を始めました: ${code(run)}。[経過はこちら](${details})で見られます。${code('/crew cancel')} で止まります。`,
  round: ({ run, details, why }) =>
    `${why === 'verify' ? '再検証で変更が通らなかったため、続きから直します' : 'リポジトリ自身のチェックが失敗したため、続きから直します'}: ${code(run)}。[経過はこちら](${details})で見られます。${code('/crew cancel')} で止まります。`,
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
  oneMore:
    '変更は作業した場所では通りましたが、変更の手が届かないジョブでもう一度検証したところ通りませんでした。もう一巡します。',
  redAgain:
    '変更は作業した場所では通りましたが、変更の手が届かないジョブでもう一度検証したところ通りませんでした。そのため変更は反映していません。',
  unheld: (names) => `作業した場所では変更後に通り、再検証では変更後も失敗したもの: ${list(names)}。`,
  unableAgain: '変更の手が届かないジョブでの再検証ができませんでした。そのため変更は反映していません。',
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
  passed: ({ run, sha, details }) =>
    `${code(run)} は終わりました。${short(sha)} でリポジトリ自身のチェックが通りました。[ログ](${details})。`,
  letRun: ({ pull, sha }) =>
    `#${pull} の ${short(sha)} で、リポジトリ自身のチェックが人の許可を待っています。権限のある方が実行を許可してください。`,
  stillRed: ({ pull, sha, names, rounds }) =>
    [
      `#${pull} の先頭 ${short(sha)} で、リポジトリ自身のチェックが失敗しています: ${list(names)}。`,
      ...(rounds > 0 ? [`直すために ${rounds} 回試みました。`] : []),
      `自動ではこれ以上続けません。#${pull} で ${code('/crew fix')} と書くと、続きから始めます。`,
    ].join(''),
  stalePull: ({ pull, state }) =>
    `開いているプルリクエスト。#${pull} は${state === 'merged' ? 'マージ済み' : 'クローズ済み'}です`,
};
