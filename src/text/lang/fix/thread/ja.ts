import { code } from '../../../quote.js';
import { few, named, short } from '../shared.js';
import type { FixThreadMessages, NotAdmitted } from './messages.js';

const list = (names: readonly string[]): string => few(names, { between: '、', more: (count) => `、ほか ${count} 件` });

function notAdmitted(why: NotAdmitted): string {
  switch (why.is) {
    case 'protected':
      return `${named(why.path)} は crew が変更しないファイルです。`;
    case 'rules':
      return `${named(why.path)} は、設定に ${code('fix.workflow-files: true')} がある場合だけ変更します。`;
    case 'strange':
      return `${named(why.path)} はリポジトリ内のパスではありません。`;
    case 'link':
      return `${named(why.path)} はシンボリックリンクまたはサブモジュールで、crew は変更しません。`;
    case 'too-large':
      return `変更が ${why.bytes} バイトあり、公開できる大きさを超えています。`;
    case 'too-many':
      return `変更が ${why.files} ファイルに及び、公開できる数を超えています。`;
    case 'secret':
      return `変更に秘密情報らしきもの（${list(why.kinds)}）が含まれています。`;
    case 'conflict':
      return `${named(why.path)} に競合マーカーが残っています。`;
    case 'another':
      return '変更の内容とファイル一覧が一致しません。';
  }
}

export const thread: FixThreadMessages = {
  columns: ['検証', '変更前', '変更後'],
  passed: '成功',
  failed: '失敗',
  failedTests: (count) => `${count} 件失敗`,
  didNotRun: '実行できず',
  isNew: '（新規）',
  fails: '失敗',
  cannotLoad: '読み込めない（対象が新規のため）',
  passes: '成功',
  requestedBy: (login) => `依頼 @${login}`,
  costs: ({ usd, limitUsd }) => `$${usd.toFixed(2)}${limitUsd === undefined ? '' : ` / $${limitUsd.toFixed(2)}`}`,
  details: '検証の詳細',
  explanation: 'Editor の説明（未検証）',
  record: ({ run, base, sha256, weakened }) =>
    `実行 ${code(run)} · ベース ${short(base)} · 差分 ${short(sha256)} · 独立したジョブで検証 · 弱められたテスト: ${weakened === 0 ? 'なし' : `${weakened} 件`}`,
  draftFor: {
    unshown: '変更なしで失敗し変更ありで成功するテストがないため、ドラフトです。',
    asks: 'この変更は自身を検証するテストやチェックを編集しているため、ドラフトです。メンテナーがその行を確認してください。',
    unknown: 'すべてのテストをベースと比べられなかったため、ドラフトです。',
  },
  ready: ({ pull, draft }) =>
    draft ? `ドラフト #${pull} に変更があります。ドラフトの理由も書いてあります。` : `#${pull} をレビューできます。`,
  added: ({ pull, sha }) => `#${pull} に新しいコミット ${short(sha)} を追加しました。`,
  forbidden: ({ branch, compare }) =>
    `変更は ${code(branch)} にあります。このリポジトリは Actions によるプルリクエストの作成を許可していないため、[手動で開いてください](${compare})。`,
  noChecks:
    'チェックは承認待ちです。GITHUB_TOKEN が開いたプルリクエストでは、メンテナーが「Approve workflows to run」を押す必要があります。',
  notice: ({ is, file, names = [] }) =>
    ({
      dependencies: `${code(file)} に新しい依存: ${list(names)}。`,
      'install-scripts': `インストール時に実行されるスクリプトの追加・変更（${code(file)}）: ${list(names)}。`,
      permissions: `ワークフロー ${code(file)} の権限が変わります。`,
    })[is],
  notAsked: (names) => `レビューを依頼できませんでした: ${list(names)}。`,
  oneMore: '変更は作業ジョブで成功し、独立した検証ジョブで失敗しました。crew が修正します。',
  redAgain: '変更は作業ジョブで成功し、独立した検証ジョブで失敗したため、何も公開していません。',
  unheld: (names) => `作業ジョブで成功し、検証ジョブで失敗: ${list(names)}。`,
  unableAgain: '独立した検証ジョブがチェックを実行できなかったため、何も公開していません。',
  notAdmitted: (why) => `${notAdmitted(why)}何も公開していません。`,
  moved: ({ branch }) =>
    `何も push していません。${code(branch)} に別の人の新しいコミットがあります。もう一度依頼すると、そのコミットから始めます。`,
  deleted: ({ branch }) => `何も push していません。作業中に ${code(branch)} が削除されました。`,
  gone: ({ pull, state, isCrews }) =>
    `何も push していません。作業中に #${pull} が${state === 'merged' ? 'マージ' : 'クローズ'}されました。${isCrews ? 'Issue で依頼すると、新しいプルリクエストを開きます。' : ''}`,
  answered: ({ path, sha, touched }) =>
    touched
      ? `${short(sha)} で変更しました。`
      : `${short(sha)} は ${code(path)} を変更していません。変更したファイルはプルリクエストにあります。`,
  suggests: ({ count, left }) =>
    [
      `行コメントで ${count} 件の変更を提案しました。`,
      ...(left.length > 0 ? [`${list(left)} への変更は GitHub で提案できないため、パッチにあります。`] : []),
    ].join(''),
  patch: 'パッチ形式の変更',
};
