import { named } from '../fix/shared.js';
import type { ReviewMessages } from './messages.js';

const check = ({ verified, details }: { verified: string; details: string }): string =>
  `チェックの結果: [${verified}](${details})。`;

export const ja: ReviewMessages = {
  refused: (why) =>
    why === 'no pull request'
      ? 'レビューはプルリクエストが対象ですが、ここはプルリクエストではありません。プルリクエストでもう一度お願いします。'
      : `このプルリクエストは${why === 'merged' ? 'マージ' : 'クローズ'}済みのため、レビューするものがありません。`,
  review: ({ login, commit, count, moved, ...of }) =>
    [
      ...(login === undefined ? [] : [`@${login}`]),
      `レビュアーは ${named(commit.slice(0, 7))} で ${count} 件を見つけました。マージを妨げるものではなく、判断はマージする人がします。${moved ? 'その後に新しいコミットがあるため、行番号はこのコミットのものです。' : ''}${check(of)}`,
    ].join('\n\n'),
  nothing: ({ commit, before, ...of }) =>
    before === 0
      ? `レビュアーは ${named(commit.slice(0, 7))} で何も見つけませんでした。何もないという意味ではありません。${check(of)}`
      : `レビュアーは ${named(commit.slice(0, 7))} で新しいものを見つけませんでした。見つけたものはすでにここで指摘されています。${check(of)}`,
  late: ({ count, state, ...of }) =>
    `レビュアーは ${count} 件を見つけましたが、その間にプルリクエストが${state === 'merged' ? 'マージ' : 'クローズ'}されたため、行ではなくここに書きます。${check(of)}`,
  unread: ({ says, ...of }) => `${says}\n\n${check(of)}`,
  severity: {
    bug: '**バグ**。レビュアーの言葉:',
    risk: '**リスク**。レビュアーの言葉:',
    question: '**質問**。レビュアーの言葉:',
  },
  cite: ({ file, line, shows }) => `${named(`${file}:${line}`)} には ${named(shows)} とあります`,
  place: ({ path, line }) => `${named(`${path}:${line}`)}`,
};
