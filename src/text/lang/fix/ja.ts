import { code } from '../../code.js';
import type { Place } from '../agent/messages.js';
import { shownRef } from '../facilitate/shared.js';
import type { AskedAbout, Can, Claim, EndOf, FixMessages, RefusedFor } from './messages.js';
import { counted, elsewhere, few, grouped, lines, named, seconds, short, usd, wholeRun } from './shared.js';
import { thread } from './thread/ja.js';

const list = (names: readonly string[]): string => few(names, { between: '、', more: (count) => ` ほか ${count} 件` });

const refs = (all: readonly string[]): string => all.map(shownRef).join('、');

const TESTS = { failed: '件失敗', passed: '件成功', skipped: '件スキップ' };

const HOW = { changed: '変更', new: '新規', deleted: '削除', renamed: '改名' };

const ENDED: Readonly<Record<string, string>> = {
  'time-out': '時間切れで止められました',
  cancelled: '取り消されました',
  signal: '強制終了されました',
  'full disk': 'ディスクの空きがなくなり止められました',
};

const BASELINE = {
  PASS: 'すべて成功していました',
  FAIL: '成功しないものがありました',
  INFRA_ERROR: '実行できないものがありました',
};

const NAMED = {
  fixed: '変更前は失敗し、変更後は成功',
  broken: '変更前は成功し、変更後は失敗',
  before: '変更前から失敗し、今も失敗',
  flaky: '変更に関係なく結果が変わる',
};

function step(of: Extract<Claim, { is: 'step' }>): string {
  const where = elsewhere(of.cwd);
  const what = where ? `${named(of.command)}（${where}）は` : `${named(of.command)} は`;
  if (of.ended === 'not started') return `${what}開始できませんでした`;
  const ended =
    of.exit === null ? (ENDED[of.ended] ?? '自分では終わりませんでした') : `終了コード ${of.exit} で終わりました`;
  const tests = of.tests === null ? '' : `（${counted(of.tests, TESTS, '、') || 'テストの実行なし'}）`;
  return `${what} ${seconds(of.ms)} 秒後、${ended}${tests}`;
}

function claim(of: Claim): string {
  switch (of.is) {
    case 'changed':
      return `${of.files} ファイル、${lines(of)} 行。基準は ${short(of.base)}、差分は ${short(of.sha256)} です。`;
    case 'file': {
      const from = of.from === undefined ? '' : `（元は ${named(of.from)}）`;
      return `${named(of.path)}: ${HOW[of.how]}${from}、${of.binary ? 'バイナリ' : lines(of)}`;
    }
    case 'more-files':
      return `ほか ${of.count} ファイル`;
    case 'unchanged':
      return '変更されたファイルはありません。';
    case 'diff-cut':
      return `全 ${of.lines} 行のうち最初の ${of.shown} 行です。全体は ${wholeRun(of)} の ${code('diff.text')} にあります:`;
    case 'verified':
      return `検証済み: ${named(of.run_id)}（${of.ref}）で、この変更そのものについて全手順が成功しました。`;
    case 'no-worse':
      return `基準と比べて検証済み: ${named(of.run_id)}（${of.ref}）で失敗するものは、変更前の ${named(of.baseline)} でも失敗していたものだけです。`;
    case 'red':
      return `未検証: ${named(of.run_id)}（${of.ref}）で成功しないものがありました。`;
    case 'unable':
      return `未検証: ${named(of.run_id)}（${of.ref}）で実行できないものがありました。`;
    case 'nothing-ran':
      return `未検証: ${named(of.run_id)}（${of.ref}）には実行するものがありませんでした。`;
    case 'unverified':
      return '未検証: この変更では何も実行していません。';
    case 'changed-since':
      return `未検証: ${named(of.run_id)} の後に変更が変わりました。`;
    case 'baseline':
      return `変更前は、${named(of.run_id)} で${BASELINE[of.status]}。`;
    case 'step':
      return step(of);
    case 'tests':
      return `${NAMED[of.kind]}: ${list(of.names)}。`;
    case 'untampered':
      return 'この変更は、テストも、ほかの判定の仕組みも弱めていません。';
    case 'tampered':
      return `人の確認が必要です: ${named(`${of.file}:${of.line}`)}（${named(of.kind)}）。`;
    case 'reproduced':
      return `${named(of.file)} の ${named(of.test)} が示しています。変更なしでは失敗し（${named(of.base)}）、変更ありでは成功します（${named(of.head)}）。`;
    case 'unshown':
      return '頼まれたことが実現したと示すテストはありません。変更なしで失敗し、変更ありで成功するものがないためです。';
    case 'failed-run':
      return `${named(of.run_id)}（${of.ref}）: ${named(of.artifacts)}`;
    case 'smallest': {
      const where = elsewhere(of.cwd);
      const exit = of.exit === null ? '自分では終わりませんでした' : `終了コード ${of.exit} で終わりました`;
      return `${named(of.command)}${where ? `（${where}）は` : ' は'} ${named(of.run_id)} で${exit}。ログは ${named(of.log)} です。`;
    }
    case 'cost':
      return `上限 ${usd(of.limitUsd)} のうち ${usd(of.usd)}。トークンは読み込み ${grouped(of.tokensIn)}（うちキャッシュ ${grouped(of.tokensCached)}）、書き出し ${grouped(of.tokensOut)}。`;
    case 'loops':
      return `成功のないまま続けて ${of.failed} 回検証し、計画を ${of.replans} 回立て直しました。`;
  }
}

