import { code } from '../../../code.js';
import { few, named, short } from '../shared.js';
import type { FixThreadMessages, NotAdmitted } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: '、', more: (count) => ` ほか ${count} 件` });

function notAdmitted(why: NotAdmitted): string {
  switch (why.is) {
    case 'protected':
      return `${named(why.path)} は変更できません。`;
    case 'rules':
      return `${named(why.path)} は、設定の ${code('fix.workflow-files: true')} で許可されたときだけ変更できます。`;
    case 'strange':
      return `${named(why.path)} はリポジトリ内のパスではありません。`;
    case 'link':
      return `${named(why.path)} はリンクかサブモジュールで、変更の対象外です。`;
    case 'too-large':
      return `変更が ${why.bytes} バイトあり、提出できる大きさを超えています。`;
    case 'too-many':
      return `変更が ${why.files} ファイルに及び、提出できる数を超えています。`;
    case 'another':
      return '変更の中身が、名乗っているものと一致しません。';
  }
}

export const thread: FixThreadMessages = {
  begun: ({ run, details }) =>
    `作業を始めました: ${code(run)}。[経過はこちら](${details})で見られます。${code('/crew cancel')} で止まります。`,
  round: ({ run, details, why }) =>
    `${why === 'verify' ? '再検証で変更が通らなかったため、続きから直します' : 'リポジトリ自身のチェックが失敗したため、続きから直します'}: ${code(run)}。[経過はこちら](${details})で見られます。${code('/crew cancel')} で止まります。`,
  over: ({ run, status, details }) => `${code(run)} は終わりました: ${status}。[ログ](${details})。`,
  record: '経過',
  to: (login) => `@${login}`,
  ready: ({ pull, draft }) =>
    draft ? `#${pull} に変更があります。ドラフトの理由は本文に書いてあります。` : `#${pull} のレビューをお願いします。`,
  added: ({ pull, sha }) => `#${pull} にコミットを 1 つ加えました: ${short(sha)}。`,
  forbidden: ({ branch, compare }) =>
    `変更は ${code(branch)} にあります。このリポジトリでは Actions がプルリクエストを開けないため、[こちらから開いてください](${compare})。`,
  noChecks:
    'GitHub Actions のトークンで push したものでは、リポジトリのチェックは始まりません。プルリクエストを閉じて開き直すと始まります。crew.yml のシークレットに App の鍵を設定すれば自動で始まります。',
  notAsked: (names) => `レビューを依頼できませんでした: ${list(names)}。`,
  oneMore:
    '変更は作業した場所では通りましたが、変更の手が届かないジョブでもう一度検証したところ通りませんでした。もう一巡します。',
  redAgain:
    '変更は作業した場所では通りましたが、変更の手が届かないジョブでもう一度検証したところ通りませんでした。そのため変更は反映していません。',
  unheld: (names) => `作業した場所では変更後に通り、再検証では変更後も失敗したもの: ${list(names)}。`,
  unableAgain: '変更の手が届かないジョブでの再検証ができませんでした。そのため変更は反映していません。',
  notAdmitted: (why) => `${notAdmitted(why)}そのため、ブランチには何も置いていません。`,
  moved: ({ branch }) =>
    `その間に ${code(branch)} にほかのコミットが入りました。それらはそのままにし、こちらの変更は何も入れていません。もう一度依頼すれば、その時点の状態から始めます。`,
  deleted: ({ branch }) => `その間に ${code(branch)} が削除されたため、こちらの変更は何も入れていません。`,
  gone: ({ pull, state, isCrews }) =>
    `その間に #${pull} が${state === 'merged' ? 'マージ' : 'クローズ'}されたため、そのブランチには何も入れていません。${isCrews ? 'Issue で依頼すれば、新しいプルリクエストを作ります。' : ''}`,
  revoked: '依頼した人に、いまはその権限がありません。ブランチには何も置いていません。作業の記録は残っています。',
  revokedUnbegun: '依頼した人に、いまはその権限がありません。何も始めていません。',
  tooLate:
    '取り消しが届いたとき、コミットはもう作られていました。取り消してはいません。不要ならプルリクエストを閉じてください。',
  lost: ({ run, how }) =>
    `作業していたジョブが途中で終わりました (${how})。それまでの記録は残っています。${code('/crew continue')} で ${code(run)} の続きから始めます。`,
  nothingCame: ({ run, how }) =>
    `作業するはずのジョブから何も届きませんでした (${how})。${code('/crew continue')} で ${code(run)} の続きから始めます。`,
  unbegun: ({ run, details, isKnown }) =>
    isKnown
      ? `${code(run)} に取りかかれませんでした。担当のジョブがその前に終わりました ([ログ](${details}))。${code('/crew continue')} で取りかかります。`
      : `${code(run)} は始まりませんでした。始めるはずのジョブがその前に終わりました ([ログ](${details}))。何も行っていません。${code('/crew fix')} でもう一度依頼してください。`,
  provenance: ({ run, details, login }) =>
    `crew が [${code(run)}](${details}) で作成しました${login === undefined ? '' : ` (依頼: ${code(login)})`}。`,
  verifiedAgain: '変更の手が届かないジョブでもう一度検証した結果',
  before: '前の回で変更したこと',
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
  passed: ({ run, sha, details, others }) =>
    `${code(run)} は終わりました。${short(sha)} でリポジトリ${others ? 'のほかの' : '自身の'}チェックが通りました。[ログ](${details})。`,
  unseen: ({ run, sha, details, why, minutes, missing, others }) => {
    const seen = {
      none: `${short(sha)} では ${minutes} 分たってもリポジトリ${others ? 'のほかの' : '自身の'}チェックが始まらなかったため、待つのをやめました。`,
      missing: `マージに必要な ${list(missing)} が ${short(sha)} で ${minutes} 分たっても始まらなかったため、待つのをやめました。`,
      late: `${short(sha)} でのリポジトリ自身のチェックが ${minutes} 分たっても終わらなかったため、待つのをやめました。`,
    };
    return `${code(run)} は終わりました。${seen[why]}[ログ](${details})。`;
  },
  redToo: ({ names, base, same }) =>
    `次のチェックは、ここでも ${code(base)} でも失敗して${same ? 'おり、ここだけの指摘はありません' : 'います'}: ${list(names)}。`,
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
