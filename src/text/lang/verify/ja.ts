import { SETUP_ACTION, toolLines } from '../../tool-lines.js';
import type { Count, Flaw, Reason, VerifyWords, Why } from './words.js';

const FLAWS: Readonly<Record<Flaw, string>> = {
  'cut off': '途中で切れています',
  'not adding up': 'つじつまが合いません',
  unreadable: '読み取れません',
  'bailed out': '「Bail out!」で終わっています',
  'too large': '大きすぎて読めません',
  'no files': '普通のファイルではありません',
};

const countOf = ({ failed, passed, skipped }: Count): string =>
  [failed > 0 ? `失敗 ${failed}` : '', `成功 ${passed}`, skipped > 0 ? `スキップ ${skipped}` : '']
    .filter(Boolean)
    .join('、');

function reason(of: Reason): string {
  switch (of.is) {
    case 'no-tool':
      return `ここには \`${of.name}\` がありません。`;
    case 'not-started':
      return 'コマンドを始められませんでした。';
    case 'no-disk':
      return 'ディスクに空きがありません。';
    case 'not-fetched':
      return 'テストランナーが残した結果を取り出せませんでした。';
    case 'setup-failed':
      return '最初に実行すべき準備が成功しませんでした。';
    case 'refused':
      return `ホスト ${of.host} への接続は許可されていません。${of.remedy}`;
    case 'hook-refused':
      return `テストは通りました。\`${of.hook}\` はここでは動きません。サンドボックスがホスト ${of.host} への接続を断りました。`;
    case 'downloads-skipped':
      return `${of.packages} がダウンロードするブラウザやバイナリなしでインストールしました。サンドボックスからその取得先には届きません。テストに必要なら ${SETUP_ACTION} で用意してください。`;
    case 'time-out':
      return `${of.seconds} 秒で打ち切りました。`;
    case 'killed':
      return `${of.signal} で終了させられました。`;
    case 'passed-but-failed':
      return `報告されたテスト ${of.tests} 件に失敗はありませんが、コマンドは ${of.exit} で終わりました。`;
    case 'failed-but-passed':
      return `コマンドは 0 で終わりましたが、テスト ${of.failed} 件が失敗しています。`;
    case 'no-results':
      return 'コマンドは 0 で終わりましたが、結果が残っていません。書き出す前に終了させられています。';
    case 'broken-results':
      return `コマンドは 0 で終わりましたが、結果が${FLAWS[of.flaw]}。`;
    case 'doubtful-results':
      return `結果が${FLAWS[of.flaw]}。終了コードだけで判断します。`;
    case 'no-tests':
      return 'テストは一つも実行されませんでした。';
  }
}

