// Sentences of a verification in Japanese: verdict, why a step ended as it did, where it was detected, what to do next.

import { installationLines, SETUP_ACTION } from '../../tool-lines.js';
import type { ResultsFlaw, StepEndReason, StepSource, TestCount, VerifyWords } from './en.js';

const FLAWS: Readonly<Record<ResultsFlaw, string>> = {
  'cut off': '途中で切れています',
  'not adding up': 'つじつまが合いません',
  unreadable: '読み取れません',
  'bailed out': '「Bail out!」で終わっています',
  'too large': '大きすぎて読めません',
  'no files': '普通のファイルではありません',
};

const countOf = ({ failed, passed, skipped }: TestCount): string =>
  [failed > 0 ? `失敗 ${failed}` : '', `成功 ${passed}`, skipped > 0 ? `スキップ ${skipped}` : '']
    .filter(Boolean)
    .join('、');

function endReason(of: StepEndReason): string {
  switch (of.is) {
    case 'no-tool':
      return `\`${of.name}\` がインストールされていません。`;
    case 'not-started':
      return 'コマンドを始められませんでした。';
    case 'no-disk':
      return 'ディスクがいっぱいです。';
    case 'not-fetched':
      return 'テストランナーの結果を読めませんでした。';
    case 'setup-failed':
      return '準備の手順が失敗しました。';
    case 'refused':
      return `サンドボックスがホスト ${of.host} への接続を止めました。${of.remedy}`;
    case 'hook-refused':
      return `テストは成功しました。サンドボックスがホスト ${of.host} への接続を止めたため、\`${of.hook}\` は失敗しました。`;
    case 'downloads-skipped':
      return `${of.packages} がダウンロードするブラウザやバイナリなしでインストールしました。サンドボックスからその取得先には届きません。テストに必要なら ${SETUP_ACTION} で用意してください。`;
    case 'time-out':
      return `${of.seconds} 秒の制限時間で止めました。`;
    case 'killed':
      return `${of.signal} で強制終了されました。`;
    case 'passed-but-failed':
      return `報告されたテスト ${of.tests} 件に失敗はありませんが、コマンドは ${of.exit} で終わりました。`;
    case 'failed-but-passed':
      return `コマンドは 0 で終わりましたが、テスト ${of.failed} 件が失敗しています。`;
    case 'no-results':
      return 'コマンドは 0 で終わりましたが、テストランナーが結果を書いていません。';
    case 'broken-results':
      return `コマンドは 0 で終わりましたが、結果が${FLAWS[of.flaw]}。`;
    case 'doubtful-results':
      return `結果が${FLAWS[of.flaw]}。終了コードだけで判断します。`;
    case 'no-tests':
      return 'テストは実行されませんでした。';
  }
}

function stepSource(of: StepSource): string {
  switch (of.is) {
    case 'configured':
      return `設定の \`${of.section}\``;
    case 'script':
      return `${of.file} のスクリプト「${of.name}」`;
    case 'target':
      return `${of.file} のターゲット「${of.name}」`;
    case 'file':
      return of.file;
    case 'missing':
      return `${of.folder} がないため`;
    case 'ci':
      return `${of.file} のジョブ「${of.job}」`;
  }
}

