// The Japanese texts of `fix`, for messages.ts.

import type { CiState } from '../../ports/checks.js';
import type { ReadingPlace } from '../../text/lang/agent/asks.js';
import { type RunState, stateSentence, stateTitle } from '../../text/lang/outcome-words.js';
import { runWords } from '../../text/lang/run/index.js';
import { code, shownRef } from '../../text/quote.js';
import {
  changedLines,
  countsWithWords,
  dollarRange,
  dollarsIn,
  listNames,
  nameAsCode,
  seconds,
  shortDigest,
  showRunCommand,
  subfolderName,
  withThousandsSeparators,
} from '../../text/values.js';
import type { FixCommand, Messages } from './messages.en.js';
import type { PublishRefusal } from './rules/publish-checks.js';
import type { Ending, Option, Statement } from './rules/statements.js';
import type { GateQuestion, Refusal } from './rules/workable.js';

const dollars = dollarsIn('ja');

const list = (names: readonly string[]): string =>
  listNames(names, { between: '、', more: (count) => ` ほか ${count} 件` });

const refs = (all: readonly string[]): string => all.map(shownRef).join('、');

const TESTS = { failed: '件失敗', passed: '件成功', skipped: '件スキップ' };

const HOW = { changed: '変更', new: '新規', deleted: '削除', renamed: '改名' };

const ENDED: Readonly<Record<string, string>> = {
  'time-out': '時間切れで止められました',
  cancelled: '取り消されました',
  signal: '強制終了されました',
  'full disk': 'ディスクの空きがなくなったため止められました',
};

const BASELINE = {
  PASS: 'すべてのチェックが成功しました',
  FAIL: '失敗したチェックがありました',
  INFRA_ERROR: '実行できないチェックがありました',
};

const TEST_KINDS = {
  fixed: '変更前は失敗し、変更後は成功',
  broken: '変更前は成功し、変更後は失敗',
  before: '変更前から失敗し、今も失敗',
  flaky: '不安定（同じコードで成功も失敗もする）',
};

function step(data: Extract<Statement, { is: 'step' }>): string {
  const where = subfolderName(data.cwd);
  const what = where ? `${nameAsCode(data.command)}（${where}）は` : `${nameAsCode(data.command)} は`;
  if (data.ended === 'not started') return `${what}開始できませんでした`;
  const ended =
    data.exit === null ? (ENDED[data.ended] ?? '強制終了されました') : `終了コード ${data.exit} で終わりました`;
  const tests = data.tests === null ? '' : `（${countsWithWords(data.tests, TESTS, '、') || 'テストの実行なし'}）`;
  return `${what} ${seconds(data.ms)} 秒後、${ended}${tests}`;
}

