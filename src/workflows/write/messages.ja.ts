import { code } from '../../text/code.js';
import type { WriteMessages } from './messages.en.js';

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
const how = { pass: '合格', converged: '合格(改善が収束)', force_pass: '未達のまま通過' } as const;

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
      done: '完了',
    },
    choosePath: '3つのPathから選択してください',
    forced: '⚠️ 最大ラウンド到達。品質基準未達のまま通過',
    converged: '改善が収束したため合格',
  },
  comparison: { path: 'Path', direction: '方向性', chapters: '章' },
  select: (table) =>
    `書き方の案が3つあります。\n\n${table}\n\n${code('/crew select A')}、${code('B')}、${code('C')} のいずれかを返信してください。文字の後に書いたことは執筆者に伝わります。選ばれるまで何も実行しません。`,
  question: 'どのPathにしますか: A、B、C',
  noSuchPath: (choice) => `Path ${code(choice)} はありません。A、B、C から選んでください。`,
  overBudget: ({ chapter, needUsd, leftUsd }) =>
    `第${chapter}章には約 ${dollars(needUsd)} かかりますが、予算の残りは ${dollars(leftUsd)} です。${code(`/crew continue +${Math.ceil(needUsd)}`)} で追加できます。ここまでの原稿は残っています。`,
  budgetUsed: (leftUsd) =>
    `予算を使い切りました(残り ${dollars(leftUsd)})。${code('/crew continue +5')} で $5 追加できます。ここまでの原稿は残っています。`,
  written: (chapters) =>
    [
      '| 章 | ファイル | ラウンド | 平均 | 判定 |',
      '|---|---|---|---|---|',
      ...chapters.map(
        ({ n, title, file, rounds, average, how: ended }) =>
          `| ${n}. ${title.replaceAll('|', '\\|')} | ${code(file)} | ${rounds} | ${average ?? '–'} | ${how[ended]} |`,
      ),
    ].join('\n'),
  unresolved: (chapters) =>
    [
      '最終ラウンドで残った指摘(本文中に印があります):',
      ...chapters.flatMap(({ n, open }) => open.map((each) => `- 第${n}章: ${each}`)),
    ].join('\n'),
  scores: '章とラウンドごとの平均点',
  stuck: (what) => `${what}について、執筆者から使える回答が2回とも得られませんでした。ここまでの原稿は残っています。`,
  noService: (why) => `モデルが応答しませんでした: ${why}。${code('/crew continue')} で続きから再開します。`,
  cancelled: '中止しました。完成したドラフトと評価は残っています。',
  reviewed: ({ file, average, passes, reason }) =>
    `${code(file)}: 平均 ${average ?? '–'}、${passes ? '合格' : '不合格'}(${reason})。`,
  noFile: (file) => `${code(file)} というファイルはありません。`,
  checked: ({ right, wrong, unchecked }) =>
    [
      `プログラムによる確認: 正しい ${right}、誤り ${wrong}、未確認 ${unchecked.length}。`,
      ...(unchecked.length > 0
        ? [
            `未確認: ${unchecked
              .slice(0, 20)
              .map((each) => code(each))
              .join('、')}${unchecked.length > 20 ? ' …' : ''}`,
          ]
        : []),
    ].join('\n'),
  what: { idea: '依頼', path: (id) => `Path ${id}`, characters: 'シート', draft: (n) => `第${n}章` },
  nothingAsked: `何を書くかを指定してください: ${code('/crew write 最初のリリースの手引き')}`,
  requestedBy: (login) => `依頼者 @${login}`,
  summaryTitle: '編集者のまとめ',
  noDiff: '何も書かれませんでした。',
  notADocument: (file) => `workジョブが文書でない ${code(file)} を変更したため、何もpushしていません。`,
  revoked: (login) => `@${login} に書き込み権限がなくなったため、何もpushしていません。`,
  notVerified: 'この変更についてverifyジョブの記録がないため、何もpushしていません。原稿はrunに残っています。',
  moved: (branch) =>
    `${code(branch)} がその間に動かされたか削除されたため、何もpushしていません。原稿はrunに残っています。`,
  pull: (number, draft) =>
    draft
      ? `ドラフトのプルリクエスト #${number} に原稿があります。品質基準は未達です。`
      : `プルリクエスト #${number} に原稿があります。`,
  branchOnly: (branch) =>
    `${code(branch)} に原稿があります。このリポジトリではActionsがプルリクエストを作れないため、手動で開いてください。`,
} satisfies WriteMessages;