export const ja = {
  headline: ({ verdict, count, steps }) => {
    const seen = count.failed + count.passed;
    if (verdict === 'PASS')
      return seen > 0
        ? `すべて成功しました（${countOf(count)}）。`
        : 'すべての手順が成功しましたが、テストは実行されませんでした。';
    if (verdict === 'INFRA_ERROR') {
      return steps.unable > 0
        ? `実行できない手順が ${steps.unable} 件${steps.failed > 0 ? `、失敗した手順が ${steps.failed} 件` : ''}あり、判定できません。`
        : '実行する手順が見つからず、判定できません。';
    }
    return `${steps.failed} 件の手順が失敗しました${seen > 0 ? `（テスト: ${countOf(count)}）` : ''}。`;
  },
  count: countOf,
  exit: (exit) => `終了コード ${exit}`,
  endReason,
  stepSource,
  against: {
    better: 'ベースより良くなりました。失敗していたものが成功しています。',
    same: 'ベースと比べて悪くなったものはありません。',
    worse: 'ベースより悪くなりました。成功していたチェックが失敗します。',
    unknown: '変更をベースと比べられませんでした。',
  },
  comparedWith: {
    pull: 'この変更の前のプルリクエストとの比較',
    branch: (name) => `ベースブランチ ${name} との比較`,
  },
  compared: {
    side: { base: 'ベース', head: '変更後' },
    more: (count) => ` ほか ${count} 件`,
    named: {
      broken: (count, list) => `ベースで成功し、変更後に失敗: ${count} 件（${list}）。`,
      refused: (count, list) => `新しいテストの失敗: ${count} 件（${list}）。`,
      fixed: (count, list) => `ベースで失敗し、変更後に成功: ${count} 件（${list}）。`,
      removed: (count, list) => `ベースにあり、変更後は実行されず: ${count} 件（${list}）。`,
      silenced: (count, list) => `ベースで実行され、変更後はスキップ: ${count} 件（${list}）。`,
      unknown: (count, list) => `ベースと比べられない: ${count} 件（${list}）。`,
      flaky: (count, list) => `不安定（同じコードで成功も失敗もする）: ${count} 件（${list}）。`,
      before: (count, list) => `ベースでも変更後でも失敗: ${count} 件（${list}）。`,
      added: (count, list) => `新しいテストの成功: ${count} 件（${list}）。`,
    },
    renamed: (list) => `名前が変わった可能性（修正とは数えません）: ${list}。`,
    notRun: ({ side, step, why }) => `\`${step}\` は${side}で実行できませんでした: ${why}。`,
    cutShort: ({ side, step, by }) =>
      `\`${step}\` は${side}で最後まで実行できませんでした: ${by === 'time-out' ? '制限時間' : '強制終了'}。`,
    noTests: (side) => `${side}ではテストが実行されませんでした。`,
    nothing: 'ベースと変更後の両方で実行された手順がないため、比べられません。',
  },
  tamper: {
    heading: 'テストとチェックへの変更',
    weight: { blocks: 'ブロック', named: '参考', ask: '要確認' },
    more: (count) => `ほか ${count} 件`,
    next: {
      blocks: 'テストやチェックを弱める行を元に戻すか、別のプルリクエストに分けてください。',
      ask: '上に挙げた行は、テストやチェックを変えます。意図した変更か確認してください。',
    },
  },
  heading: {
    failed: '失敗',
    unable: '実行できず',
    lines: '最後の行:',
    because: 'この手順になった理由',
    next: '次にすること',
  },
  more: ({ count, where }) => (where === undefined ? `ほか ${count} 件` : `ほか ${count} 件（${where}）`),
  unaffected: (packages) => `変更の影響がないため省略: ${packages.join('、')}。`,
  unread: (files) => `${files.join('、')} を読めないため、そこにある手順は実行していません。`,
  begins: ({ name, command, n, of }) => `[${n}/${of}] ${name}: ${command}`,
  again: '（ベースと変更後が異なるため再実行）',
  sandbox: (name) => `サンドボックス: ${name}`,
  stopped: '中断しました。判定はありません。',
  planned: {
    heading: 'ドライラン。実行する手順',
    nothing: 'ドライラン。実行する手順が見つかりません。',
  },
  took: (seconds) => `${seconds} 秒`,
  next: {
    notWorse: 'することはありません。失敗はすべて、この変更の前からあります。',
    unknown: '比べられなかったテストを確認してください。消えたテストやスキップされたテストは何も証明しません。',
    unread: (file) => `crew が読めない ${file} を直して、もう一度 \`crew verify\` を実行してください。`,
    nothingToRun: '.github/crew.yml の `verify.steps` に手順を書いてください。',
    noTests: '変更がなければ失敗するテストを加えてください。テストのないチェックは、ほとんど証明になりません。',
    mend: ({ first, log }) => `まず ${first} を確認してください。${log === undefined ? '' : `ログの全文: ${log}`}`,
    tool: (name) =>
      `${name} を入れてください。GitHub Actions では ${SETUP_ACTION} の次の 2 行で入ります:\n${installationLines(name).join('\n')}`,
    again: (log) =>
      log === undefined
        ? '上の出力を読み、原因を直してください。'
        : `ログを読み、もう一度 \`crew verify\` を実行してください。ログ: ${log}`,
  },
} satisfies VerifyWords;