function statement(data: Statement): string {
  switch (data.is) {
    case 'changed':
      return `${data.files} ファイルを変更（${changedLines(data)}）· ベース ${shortDigest(data.base)} · 差分 ${shortDigest(data.sha256)}`;
    case 'file': {
      const from = data.from === undefined ? '' : `（元は ${nameAsCode(data.from)}）`;
      return `${nameAsCode(data.path)}: ${HOW[data.how]}${from}、${data.binary ? 'バイナリ' : changedLines(data)}`;
    }
    case 'more-files':
      return `ほか ${data.count} ファイル`;
    case 'unchanged':
      return '変更されたファイルはありません。';
    case 'diff-cut':
      return `全 ${data.lines} 行のうち最初の ${data.shown} 行です。全体は ${showRunCommand(data)} の ${code('diff.text')} にあります:`;
    case 'verified':
      return `検証済み: この変更ですべてのチェックが成功しました（${runWords('ja').part(data.ref)}、${nameAsCode(data.run_id)}）。`;
    case 'no-worse':
      return `ベースと比べて検証済み: 失敗するチェックは、変更前にも失敗していました（${runWords('ja').part(data.ref)}、${nameAsCode(data.run_id)}）。`;
    case 'red':
      return 'この変更では失敗するチェックがあります。';
    case 'unable':
      return '実行できないチェックがあるため、この変更は検証できていません。';
    case 'nothing-ran':
      return '実行するチェックが見つからないため、この変更は検証できていません。';
    case 'unverified':
      return 'この変更ではチェックを実行していません。';
    case 'changed-since':
      return '最後の検証の後に編集されたため、この変更は検証できていません。';
    case 'baseline':
      return `変更前は、${BASELINE[data.status]}。`;
    case 'step':
      return step(data);
    case 'tests':
      return `${TEST_KINDS[data.kind]}: ${list(data.names)}。`;
    case 'untampered':
      return 'この変更は、テストもチェックも弱めていません。';
    case 'tampered':
      return `メンテナーの確認が必要です: ${nameAsCode(`${data.file}:${data.line}`)}（${nameAsCode(data.kind)}）。`;
    case 'reproduced':
      return `${nameAsCode(data.file)} のテスト ${nameAsCode(data.test)} が変更を証明します。変更なしでは失敗し、変更ありでは成功します。`;
    case 'unproven':
      return 'テストによる証明はありません。変更なしで失敗し、変更ありで成功するテストがないためです。';
    case 'failed-run':
      return `${runWords('ja').part(data.ref)}（${nameAsCode(data.run_id)}）: ログは ${nameAsCode(data.artifacts)}`;
    case 'smallest': {
      const where = subfolderName(data.cwd);
      const exit = data.exit === null ? '強制終了されました' : `終了コード ${data.exit} で終わりました`;
      return `${nameAsCode(data.command)}${where ? `（${where}）は` : ' は'}${exit}。ログ: ${nameAsCode(data.log)}`;
    }
    case 'cost':
      return `${dollars(data.usd)} / ${dollars(data.limitUsd)} · 入力 ${withThousandsSeparators(data.tokensIn)} トークン（うちキャッシュ ${withThousandsSeparators(data.tokensCached)}）· 出力 ${withThousandsSeparators(data.tokensOut)} トークン`;
    case 'loops':
      return `検証が ${data.failed} 回続けて失敗しました。モデルは計画を ${data.replans} 回変えました。`;
  }
}

const heading = (state: RunState): string => stateSentence('ja', state);

const instead = (command: string): string =>
  `${command} と同じ行に、代わりにしてほしいことを書いてください。依頼がレビューのスレッドなら、そのスレッドを解決済みにしてください。`;

function end(data: Ending): string {
  switch (data.is) {
    case 'done':
      return heading(data.isProven ? 'succeeded' : 'unproven');
    case 'planned':
      return `${heading('planned')} 差分は下にあります。リポジトリには何も書かず、チェックも実行していません。`;
    case 'stuck':
      return `${heading('stuck')} チェックを通る変更が見つかりませんでした。最後の試みは残っています。次はこの報告から始めます。`;
    case 'no-change':
      return `${heading('stuck')} モデルは何も変更しませんでした。`;
    case 'answered':
      if (data.declined === 0) return `${heading('answered')} モデルによれば、変更を求めるレビューの依頼はありません。`;
      return data.answered === 0
        ? `**${stateTitle('ja', 'declined')}: レビューの依頼 ${data.declined} 件。** 何も変更していません。別の対応が必要なら、${instead(code('/crew fix'))}`
        : `${heading('answered')} モデルはレビューの依頼 ${data.declined} 件を実行せず、理由を書いています。`;
    case 'no-plan':
      return `${heading('no-plan')} 何も変更していません。承認するものもありません。`;
    case 'unable':
      return data.changed
        ? `${heading('infra_error')} この変更でチェックを実行できませんでした。変更は残っていますが、公開していません。`
        : `${heading('infra_error')} 何も変更していません。`;
    case 'editor-failed':
      return 'モデルのここまでの変更は残っていますが、公開していません。';
    case 'already':
      return `${heading('already')} モデルがこの依頼のために書いたテスト ${nameAsCode(data.test)}（${nameAsCode(data.file)}）は、変更なしで成功します。${data.isInTree ? 'テストは作業ツリーに残っています。' : ''}`;
    case 'partial':
      return data.changed
        ? `${heading('partial')} 予算を使い切りました。ここまでの変更は残っています。`
        : `${heading('partial')} 予算を使い切りました。何も変更していません。`;
    case 'apply-failed':
      return `${heading('failed')} ドライランの差分はチェックを通りませんでした。差分はツリーに残っていますが、公開していません。`;
    case 'cancelled':
      return `${heading('cancelled')} ${data.changed ? 'ここまでの変更は残っています。' : '何も変更していません。'}`;
  }
}

