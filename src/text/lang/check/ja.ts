import { SETUP_ACTION } from '../../tool-lines.js';
import type { CheckWords, Counts } from './words.js';

function changes({ broken, refused, fixed }: Counts): string {
  const parts = [
    broken > 0 ? `破損 ${broken} 件` : '',
    refused > 0 ? `新規で失敗 ${refused} 件` : '',
    fixed > 0 ? `修正 ${fixed} 件` : '',
  ];
  return parts.filter(Boolean).join('、');
}

const passing = (passed: number | null): string =>
  passed === null ? '（テストの実行は確認できず）' : passed > 0 ? `（成功 ${passed} 件）` : '';

const fine = ({ fixed }: Counts, passed: number | null): string =>
  fixed > 0 ? `修正 ${fixed} 件、破損なし${passing(passed)}` : `破損なし${passing(passed)}`;

export const ja: CheckWords = {
  begun: {
    title: 'ベースと変更後のテストを実行しています',
    summary: 'このリポジトリの手順を、このコミットとその元のコミットで実行しています。結果はここに出ます。',
  },
  title: {
    bent: ({ counts, bent }) =>
      [`この変更を判定する仕組みが ${bent} か所で曲げられています`, changes(counts)].filter(Boolean).join('。'),
    worse: ({ counts }) => changes(counts),
    unable: () => '実行できないものがありました',
    unknown: () => '壊れたものがあるか判断できません',
    asks: ({ counts, passed, asks }) => `${fine(counts, passed)}。確認が必要な箇所 ${asks} 件`,
    fine: ({ counts, passed }) => fine(counts, passed),
  },
  first: {
    bent: 'この変更は自らを判定する仕組みを曲げているため、結果はほとんど何も証明しません。',
    worse: 'この変更の前に成功していたものが壊れています。',
    unable: '実行できないものがあったため、この変更の良し悪しは何も言えません。',
    unknown: '何も壊れていないと言えるほどには、ベースと変更後を比べられませんでした。',
    asks: '壊れたものはありません。ただし判定の仕組みを変える行があり、意図したものか人の確認が必要です。',
    fine: 'この変更の前に成功していたもので、壊れたものはありません。',
  },
  nothing: {
    title: '検証するものはありません',
    first: '変更されたのは文書だけなので、何も実行していません:',
  },
  unable: {
    title: '検証できませんでした',
    first: ({ expected, found, remedy }) => `必要なもの: ${expected}。実際: ${found}。${remedy}`,
  },
  fault: {
    title: '検証できませんでした',
    first: (id) => `crew の内部で問題が起きました。ジョブのログの ${id} で確認できます。`,
  },
  superseded: {
    title: '新しいコミットが来ました',
    first: (by) => `プルリクエストの先頭は ${by} に進んだため、このコミットの検証は途中で終えました。`,
  },
  cancelled: {
    title: '中止されました',
    first: 'テストを実行するジョブが中止されたか、時間切れになりました。ジョブのページからもう一度実行できます。',
  },
  died: {
    title: '検証できませんでした',
    first: 'テストを実行するジョブが、何も伝えないまま終わりました。わかる限りの理由はログにあります。',
  },
  unusable: {
    title: '検証できませんでした',
    first: {
      missing: 'テストを実行するジョブが結果を残しませんでした。',
      'too large': 'テストを実行するジョブが残したものは、結果としては大きすぎるため読んでいません。',
      'another digest': '届いたものは、テストを実行するジョブが残したと言ったものではないため読んでいません。',
      unreadable: 'テストを実行するジョブが残したものは結果の形をしておらず、何も使っていません。',
      'another run': '残されたものは別の実行についてのものなので、何も使っていません。',
      'another commit': '残されたものは別のコミットについてのものなので、何も使っていません。',
    },
  },
  unjudged: {
    title: (files) =>
      files === null
        ? '自らを検査するワークフローを変更している可能性があります'
        : '自らを検査するワークフローを変更しています',
    first: (files) =>
      `${files === null ? 'このプルリクエストが自らを検査するワークフローを変更しているか判断できない' : `このプルリクエストは別のリポジトリから来ていて、自らを検査するワークフロー（${files}）を変更している`}ため、その結果は数えません。書き込み権限のある人が変更を確かめ、このコミットをこのリポジトリのブランチに push すれば、その人のものとして検証されます。`,
  },
  uncommitted: '(ベースに変更を加えたもの)',
  between: ({ base, head, seconds, walls }) =>
    `ベース ${base} → 変更後 ${head} · ${seconds} 秒 · コマンドの実行場所: ${walls}`,
  heading: {
    changed: 'ベースからの変化',
    steps: '実行したもの',
    failed: '失敗したもの',
    notes: '補足',
    why: 'この手順になった理由と、ログのダイジェスト',
    next: '次にすること',
  },
  column: { step: '手順', command: 'コマンド', base: 'ベース', head: '変更後', took: '時間' },
  list: {
    broken: (count) => `ベースで成功し、変更後に失敗: ${count} 件`,
    refused: (count) => `変更後に新しく加わり、失敗: ${count} 件`,
    fixed: (count) => `ベースで失敗し、変更後に成功: ${count} 件`,
    removed: (count) => `ベースにあり、変更後は実行されず: ${count} 件`,
    silenced: (count) => `ベースで実行され、変更後はスキップ: ${count} 件`,
    unknown: (count) => `判断できず: ${count} 件`,
    flaky: (count) => `同じコードで成功も失敗もする: ${count} 件`,
    before: (count) => `ベースでも変更後でも失敗: ${count} 件`,
    added: (count) => `変更後に新しく加わり、成功: ${count} 件`,
  },
  status: { PASS: '成功', FAIL: '失敗', INFRA_ERROR: '実行できず' },
  lines: (step) => `${step} の最後の行`,
  log: ({ step, digest }) => `${step}: sha256 ${digest}`,
  again: ({ step, side }) => `${step}（${side === 'base' ? 'ベース' : '変更後'}で再実行）`,
  more: (count) => `ほか ${count} 件`,
  cut: '残りは省きました。GitHub はこれより長いページを受け付けません。',
  run: (url) => `[実行とそのログ](${url})`,
  missingTool: (name) =>
    `${name} が入っていません。既定ブランチの \`${SETUP_ACTION}\` の steps に次の 2 行を加えてください。\n`,
  next: {
    bent: 'その行を元に戻すか、別の変更に分けてください。',
    worse: 'まず最初の失敗を見てください。Files changed のその行の横にも出ています。',
    unable: '実行できなかったものを直し、ジョブをもう一度実行してください。',
    unknown: '判断できなかったことを見てください。消えたテストや止められたテストは何も証明しません。',
    asks: '挙げた行を読み、よければマージしてください。',
  },
  beside: {
    broken: 'ベースでは成功、ここでは失敗',
    refused: '新しく、失敗',
    flaky: '同じコードで成功も失敗も',
    before: 'ベースでも失敗',
    failed: '失敗',
    step: 'コマンドが失敗',
  },
};
