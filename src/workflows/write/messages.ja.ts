// The Japanese texts of `write`. Also used by src/workflows/pictures.ts.

import { factReasonInJapanese } from '../../text/lang/phrases.ja.js';
import { code } from '../../text/quote.js';
import { dollarsIn } from '../../text/values.js';
import { reviewerScoresTable, type WriteMessages } from './messages.en.js';
import type { Failure, Thresholds } from './rules/gate.js';
import type { FactKind } from './rules/verdicts.js';

const dollars = dollarsIn('ja');
const how = { pass: '合格', converged: '合格（改善が収束）', force_pass: '不合格（最終ラウンド）' } as const;

function failure(of: Failure, { min_each, min_overall }: Thresholds): string {
  switch (of.is) {
    case 'missing':
      return `${of.reviewer} の評価がありません`;
    case 'low':
      return `${of.reviewer} の点数 ${of.score} が ${min_each} に達していません`;
    case 'average':
      return of.average === null ? '点数がありません' : `平均点が ${min_overall} に達していません`;
    case 'critical':
      return `重大な指摘が ${of.count} 件残っています`;
  }
}

const factKinds: Readonly<Record<FactKind, string>> = {
  link: 'リンク',
  anchor: 'アンカー',
  url: 'URL',
  path: 'パス',
  command: 'コマンド',
  option: 'オプション',
  example: '例',
  heading: '見出し',
};

export const ja = {
  progress: {
    phase: { 0: '受付', 1: 'Path作成', 2: 'Path選択', 4: '執筆ループ' },
    status: {
      intake: '依頼を整理中',
      writing_paths: 'Path作成中',
      awaiting_selection: '選択待ち',
      path_selected: 'Path選択済み',
      drafting: 'ドラフト執筆中',
      reviewing: 'Crew評価中',
      chapter_passed: '章が完成',
      done: '文章が完成',
    },
    choosePath: '3つのPathから選択してください',
    forced: '⚠️ 最大ラウンド到達。品質基準未達のまま通過',
    converged: '改善が収束したため合格',
  },
  comparison: { path: 'Path', direction: '方向性', chapters: '章' },
  select: (table) =>
    `書き方の案が3つあります。\n\n${table}\n\n${code('/crew select A')}、${code('B')}、${code('C')} のいずれかで回答してください。文字の後に書いたことは執筆者に伝わります。`,
  question: 'どのPathにしますか（A、B、C）。',
  noSuchPath: (choice) => `Path ${code(choice)} はありません。A、B、C から選んでください。`,
  overBudget: ({ chapter, needUsd, leftUsd }) =>
    `第${chapter}章には約 ${dollars(needUsd)} かかりますが、予算の残りは ${dollars(leftUsd)} です。${code(`/crew continue +${Math.ceil(needUsd)}`)} で $${Math.ceil(needUsd)} を追加して続けます。ここまでの原稿は残っています。`,
  budgetUsed: (leftUsd) =>
    `予算を使い切りました（残り ${dollars(leftUsd)}）。${code('/crew continue +5')} で $5 を追加して続けます。ここまでの原稿は残っています。`,
  written: (chapters) =>
    [
      '| 章 | ファイル | ラウンド | 平均点 | 品質ゲート |',
      '|---|---|---|---|---|',
      ...chapters.map(
        ({ n, title, file, rounds, average, how: ended }) =>
          `| ${n}. ${title.replaceAll('|', '\\|')} | ${code(file)} | ${rounds} | ${average ?? '–'} | ${how[ended]} |`,
      ),
    ].join('\n'),
  unresolved: (chapters) =>
    [
      '最終ラウンドで残った指摘（本文中に印があります）:',
      ...chapters.flatMap(({ n, open }) => open.map((each) => `- 第${n}章: ${each}`)),
    ].join('\n'),
  scores: '章とラウンドごとの平均点',
  stuck: (what) =>
    `${what}について、執筆者の回答が 2 回とも使えませんでした。ここまでの原稿は実行に残っています。${code('/crew retry')} でやり直せます。`,
  noService: (why) => `モデルが応答しませんでした（${why}）。${code('/crew continue')} でここから続けられます。`,
  cancelled: '取り消しました。完成したドラフトと評価は残っています。',
  reviewed: ({ file, average, failures, thresholds }) =>
    `${code(file)}: 平均点 ${average ?? '–'}、品質ゲート${failures.length === 0 ? '合格' : '不合格'}。${
      failures.length === 0 ? '' : `理由: ${failures.map((each) => failure(each, thresholds)).join('、')}。`
    }`,
  noReview: '評価がありません',
  noFile: (file) => `${code(file)} というファイルはありません。`,
  checked: ({ right, wrong, unchecked }) =>
    [
      `記述の自動確認: 正しい ${right} 件、誤り ${wrong} 件、未確認 ${unchecked.length} 件。`,
      ...(unchecked.length > 0
        ? [
            `未確認: ${unchecked
              .slice(0, 20)
              .map((each) => code(each))
              .join('、')}${unchecked.length > 20 ? ' …' : ''}`,
          ]
        : []),
    ].join('\n'),
  wrongFact: ({ line, kind, what, why }) =>
    `${line} 行目: ${factKinds[kind]} ${code(what)} が誤っています。${factReasonInJapanese(why)}。`,
  correctIt: '修正するか、削除してください。',
  speaksToReviewers: (quote) => `レビュアーに向けた文があります: ${quote}`,
  removeIt: '削除してください。',
  what: { idea: '依頼', path: (id) => `Path ${id}`, characters: 'キャラクターシート', draft: (n) => `第${n}章` },
  nothingAsked: `何を書くかを指定してください: ${code('/crew write 最初のリリースの手引き')}`,
  requestedBy: (login) => `依頼者 @${login}`,
  reviewerScores: (chapters) => reviewerScoresTable(chapters, ['最終ラウンドでの各レビュアーの点数', '章']),
  noDiff: '何も公開していません。原稿が書かれませんでした。',
  notADocument: (file) => `何も push していません。作業ジョブが、文書ではない ${code(file)} を変更しました。`,
  revoked: (login) => `@${login} に書き込み権限がなくなったため、何も push していません。`,
  notVerified:
    '何も push していません。この変更についての検証ジョブの結果がありません。原稿は実行の記録に残っています。',
  moved: (branch) =>
    `何も push していません。作業中に ${code(branch)} が変更または削除されました。原稿は実行の記録に残っています。`,
  pull: (number, draft) =>
    draft
      ? `ドラフトのプルリクエスト #${number} に原稿があります。品質基準は未達です。`
      : `プルリクエスト #${number} に原稿があります。`,
  branchOnly: (branch) =>
    `${code(branch)} に原稿があります。このリポジトリは Actions によるプルリクエストの作成を許可していないため、手動で開いてください。`,
} satisfies WriteMessages;