function option(data: Option, place: ReadingPlace = 'thread'): string {
  const isTerminal = place === 'terminal';
  const typed = (words: string, run?: string): string =>
    code(isTerminal ? `crew ${words}${run === undefined ? '' : ` --run ${run}`}` : `/crew ${words}`);
  switch (data.is) {
    case 'apply':
      return `${typed(`apply ${data.hash}`)} で、この差分をそのまま適用して検証します。`;
    case 'continue': {
      const words = data.money ? 'continue +2' : 'continue';
      const inTerminal = isTerminal ? '' : `（端末では ${code(`crew ${words} --run ${data.run}`)}）`;
      return `${typed(words, data.run)} で${data.money ? ' $2 追加して' : 'ここから'}続けます${inTerminal}。`;
    }
    case 'retry':
      return `${typed('retry', data.run)} で最初からやり直します。モデルは依頼とこの報告を読み、前回の試みは読みません。`;
    case 'show':
      return `${code(`crew show ${data.run}`)} で実行の各ステップを見られます。${code('--html FILE')} でページに書き出します。`;
    case 'hint':
      return `${typed('fix …')} にヒント（最初に見る場所、変えてはいけない所など）を添えると、もう一度試します。`;
    case 'resolve':
      return `事情が変わったら、${typed(`${data.command} …`)} と書いて、何が変わったかを添えてください。`;
    case 'look-at-log':
      return '失敗する最小のコマンドを手元で実行してください。必要なツールやサービスがサンドボックスにないかもしれません。';
    case 'split':
      return '変更を小さく分けて、まず一部だけを依頼してください。';
    case 'discard':
      return `残っている変更を ${code('git diff')} で見て、残すか捨てるか決めてください。`;
  }
}

const DONE: Readonly<Record<string, string>> = {
  merged: 'プルリクエストがマージ済みで、メンテナーが閉じられます',
  landed: '解決するコミットが既定ブランチにあり、メンテナーが閉じられます',
  approved: 'プルリクエストが承認済みで、メンテナーがマージできます',
  'children-done': '子 Issue がすべて完了し、メンテナーが閉じられます',
};

const UNTOUCHABLE = {
  'workflow-files': `ワークフローファイルの変更です。設定の ${code('fix.workflow-files: true')} で許可できます`,
  secrets: 'シークレットの変更で、メンテナーだけが行えます',
  releases: 'リリースで、メンテナーだけが行えます',
  settings: 'リポジトリ設定の変更で、メンテナーだけが行えます',
};

function taken(data: Extract<Refusal, { is: 'taken' }>, command: FixCommand): string {
  switch (data.claim.by) {
    case 'pull':
      return `${data.claim.ref} がすでに開いています。${command === 'plan' ? `さらに変更を計画するには、そちらで ${code('/crew plan …')} と書いてください。` : `そちらで ${code('/crew fix')} と書いてください。`}`;
    case 'run':
      return `実行 ${nameAsCode(data.claim.run)} が作業中です。状態は ${code('/crew status')} で見られます。`;
    case 'agent':
      return `Agent ${nameAsCode(data.claim.agent)} が作業中です。`;
    case 'person':
      return `${nameAsCode(data.claim.login)} さんが担当しています。担当を外してから、もう一度依頼してください。`;
  }
}

const CHECKS: Readonly<Record<CiState, string>> = {
  green: 'チェックは成功しており',
  pending: '失敗したチェックはまだなく',
  waits: 'チェックは承認待ちで',
  none: 'crew 以外のチェックはなく',
  unknown: 'チェックの一部は読み取れず',
  red: '失敗したチェックがあり',
};

const link = ({ name, url }: { readonly name: string; readonly url: string | undefined }): string =>
  url === undefined ? nameAsCode(name) : `[${nameAsCode(name)}](${url})`;

