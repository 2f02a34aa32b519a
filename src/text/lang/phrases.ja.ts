// Japanese for the user errors that a thread shows. An error is written in English where it is thrown; `{}` is a value in it.
import type { ErrorParts } from '../../ports/errors.js';

/** English → Japanese, phrase by phrase. The values keep their order. */
export const PHRASES: readonly (readonly [english: string, japanese: string])[] = [
  ['a commit that the head shares with {}', '先頭と {} に共通するコミット'],
  ['a pull request on GitHub', 'GitHub のプルリクエスト'],
  ['an issue, or a pull request of crew', 'Issue、または crew のプルリクエスト'],
  ['an issue #{}', 'Issue #{}'],
  ['an open pull request', '開いているプルリクエスト'],
  ['fewer than {} open pull requests of crew', 'crew の開いているプルリクエストが {} 件未満であること'],
  ['the branch {}', 'ブランチ {}'],
  ['a repository on GitHub', 'GitHub のリポジトリ'],
  ['the number of an issue or a pull request', 'Issue またはプルリクエストの番号'],
  ['the workflow {} on the default branch', '既定ブランチのワークフロー {}'],
  ['a token that may write to the repository', 'リポジトリに書き込めるトークン'],
  ['a token that GitHub accepts', 'GitHub が受け付けるトークン'],
  ['a token with the permission for this', 'この操作の権限があるトークン'],
  ['the repository {} to be visible to this token', 'リポジトリ {} をこのトークンで読めること'],
  ['something on {} that {} has not', '{} にあって {} にない変更'],
  ['no branch {}, or one with just these files', 'ブランチ {} がないか、これらのファイルだけを含むこと'],
  ['the reusable workflow crew.yml', '再利用可能なワークフロー crew.yml'],
  ['a dry run that is open', '適用を待つドライラン'],
  ['a plan that can run in {}', '{} に実行できる計画があること'],
  ['none', 'なし'],
  ['nothing', 'なし'],
  ['none of that number', 'その番号のものがない'],
  ['none of that name', 'その名前のものがない'],
  ['no branch of that name', 'その名前のブランチがない'],
  ['no such repository, or no access to it', '存在しないか、アクセスできない'],
  ['one with other content', '別の内容のものがある'],
  ['one that may only read it', '読み取りだけのトークン'],
  ['one that it refuses', 'GitHub が拒むトークン'],
  ['pull request #{}', 'プルリクエスト #{}'],
  ['none whose digest begins with {}', 'ダイジェストが {} で始まるものがない'],
  ['#{}, which is closed', '#{}（クローズ済み）'],
  ['#{}, which is merged', '#{}（マージ済み）'],
  [
    'Rebase the branch onto its base, then ask again.',
    'ブランチをベースの上にリベースしてから、もう一度依頼してください。',
  ],
  [
    'Open an issue that says what is to be written, and ask there.',
    '書く内容を Issue に書き、そこで依頼してください。',
  ],
  [
    'Set `fix.base` in the configuration to a branch that exists.',
    '設定の `fix.base` に、存在するブランチを書いてください。',
  ],
  [
    'Say more precisely what is wanted, or ask for less at once.',
    '望むことをより具体的に書くか、一度に頼む量を減らしてください。',
  ],
  [
    'Look at its number; or say in words what is to be done, without --issue.',
    '番号を確かめてください。--issue を付けずに内容を文章で書くこともできます。',
  ],
  ['Ask on its issue, and there will be another one.', 'その Issue で依頼すると、新しいプルリクエストを作ります。'],
  [
    'Merge or close one, or raise `fix.max-open`; then ask again.',
    'どれかをマージまたはクローズするか、`fix.max-open` を増やしてから、もう一度依頼してください。',
  ],
  ['Name an existing one with `--base`.', '`--base` に、存在するブランチを指定してください。'],
  ['Fill in the input `issue`.', '入力 `issue` に番号を書いてください。'],
  ['Make one with `{}crew fix --dry-run`.', '`{}crew fix --dry-run` で作れます。'],
  ['Try again when GitHub is reachable.', 'GitHub に接続できるようになってから、もう一度試してください。'],
  [
    'Run `crew init` in a clone of the repository and merge what it writes.',
    'リポジトリのクローンで `crew init` を実行し、書かれたファイルをマージしてください。',
  ],
  [
    'Give the token or the App write access to contents: crew keeps its records in refs/crew/*.',
    'トークンまたは App に contents の書き込み権限を与えてください。crew は記録を refs/crew/* に置きます。',
  ],
  ['Set GITHUB_TOKEN to a valid one.', 'GITHUB_TOKEN に有効なトークンを設定してください。'],
  ['Run `crew doctor` to see which one is missing.', '`crew doctor` で、足りない権限を確かめてください。'],
  [
    'Check the name, and that the token or the App may read it.',
    '名前を確かめ、トークンまたは App に読み取り権限があることを確かめてください。',
  ],
  ['Look at the rules of the repository for this branch.', 'リポジトリのブランチルールを確かめてください。'],
  ['Rename or remove it, then try again.', '名前を変えるか削除してから、もう一度試してください。'],
  [
    'Call crew.yml: its jobs have a workspace and a model.',
    'crew.yml を呼び出してください。そのジョブには作業場所とモデルがあります。',
  ],
  ['Nothing was started.', '何も始めていません。'],
];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const TABLE = PHRASES.map(([english, japanese]) => ({
  pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.*?)')}$`, 's'),
  japanese,
}));

/** A phrase in Japanese; one that is not in the table stays in English. */
function translated(phrase: string): string {
  for (const { pattern, japanese } of TABLE) {
    const found = pattern.exec(phrase);
    if (!found) continue;
    let n = 0;
    return japanese.replace(/\{\}/g, () => {
      n += 1;
      return found[n] ?? '';
    });
  }
  return phrase;
}

/** The error with every known phrase in Japanese. */
export const userErrorInJapanese = ({ expected, found, remedy }: ErrorParts): ErrorParts => ({
  expected: translated(expected),
  found: translated(found),
  remedy: translated(remedy),
});
