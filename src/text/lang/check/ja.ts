// The words of the check `crew/verify` in Japanese.

import { SETUP_ACTION } from '../../tool-lines.js';
import { stateTitle } from '../outcome-words.js';
import { errorInJapanese } from '../phrases.ja.js';
import type { CheckResult, CheckWords, ComparisonCounts, TitleCounts } from './en.js';

function changes({ broken, refused, fixed }: ComparisonCounts): string {
  const parts = [
    broken > 0 ? `破損 ${broken} 件` : '',
    refused > 0 ? `新規で失敗 ${refused} 件` : '',
    fixed > 0 ? `修正 ${fixed} 件` : '',
  ];
  return parts.filter(Boolean).join('、');
}

const passing = (passed: number | null): string =>
  passed === null ? '（テストの実行なし）' : passed > 0 ? `（成功 ${passed} 件）` : '';

const fine = ({ fixed }: ComparisonCounts, passed: number | null): string =>
  fixed > 0 ? `修正 ${fixed} 件、破損なし${passing(passed)}` : `破損なし${passing(passed)}`;

const title: Readonly<Record<CheckResult, (of: TitleCounts) => string>> = {
  weakened: ({ counts, weakened }) =>
    [`変更がテストやチェックを ${weakened} か所で弱めています`, changes(counts)].filter(Boolean).join('。'),
  worse: ({ counts }) => changes(counts),
  unable: () => '実行できないチェックがあります',
  unknown: () => 'ベースと変更後を比べられません',
  asks: ({ counts, passed, asks }) => `${fine(counts, passed)}。メンテナーの確認が必要な行 ${asks} 件`,
  fine: ({ counts, passed }) => fine(counts, passed),
};

export const ja = {
  begun: {
    title: 'ベースと変更後のテストを実行しています',
    summary: 'ベースと変更後で、このリポジトリのチェックを実行しています。結果はここに表示します。',
  },
  title,
  first: {
    weakened: 'この変更は自身を検証するテストやチェックを弱めています。成功しても、ほとんど証明になりません。',
    worse: ({ broken, refused }) =>
      [
        broken === 0 ? '' : `前に成功していたテストやチェック ${broken} 件が失敗します。`,
        refused === 0 ? '' : `この変更が追加したテスト ${refused} 件が失敗します。`,
      ].join(''),
    unable: '実行できないチェックがあるため、この変更の判定はありません。',
    unknown: 'ベースと比べられないテストがあるため、何も壊れていないとは言えません。',
    asks: '壊れたものはありません。テストやチェックを変える行があります。意図した変更か、メンテナーが確認してください。',
    fine: 'この変更の前に成功していたチェックは、すべて成功します。',
  },
  nothing: {
    title: '検証するものはありません',
    first: '変更は文書だけなので、チェックを実行していません:',
  },
  unable: {
    title: stateTitle('ja', 'infra_error'),
    first: errorInJapanese,
  },
  fault: {
    title: stateTitle('ja', 'error'),
    first: (id) => `crew の内部エラーで止まりました。ジョブのログの ${id} で確認できます。`,
  },
  superseded: {
    title: '新しいコミットがあります',
    first: (by) => `プルリクエストの先頭は ${by} に進んだため、このコミットの検証は途中で終えました。`,
  },
  cancelled: {
    title: stateTitle('ja', 'cancelled'),
    first: '検証ジョブが取り消されたか、制限時間に達しました。ジョブのページから再実行してください。',
  },
  died: {
    title: stateTitle('ja', 'infra_error'),
    first:
      '検証ジョブが結果を残さずに終わりました。理由はログにあるかもしれません。ジョブのページから再実行してください。',
  },
  unusable: {
    title: stateTitle('ja', 'infra_error'),
    first: {
      missing: '検証ジョブが結果を残しませんでした。',
      'too large': '検証ジョブの結果が大きすぎるため、読んでいません。',
      'another digest': '結果が検証ジョブの示したダイジェストと一致しないため、読んでいません。',
      unreadable: '検証ジョブの結果を読み取れないため、使っていません。',
      'another run': '結果が別の実行のものなので、使っていません。',
      'another commit': '結果が別のコミットのものなので、使っていません。',
    },
  },
  unjudged: {
    title: (files) =>
      files === null
        ? '自身を検査するワークフローを変更している可能性があります'
        : '自身を検査するワークフローを変更しています',
    first: (files) =>
      `${files === null ? 'フォークからのこのプルリクエストは変更が多すぎて、自身を検査するワークフローを変更しているか分からない' : `フォークからのこのプルリクエストは、自身を検査するワークフロー（${files}）を変更している`}ため、検証していません。メンテナーが変更を確認し、コミットをこのリポジトリのブランチに push すると、検証します。`,
  },
  uncommitted: '（ベースに変更を加えたもの）',
  between: ({ base, head, seconds, sandbox }) =>
    `ベース ${base} → 変更後 ${head} · ${seconds} 秒 · サンドボックス: ${sandbox}`,
  heading: {
    changed: 'ベースとの比較',
    steps: '手順',
    failed: '失敗',
    notes: '補足',
    why: 'この手順になった理由と、ログのダイジェスト',
    next: '次にすること',
  },
  column: { step: '手順', command: 'コマンド', base: 'ベース', head: '変更後', took: '時間' },
  list: {
    broken: (count) => `ベースで成功し、変更後に失敗: ${count} 件`,
    refused: (count) => `新しいテストの失敗: ${count} 件`,
    fixed: (count) => `ベースで失敗し、変更後に成功: ${count} 件`,
    removed: (count) => `ベースにあり、変更後は実行されず: ${count} 件`,
    silenced: (count) => `ベースで実行され、変更後はスキップ: ${count} 件`,
    unknown: (count) => `ベースと比べられない: ${count} 件`,
    flaky: (count) => `不安定（同じコードで成功も失敗もする）: ${count} 件`,
    before: (count) => `ベースでも変更後でも失敗: ${count} 件`,
    added: (count) => `新しいテストの成功: ${count} 件`,
  },
  status: { PASS: '成功', FAIL: '失敗', INFRA_ERROR: '実行できず' },
  lines: (step) => `${step} の最後の行`,
  log: ({ step, digest }) => (digest === null ? `${step}: ログは空` : `${step}: sha256 ${digest}`),
  again: ({ step, side, n }) => `${step}（${side === 'base' ? 'ベース' : '変更後'}で ${n} 回目）`,
  more: (count) => `ほか ${count} 件`,
  cut: 'GitHub の長さの制限により、残りを省きました。',
  run: (url) => `[Actions の実行とログ](${url})`,
  missingTool: (name) =>
    `${name} が入っていません。既定ブランチの \`${SETUP_ACTION}\` の steps に次の 2 行を加えてください。\n`,
  next: {
    weakened: '上に挙げた行を元に戻すか、別のプルリクエストに分けてください。',
    worse: '最初の失敗から確認してください。「Files changed」の行の横にも表示しています。',
    unable: '実行できなかったチェックを直し、ジョブを再実行してください。',
    unknown: '比べられなかったテストを確認してください。消えたテストやスキップされたテストは何も証明しません。',
    asks: '上に挙げた行を確認し、マージするか決めてください。',
  },
  beside: {
    broken: 'ベースでは成功、ここでは失敗',
    refused: '新しいテストが失敗',
    flaky: '不安定なテスト',
    before: 'ベースでも失敗',
    failed: '失敗',
    step: 'コマンドが失敗',
  },
} satisfies CheckWords;