function refused(data: Refusal, command: FixCommand = 'fix'): string {
  const again = code(`/crew ${command}`);
  switch (data.is) {
    case 'done':
      if (data.rule === 'closed')
        return `何も始めていません。${data.issue} はクローズ済みです。先に再オープンしてください。`;
      return `何も始めていません。${data.issue} は${DONE[data.rule] ?? '作業が終わっています'}${data.by.length > 0 ? `（${refs(data.by)}）` : ''}。`;
    case 'parent':
      return `何も始めていません。${data.issue} には未完了の子 Issue があります。${refs(data.parts)} で依頼してください。`;
    case 'blocked': {
      const roots = data.roots.length > 0 ? `${refs(data.roots)} から始めてください。` : '';
      return `何も始めていません。${data.issue} は ${refs(data.blockers)} を待っています。${roots}`;
    }
    case 'taken':
      return `何も始めていません。${taken(data, command)}`;
    case 'untouchable':
      return `何も始めていません。${nameAsCode(data.says)} は${UNTOUCHABLE[data.what]}。`;
    case 'merged':
      return `何も始めていません。#${data.pull} はマージ済みで、依頼にはすべて回答済みです。ほかに変えたい内容があれば ${again} の後に書いてください。`;
    case 'nothing-open':
      if (data.declined.length > 0)
        return `#${data.pull} に新しい依頼はありません。「未対応」と回答したレビューの依頼を、crew は自動ではやり直しません: ${data.declined.map(link).join('、')}。やり直すには、${instead(again)}`;
      return `#${data.pull} には対応することがありません。レビューの依頼にはすべて回答済みで、${CHECKS[data.checks]}、${code(data.base)} との競合もありません。変えたい内容を ${again} の後に書いてください。`;
  }
}

const VAGUE = {
  nothing: '何を変えますか。',
  'no-object': 'プロジェクトのどの部分を変えますか。変更後はどう動けばよいですか。',
  'no-symptom': '何をして、何を期待し、実際にはどうなりましたか。',
  'no-end': 'まず何を変えますか。うまくいったことは何で確かめますか。',
};

const FORBIDDEN_SUBJECTS = {
  'workflow-files': 'ワークフローファイル',
  secrets: 'シークレット',
  releases: 'リリース',
  settings: 'リポジトリの設定',
};

function question(data: GateQuestion): string {
  if (data.is === 'vague') return VAGUE[data.why];
  if (data.is === 'untouchable')
    return `${nameAsCode(data.says)} は${FORBIDDEN_SUBJECTS[data.what]}を指すかもしれません。crew はそれを変更しません。コードの何を変えますか。`;
  const pulls = data.pulls.map(({ pull, by }) => `${nameAsCode(by)} さんの ${pull}`).join('、');
  return `このためのプルリクエストがすでに開いています（${pulls}）。それでも作業しますか。`;
}

function notAdmitted(why: PublishRefusal): string {
  switch (why.is) {
    case 'protected':
      return `${nameAsCode(why.path)} は crew が変更しないファイルです。`;
    case 'review-rules':
      return `${nameAsCode(why.path)} は、設定に ${code('fix.workflow-files: true')} がある場合だけ変更します。`;
    case 'strange':
      return `${nameAsCode(why.path)} はリポジトリ内のパスではありません。`;
    case 'link':
      return `${nameAsCode(why.path)} はシンボリックリンクまたはサブモジュールで、crew は変更しません。`;
    case 'too-large':
      return `変更が ${why.bytes} バイトあり、公開できる大きさを超えています。範囲を狭めて依頼してください。`;
    case 'too-many':
      return `変更が ${why.files} ファイルに及び、公開できる数を超えています。範囲を狭めて依頼してください。`;
    case 'secret':
      return `変更に秘密情報らしきもの（${list(why.kinds)}）が含まれています。`;
    case 'conflict':
      return `${nameAsCode(why.path)} に競合マーカーが残っています。`;
    case 'files-differ':
      return '変更の内容とファイル一覧が一致しません。';
  }
}