function end(of: EndOf): string {
  switch (of.is) {
    case 'done':
      return of.shown ? '**完了しました。**' : '**完了しました。テストによる証明はありません。**';
    case 'planned':
      return '**ドライラン:** 何も書かず、何も実行していません。';
    case 'stuck':
      return '**行き詰まりました。** 試したものは残っています。次はこの報告から始まります。';
    case 'no-change':
      return '**行き詰まりました。** 何も変更していません。変更がなければ完了ではありません。';
    case 'unable':
      return of.changed
        ? '**検証できませんでした。** そのため何も主張しません。変更は残っています。'
        : '**作業できませんでした。** そのため何も主張しません。何も変更していません。';
    case 'already':
      return `**することがありません:** ${named(of.file)} の ${named(of.test)} は変更なしで成功します。Editor がこのために書き、求められたことを確かめるものとしたテストで、ツリーに残っています。`;
    case 'partial':
      return of.changed
        ? '**一部完了:** 予算を使い切りました。変更は残っています。'
        : '**予算を使い切りました。** まだ何も変更していません。';
    case 'apply-failed':
      return '**失敗しました。** ドライランの内容は検証を通りませんでした。ツリーに残っており、何も公開していません。';
    case 'cancelled':
      return of.changed ? '**取り消しました。** 変更は残っています。' : '**取り消しました。** 何も変更していません。';
  }
}

function can(of: Can, place: Place = 'thread'): string {
  const isHere = place === 'terminal';
  const typed = (words: string, run?: string): string =>
    code(isHere ? `crew ${words}${run === undefined ? '' : ` --run ${run}`}` : `/crew ${words}`);
  switch (of.is) {
    case 'apply':
      return `${typed(`apply ${of.hash}`)} でこのバイト列をそのまま書き、検証します。`;
    case 'continue': {
      const words = of.money ? 'continue +2' : 'continue';
      const there = isHere ? '' : `（端末では ${code(`crew ${words} --run ${of.run}`)}）`;
      return `${typed(words, of.run)} で${of.money ? ' 2 ドル追加して' : 'ここから'}続けます${there}。`;
    }
    case 'retry':
      return `${typed('retry', of.run)} でこの報告だけを手がかりに最初からやり直します。`;
    case 'show':
      return `${code(`crew show ${of.run}`)} で経過を一手順ずつ見られます。${code('--html FILE')} を付けるとページになります。`;
    case 'hint':
      return `${typed('fix …')} にヒントを添えてください。最初に見るべき所や、変えてはならない所などです。`;
    case 'look-at-log':
      return '失敗する最小のコマンドを手元で実行し、ログを読んでください。必要なものがここにないのかもしれません。';
    case 'split':
      return 'まず小さな一部だけを頼んでください。';
    case 'discard':
      return `残っている変更を ${code('git diff')} で見て、残すか捨てるか決めてください。`;
  }
}

