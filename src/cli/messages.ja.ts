import type { CliMessages, FileResult } from './messages.en.js';

const FILE_RESULTS: Readonly<Record<FileResult, (file: string) => string>> = {
  written: (file) => `${file} を書きました`,
  'would write': (file) => `${file} を書きます`,
  updated: (file) => `${file} を更新しました。下に示す crew を呼び出します`,
  'would update': (file) => `${file} を更新し、下に示す crew を呼び出すようにします`,
  there: (file) => `${file} はすでにあります`,
  differs: (file) => `${file} はすでにあり、crew が書く内容と異なります。変更していません`,
};

export const ja = {
  init: {
    result: (file, result) => FILE_RESULTS[result](file),
    callsCrew: (crew, isGuess) =>
      isGuess
        ? `ワークフローは ${crew} を呼び出します。これはこのリポジトリのオーナーからの推測です。crew が別の場所にある場合は、正しい名前で \`crew init --from OWNER/crew@TAG\` を実行してください。これらのファイルを直します。`
        : `ワークフローは ${crew} を呼び出します。crew が別のリポジトリにある場合は、その名前とタグを付けて \`crew init --from\` を実行してください。`,
    next: (permissions, isCommitted = false) =>
      [
        `ワークフローは次の権限を求めます: ${permissions.join('、')}。`,
        'シークレット: モデルを使うコマンドには ANTHROPIC_API_KEY、Projects のボードを読むには CREW_PROJECT_TOKEN が必要です。ほかはシークレットなしで動きます。',
        'プルリクエスト: Settings → Actions で「Allow GitHub Actions to create and approve pull requests」を有効にしてください。CREW_APP_CLIENT_ID（または CREW_APP_ID）と CREW_APP_PRIVATE_KEY に自分の GitHub App を設定しない場合、チェックは「Approve workflows to run」が押されるまで待ちます。',
        isCommitted
          ? 'これらのファイルはコミット済みです。次にすること: コミットが GitHub のデフォルトブランチにあることを確かめ、Issue に /crew help と書いてください。足りないものは `crew doctor` で確かめられます。'
          : '次にすること: これらのファイルをデフォルトブランチにコミットし、Issue に /crew help と書いてください。足りないものは `crew doctor` で確かめられます。',
        'すべてのプルリクエストでチェック crew/verify を実行するには、.github/crew.yml に `review: { on-pull-requests: true }` を追加してください。',
      ].join('\n'),
    unknownSource:
      'このクローンには GitHub のリモートがないため、ワークフローが呼び出すリポジトリを決められません。`crew init --from octo-org/crew@v1` のように `--from` を付けて実行してください。`octo-org` は、crew のコピーがあるアカウントに置き換えます。または `git remote add origin https://github.com/OWNER/NAME.git` でリモートを追加し、`crew init` を実行してください。',
    nothingToPropose: '必要なファイルは、すべてリポジトリにあります。',
    wouldPropose: (file) => `${file} を提案します`,
    pullTitle: 'crew を設定する',
    pullIntro: 'このリポジトリに crew を設定します。',
    opened: (url) => `${url} を開きました`,
    alreadyOpen: (url) => `${url} はすでに開いています`,
  },
} satisfies CliMessages;