const thread: Messages['thread'] = {
  columns: ['検証', '変更前', '変更後'],
  passed: '成功',
  failed: '失敗',
  failedTests: (count) => `${count} 件失敗`,
  didNotRun: '実行できず',
  passedTests: (count) => `${count} 件成功`,
  isNew: '（新規）',
  fails: '失敗',
  failsWithout: '変更なしでは失敗',
  cannotLoad: '読み込めない（対象が新規のため）',
  passes: '成功',
  requestedBy: (login) => `依頼 @${login}`,
  costs: (runs) => {
    const costOf = ({ usd, limitUsd }: (typeof runs)[number]): string =>
      `${dollars(usd)}${limitUsd === undefined ? '' : `（上限 ${dollars(limitUsd)}）`}`;
    const linked = (text: string, { url }: (typeof runs)[number]): string =>
      url === undefined ? text : `[${text}](${url})`;
    const [only, ...more] = runs;
    if (only && more.length === 0) return `費用 ${costOf(only)} · ${linked('実行', only)}`;
    const total = runs.reduce((sum, { usd }) => sum + usd, 0);
    return `費用 ${dollars(total)}（${runs.length} 回の実行: ${runs.map((run, n) => `${linked(`${n + 1} 回目`, run)} ${costOf(run)}`).join('、')}）`;
  },
  details: '検証の詳細',
  explanation: 'モデルの説明（未検証）',
  noChecksFound: 'この変更は検証されていません。このリポジトリにはチェックが見つかりませんでした。',
  record: ({ run, base, sha256, weakened, verification }) =>
    [
      `実行 ${code(run)} · ベース ${shortDigest(base)} · 差分 ${shortDigest(sha256)}`,
      {
        verified: '独立したジョブで検証',
        'no-checks': '検証なし（チェックが見つからないため）',
        documentation: '検証なし（ドキュメントだけの変更のため）',
      }[verification],
      `弱められたテスト: ${weakened === 0 ? 'なし' : `${weakened} 件`}`,
    ].join(' · '),
  draftFor: {
    unproven: '変更なしで失敗し変更ありで成功するテストがないため、ドラフトです。',
    tampered:
      'この変更は自身を検証するテストやチェックを編集しているため、ドラフトです。メンテナーがその行を確認してください。',
    unknown: 'すべてのテストをベースと比べられなかったため、ドラフトです。',
  },
  concern: {
    unproven: 'テストによる証明はありません。変更なしで失敗し変更ありで成功するテストがありません。',
    tampered: 'この変更は自身を検証するテストやチェックを編集しています。メンテナーがその行を確認してください。',
    unknown: 'すべてのテストをベースと比べられませんでした。',
  },
  neutralFor: {
    open: (count) => `レビューの依頼 ${count} 件が未対応`,
    unproven: 'テストによる証明なし',
  },
  draftOver: 'ドラフトの理由はなくなりました。メンテナーがレビュー可能にできます。',
  laterCommits: (subjects) => `その後のコミット: ${subjects.map(nameAsCode).join('、')}。`,
  roundSubject: (pull) => `#${pull} のレビューに対応`,
  requestColumns: ['レビューでの依頼', '結果（モデルの説明、未検証）'],
  request: ({ by, path, line, asked }) =>
    `${nameAsCode(by)}${path === undefined ? '' : `（${nameAsCode(line ? `${path}:${line}` : path)}）`}: ${asked}`,
  requestResult: ({ is, text, path, isElsewhere, isQuestion }) => {
    const why = text === '' ? '' : `: ${text}`;
    switch (is) {
      case 'done':
        return `対応済み${why}${isElsewhere ? `（${nameAsCode(path ?? '')} は変更なし）` : ''}`;
      case 'no-change':
        return `${isQuestion ? '回答済み' : '変更不要'}${why}`;
      case 'declined':
        return `**未対応**${why}`;
      case 'changed':
        return 'この行を変更しました。モデルの説明はありません';
      case 'unanswered':
        return '**回答なし**';
    }
  },
  requestCounts: ({ done, answered, noChange, declined, unanswered }) => {
    const counts = [
      ...(done > 0 ? [`変更 ${done} 件`] : []),
      ...(answered > 0 ? [`質問への回答 ${answered} 件`] : []),
      ...(noChange > 0 ? [`変更不要 ${noChange} 件`] : []),
      ...(declined > 0 ? [`未対応 ${declined} 件`] : []),
      ...(unanswered > 0 ? [`回答なし ${unanswered} 件`] : []),
    ];
    return `レビューでの依頼: ${counts.join('、')}。`;
  },
  retryDeclined: `未対応の依頼については、${instead(code('/crew fix'))}`,
  stillUndone: ({ requests, isRoundDone }) =>
    `${isRoundDone ? '今回の作業は終わりましたが、' : ''}以前のレビューの依頼 ${requests.length} 件がまだ未対応です: ${requests.map(link).join('、')}。${isRoundDone ? `これについては、${instead(code('/crew fix'))}` : ''}`,
  workOnUnanswered: (count) =>
    `もう一度 ${code('/crew fix')} と書くと、crew は回答のない依頼 ${count} 件に取り組みます。`,
  requestReply: ({ is, commit, unchanged, hasReason }) =>
    ({
      done: `${commit} で対応しました。${unchanged === undefined ? '' : `${nameAsCode(unchanged)} は変更していません。`}`,
      changed: `${commit} で変更しました。`,
      'no-change': '変更はありません。',
      declined: hasReason ? '対応していません:' : '対応していません。',
      unanswered: `${commit} には回答がありません。もう一度 ${code('/crew fix')} と書くと、crew が取り組みます。`,
    })[is],
  ready: ({ pull, draft }) =>
    draft ? `ドラフト #${pull} に変更があります。ドラフトの理由も書いてあります。` : `#${pull} をレビューできます。`,
  added: ({ pull, commit, subject }) =>
    `#${pull} に新しいコミット ${commit}${subject === undefined ? '' : `（${nameAsCode(subject)}）`}を追加しました。`,
  wholeFails: (title) => `プルリクエスト全体のチェックが失敗しています: ${nameAsCode(title)}。`,
  forbidden: ({ branch, compare }) =>
    `変更は ${code(branch)} にあります。このリポジトリは Actions によるプルリクエストの作成を許可していないため、[手動で開いてください](${compare})。`,
  noChecks:
    'このリポジトリのワークフローはまだ始まっていません。GITHUB_TOKEN が開いたプルリクエストでは、メンテナーが「Approve workflows to run」を押すまで GitHub が待ちます。',
  notice: ({ is, file, names = [] }) =>
    ({
      dependencies: `${code(file)} に新しい依存: ${list(names)}。`,
      'install-scripts': `インストール時に実行されるスクリプトの追加・変更（${code(file)}）: ${list(names)}。`,
      permissions: `ワークフロー ${code(file)} の権限が変わります。`,
    })[is],
  notAsked: (names) => `レビューを依頼できませんでした: ${list(names)}。`,
  furtherRound: '変更は作業ジョブで成功し、独立した検証ジョブで失敗しました。crew が修正します。',
  verifyFailed: '変更は作業ジョブで成功し、独立した検証ジョブで失敗したため、何も公開していません。',
  unconfirmedTests: (names) => `作業ジョブで成功し、検証ジョブで失敗: ${list(names)}。`,
  verifyUnable: '独立した検証ジョブがチェックを実行できなかったため、何も公開していません。',
  notAdmitted: (why) => `${notAdmitted(why)}何も公開していません。`,
  moved: ({ branch }) =>
    `何も push していません。${code(branch)} に別の人の新しいコミットがあります。もう一度依頼すると、そのコミットから始めます。`,
  deleted: ({ branch }) =>
    `何も push していません。作業中に ${code(branch)} が削除されました。もう一度依頼すると、新しいブランチを作ります。`,
  gone: ({ pull, state, isCrews }) =>
    `何も push していません。作業中に #${pull} が${state === 'merged' ? 'マージ' : 'クローズ'}されました。${isCrews ? 'Issue で依頼すると、新しいプルリクエストを開きます。' : ''}`,
  suggests: ({ count, left }) =>
    [
      `行コメントで ${count} 件の変更を提案しました。`,
      ...(left.length > 0 ? [`${list(left)} への変更は GitHub で提案できないため、パッチにあります。`] : []),
    ].join(''),
  patch: 'パッチ形式の変更',
};