const DONE: Readonly<Record<string, string>> = {
  closed: 'すでに閉じています',
  merged: '解決するプルリクエストがマージ済みで、あとは閉じるだけです',
  landed: '解決するコミットが既定のブランチにあり、あとは閉じるだけです',
  approved: 'プルリクエストは承認済みで、あとはマージするだけです',
  'children-done': '子の issue がすべて済み、あとは閉じるだけです',
};

const UNTOUCHABLE = {
  'workflow-files': `ワークフローファイルの変更です。設定の ${code('fix.workflow-files: true')} で許可できます`,
  secrets: 'シークレットの操作で、人だけが行えます',
  releases: 'リリースの操作で、人だけが行えます',
  settings: 'リポジトリ設定の操作で、人だけが行えます',
};

function claimed(of: Extract<RefusedFor, { is: 'claimed' }>): string {
  switch (of.claim.by) {
    case 'pull':
      return `${of.claim.ref} が開いています。そちらで ${code('/crew fix')} と書いてください。`;
    case 'run':
      return `実行 ${named(of.claim.run)} が作業中です。進み具合は ${code('/crew status')} で見られます。`;
    case 'agent':
      return `${named(of.claim.agent)} が作業中です。`;
    case 'person':
      return `${named(of.claim.login)} さんが担当しています。担当を外れたら、もう一度頼んでください。`;
  }
}

function refused(of: RefusedFor): string {
  switch (of.is) {
    case 'done':
      return `何も始めていません。${of.issue} は済んでいます。${DONE[of.rule] ?? '作業の結果が残っています'}${of.by.length > 0 ? `（${refs(of.by)}）` : ''}。`;
    case 'parent':
      return `何も始めていません。${of.issue} は子の issue で進めます。残りは ${refs(of.parts)} です。そちらで頼んでください。`;
    case 'blocked': {
      const roots = of.roots.length > 0 ? `${refs(of.roots)} から始めてください。` : '';
      return `何も始めていません。${of.issue} は ${refs(of.blockers)} を待っています。${roots}`;
    }
    case 'claimed':
      return `何も始めていません。${claimed(of)}`;
    case 'untouchable':
      return `何も始めていません。${named(of.says)} は${UNTOUCHABLE[of.what]}。`;
  }
}

const VAGUE = {
  nothing: '何を変更しますか。',
  'no-object': 'プロジェクトのどの部分のことですか。今と違って、どうなればよいですか。',
  'no-symptom': '何をして、何を期待し、実際にはどうなりましたか。',
  'no-end': 'まず何が変わればよいですか。変わったことは何を見れば分かりますか。',
};

const NEAR = {
  'workflow-files': 'ワークフローファイル',
  secrets: 'シークレット',
  releases: 'リリース',
  settings: 'リポジトリの設定',
};

function question(of: AskedAbout): string {
  if (of.is === 'vague') return VAGUE[of.why];
  if (of.is === 'untouchable')
    return `${named(of.says)} は、crew が手を付けない${NEAR[of.what]}のこととも読めます。コードの何を変えますか。`;
  const pulls = of.pulls.map(({ pull, by }) => `${named(by)} さんの ${pull}`).join('、');
  return `すでにプルリクエストが開いています（${pulls}）。それでも作業しますか。`;
}

export const ja: FixMessages = {
  heading: {
    what: '変更したこと',
    why: '理由',
    verified: '検証の方法',
    cost: '費用',
    hypotheses: '考えられる原因',
    tried: '失敗したもの',
    smallest: '失敗する最小のコマンド',
    next: 'できること',
    diff: '差分',
  },
  end,
  claim,
  quoted: {
    asked: '頼まれたこと:',
    what: 'Editor の言葉:',
    why: 'Editor の言葉（証明されたものではありません）:',
    hypothesis: 'Editor の推測（証明されたものではありません）:',
    plan: 'Scout A の言葉:',
    excluded: '失敗しているが、この作業の対象ではないと Editor が判断したテスト:',
    rejected: '計画は、次の言葉とともに却下されました:',
  },
  nothingSaid: 'Editor の説明はありません。',
  leftOut: (count) => `結果について述べた Editor の ${count} 文は省きました。結果は記録が示します。`,
  can,
  within: (paths) => `変更する予定のファイル: ${list(paths)}。`,
  price: ({ low, high }) => `費用の見込みは **${usd(low)}〜${usd(high)}** です。`,
  refused,
  question,
  thread,
};
