// The Japanese texts of `review`.

import { nameAsCode } from '../../text/values.js';
import type { Messages } from './messages.en.js';

const check = ({ verified, details }: { verified: string; details: string }): string =>
  `チェック: [${verified}](${details})`;

const notReviewed = (unread = ''): readonly string[] =>
  unread === '' ? [] : [`レビューしていない部分（レビュアーの言葉）:\n\n${unread}`];

export const ja = {
  refused: (why, pulls = []) =>
    why === 'no pull request'
      ? `レビューしていません。ここは Issue です。プルリクエスト${pulls.length === 0 ? '' : ` ${pulls.map((pull) => `#${pull}`).join('、')} `}に \`/crew review\` と書いてください。`
      : `レビューしていません。このプルリクエストは${why === 'merged' ? 'マージ' : 'クローズ'}済みです。`,
  review: ({ login, commit, count, unread, hasNewerHead, ...page }) =>
    [
      ...(login === undefined ? [] : [`@${login}`]),
      `${nameAsCode(commit.slice(0, 7))} のレビュー: 指摘 ${count} 件。このレビューはマージを妨げません。${hasNewerHead ? '新しいコミットがあります。行番号はレビューしたコミットのものです。' : ''}${check(page)}`,
      ...notReviewed(unread),
    ].join('\n\n'),
  nothing: ({ commit, before, unread = '', ...page }) => {
    const review = `${nameAsCode(commit.slice(0, 7))} のレビュー`;
    const earlier = before === 0 ? '' : '以前の指摘は上のコメントにあります。';
    if (unread === '')
      return `${review}: ${before === 0 ? 'レビュアーの指摘はありません' : '新しい指摘なし'}。${earlier}${check(page)}`;
    const none = before === 0 ? '指摘はありません。' : '新しい指摘はありません。';
    return [`${review}: レビューしていない部分（レビュアーの言葉）:`, unread, `${none}${earlier}${check(page)}`].join(
      '\n\n',
    );
  },
  late: ({ count, state, ...page }) =>
    `レビュー中にプルリクエストが${state === 'merged' ? 'マージ' : 'クローズ'}されたため、指摘 ${count} 件を行ではなくここに書きます。${check(page)}`,
  unread: ({ says, ...page }) => `${says}\n\n${check(page)}`,
  posted: ({ hasFailed, count, verified, details }) =>
    `レビューの指摘は ${count} 件です。チェック ${nameAsCode('crew/verify')} は${hasFailed ? '失敗しました' : '実行できませんでした'}: [${verified}](${details})。指摘はチェックに影響しません。`,
  severity: {
    bug: '**バグ**（レビュアーの言葉）:',
    risk: '**リスク**（レビュアーの言葉）:',
    question: '**質問**（レビュアーの言葉）:',
  },
  evidence: '根拠（確認済み）',
  cite: ({ file, line, shows }) => `${nameAsCode(`${file}:${line}`)} には ${nameAsCode(shows)} とあります`,
  place: ({ path, line }) => `${nameAsCode(`${path}:${line}`)}`,
} satisfies Messages;