export const ja = {
  heading: {
    what: '変更',
    why: '理由',
    verified: '検証',
    cost: '費用',
    hypotheses: '考えられる原因',
    tried: '失敗した試み',
    smallest: '失敗する最小のコマンド',
    next: '次にできること',
    diff: '差分',
  },
  end,
  statement,
  quoted: {
    asked: '依頼:',
    what: 'モデルの説明:',
    why: 'モデルの説明（未検証）:',
    hypothesis: 'モデルの推測（未検証）:',
    reason: 'モデルの挙げた理由（未検証）:',
    plan: '計画:',
    'no-plan': 'モデルの説明（未検証）:',
    excluded: '失敗しているが、この作業の対象ではないとモデルが判断したテスト:',
    rejected: '計画が却下された理由:',
  },
  uncommitted: '変更は作業ツリーにあり、コミットしていません。`git status` で一覧できます。',
  nothingSaid: 'モデルの説明はありません。',
  removedSentences: (count) =>
    `モデルの文章から、結果について述べた ${count} 文を省きました。結果は記録だけから示します。`,
  option,
  within: (paths) => `変更するファイル: ${list(paths)}。`,
  price: ({ low, high }) => `費用の見込みは **${dollarRange(low, high).join('〜')}** です。`,
  refused,
  question,
  thread,
} satisfies Messages;