function why(of: Why): string {
  switch (of.is) {
    case 'configured':
      return `設定の ${of.section}`;
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

export const ja: VerifyWords = {
  headline: ({ verdict, count, steps }) => {
    const seen = count.failed + count.passed;
    if (verdict === 'PASS')
      return seen > 0
        ? `すべて成功しました（${countOf(count)}）。`
        : 'すべての手順が成功しましたが、テストの実行は確認できませんでした。';
    if (verdict === 'INFRA_ERROR') {
      return steps.unable > 0
        ? `検証できませんでした。実行できない手順が ${steps.unable} 件${steps.failed > 0 ? `、失敗した手順が ${steps.failed} 件` : ''}あります。`
        : '実行するものが見つからず、何も検証していません。';
    }
    return `${steps.failed} 件の手順が失敗しました${seen > 0 ? `（テスト: ${countOf(count)}）` : ''}。`;
  },
  count: countOf,
  exit: (exit) => `終了コード ${exit}`,
  reason,
  why,
  against: {
    better: 'ベースより良くなりました。失敗していたものが成功しています。',
    same: 'ベースと比べて悪くなったものはありません。',
    worse: 'ベースより悪くなりました。成功していたものが壊れています。',
    unknown: 'ベースと比べて良くなったか悪くなったか、判断できません。',
  },
  compared: {
    side: { base: 'ベース', head: '変更後' },
    more: (count) => ` ほか ${count} 件`,
    named: {
      broken: (count, list) => `ベースで成功し、変更後に失敗: ${count} 件（${list}）。`,
      refused: (count, list) => `変更後に新しく加わり、失敗: ${count} 件（${list}）。`,
      fixed: (count, list) => `ベースで失敗し、変更後に成功: ${count} 件（${list}）。`,
      removed: (count, list) =>
        `ベースにあり、変更後は実行されず: ${count} 件（${list}）。消えたテストは何も証明しません。`,
      silenced: (count, list) => `ベースで実行され、変更後はスキップ: ${count} 件（${list}）。`,
      unknown: (count, list) => `ベースと比べて判断できず: ${count} 件（${list}）。`,
      flaky: (count, list) => `同じコードで成功も失敗もする: ${count} 件（${list}）。`,
      before: (count, list) => `ベースでも変更後でも失敗: ${count} 件（${list}）。`,
      added: (count, list) => `変更後に新しく加わり、成功: ${count} 件（${list}）。`,
    },
    renamed: (list) => `名前が変わった可能性（修正とは数えません）: ${list}。`,
    notRun: ({ side, step, why }) => `\`${step}\` は${side}で実行できませんでした: ${why}。`,
    cutShort: ({ side, step, by }) =>
      `\`${step}\` は${side}で自ら終わりませんでした: ${by === 'time-out' ? '時間切れ' : 'シグナルによる終了'}。`,
    noTests: (side) => `${side}ではテストが一つも実行されませんでした。`,
    nothing: '両方で実行されたものがなく、比べられません。',
  },
  tamper: {
    heading: '判定の仕組みへの変更',
    weight: { blocks: '止める理由', named: '確認をお勧めします', ask: '要確認' },
    more: (count) => `ほか ${count} 件`,
    next: {
      blocks: '判定の仕組みを曲げている行を元に戻すか、別の変更に分けてください。',
      ask: '挙げた行を読んでください。判定の仕組みを変える行なので、意図したものか人の確認が必要です。',
    },
  },
  heading: {
    failed: '失敗したもの',
    unable: '実行できなかったもの',
    lines: '最後の行:',
    because: 'この手順になった理由',
    next: '次にすること',
  },
  more: ({ count, where }) => `ほか ${count} 件（${where}）`,
  unaffected: (packages) => `変更が及ばないため省いたもの: ${packages.join('、')}。`,
  unread: (files) => `読み取れないため、実行すべき手順が分からないもの: ${files.join('、')}。`,
  begins: ({ name, command, n, of }) => `[${n}/${of}] ${name}: ${command}`,
  again: '（再実行）',
  walls: (name) => `コマンドの実行場所: ${name}`,
  stopped: '中断しました。判定はありません。',
  planned: {
    heading: '何も実行していません。実行する手順',
    nothing: '何も実行していません。実行するものも見つかりません。',
  },
  took: (seconds) => `${seconds} 秒`,
  next: {
    passed: 'することはありません。',
    notWorse: 'この変更についてすることはありません。残る失敗は変更の前からのものです。',
    unknown: '判断できなかったものを確かめてください。消えたテストや黙ったテストは何も証明しません。',
    unread: (file) => `読み取れない ${file} を直して、もう一度 \`crew verify\` を実行してください。`,
    nothingToRun: '.github/crew.yml の verify.steps に手順を書いてください。',
    noTests: '変更がなければ失敗するテストを加えてください。テストのない検証はほとんど何も示しません。',
    mend: ({ first, log }) => `まず ${first} を見てください。ログの全文: ${log}`,
    tool: (name) =>
      `${name} を入れてください。GitHub Actions では ${SETUP_ACTION} の次の 2 行で入ります:\n${toolLines(name).join('\n')}`,
    again: (log) => `ログを確かめて、もう一度 \`crew verify\` を実行してください: ${log}`,
  },
};
