// The words of the views of a run (page, terminal output and comment) in Japanese. The functions have the contracts of those in en.ts.

import { stateWord } from '../outcome-words.js';
import type { RunWords } from './en.js';

function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ミリ秒`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} 秒`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} 分 ${Math.floor((ms % 60_000) / 1000)} 秒`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} 時間 ${minutes % 60} 分` : `${Math.floor(hours / 24)} 日 ${hours % 24} 時間`;
}

function part(name: string): string {
  const loop = /^loop-(\d+)$/.exec(name)?.[1];
  if (loop !== undefined) return `検証 ${loop} 回目`;
  if (/^\$[\d.]+–\$[\d.]+$/.test(name)) return `費用の見込み ${name}`;
  return PARTS[name] ?? name;
}

const PARTS: Readonly<Record<string, string>> = {
  baseline: '変更前のチェック',
  reproduction: '変更なしで新しいテストを実行（失敗するのが正しい結果）',
  'no-new-tests': '変更なしで実行する新しいテストはありません',
  'verify-job': '検証ジョブ',
  editor: 'Editor を開始',
};

function stepTitle(name: string): string {
  const [, scout, rest = ''] = /^scout-([a-z])\.\w+ (.+)$/.exec(name) ?? [];
  if (scout !== undefined)
    return `Scout ${scout.toUpperCase()} ${rest}`
      .replace(/ cites \d+$/, ': 引用の確認')
      .replace(/ call (\d)/, ' ツール呼び出し $1');
  const [, turn] = /^editor\.hypotheses (.+)$/.exec(name) ?? [];
  if (turn !== undefined) return `Editor ${turn}（考えられる原因を質問）`;
  const [, who] = /^([a-z-]+) cites \d+$/.exec(name) ?? [];
  if (who !== undefined) return `${who}: 引用の確認`;
  if (CALL.test(name)) return name.replace(CALL, '$1 ツール呼び出し $2');
  const [, kind = '', of = ''] = /^([a-z ]+?)(?: ((?:loop-)?\d[\d.]*|baseline))?$/.exec(name) ?? [];
  if (kind === 'verification' && of !== '') return part(of);
  return STEPS[kind] ?? name;
}

const CALL = /^([a-z-]+) call (\d+\.\d+)/;

const STEPS: Readonly<Record<string, string>> = {
  settings: '設定の読み取り',
  allowance: '予算の確認',
  aimed: '開始するコミットの選択',
  'script base': 'ベースのコミットの記録',
  base: 'ベースのファイルの記録',
  role: 'エージェントの指示の読み取り',
  roles: 'エージェントの指示の読み取り',
  estimate: '費用の見積もり',
  map: 'リポジトリのファイル一覧',
  conditions: 'リポジトリの指示とツールのバージョンの読み取り',
  context: 'エージェント用のメモの保存',
  change: '変更の読み取り',
  diff: '変更の記録',
  tamper: '弱められたテストの確認',
  comparison: '変更前後のテストの比較',
  counters: '失敗した検証の回数の記録',
  proof: '変更なしで失敗する新しいテストの確認',
  reproduction: '変更なしで指定のテストを実行',
  loaders: '変更したファイルを読み込むテストの確認',
  applied: '以前の変更の適用',
  merge: 'ベースとの競合の確認',
  left: '終了時の変更の記録',
};

export const ja = {
  heading: {
    asked: '依頼',
    outcome: '結果',
    question: '回答待ち',
    pictures: '図',
    timeline: '経過',
    transcripts: 'エージェントの作業',
    signals: '回答とコマンド',
    memory: 'メモリーから使ったもの',
    unapproved: '承認なしの実行',
    verification: '検証',
    comparison: '変更前後のテスト',
    tamper: '弱められたテストとチェック',
    diff: '変更',
    cost: '費用',
    steps: 'すべての手順',
  },
  column: {
    step: '手順',
    command: 'コマンド',
    since: '開始',
    took: '時間',
    cost: '費用',
    who: '役割',
    turns: 'ターン',
    read: '入力',
    wrote: '出力',
    exit: '終了コード',
    place: '場所',
    found: '内容',
  },
  now: '作業中',
  part,
  stepTitle,
  took,
  since: (at) => `${at} から`,
  startedAt: (at) => `開始 ${at}`,
  endedAt: (at) => `終了 ${at}`,
  lastStepAt: (at) => `最後のステップ ${at}`,
  reproduced: ({ step, fails }) =>
    fails ? `${step}: 変更なしでは失敗` : `${step}: 変更なしでも成功するため、証明になりません`,
  lasted: ({ from, took }) => `${from} から ${took}`,
  spent: ({ usd, limit }) => (limit === undefined ? usd : `${limit} のうち ${usd}`),
  left: ({ usd, left }) => `使用 ${usd}、残り ${left}`,
  estimated: ({ low, high }) => `見積もり ${low}〜${high}`,
  tokens: ({ input, cachedPercent, out }) => `入力 ${input} トークン（${cachedPercent}% キャッシュ）、出力 ${out}`,
  unapproved: '通常は承認が必要な操作です。サンドボックスの中なので、承認なしで実行しました。',
  turn: (number) => `ターン ${number}`,
  turns: (count) => `${count} ターン`,
  causesEditor: 'Editor（考えられる原因）',
  failedCalls: (count) => `失敗 ${count}`,
  again: (took) => `${took}後に再試行`,
  failedCall: ({ why, usd }) => `モデルの呼び出しに失敗しました（${usd}）: ${why}`,
  counters: ({ total_verify_loops: failed, replans }) =>
    failed === 0 ? '' : `失敗した検証 ${failed} 回、計画の変更 ${replans} 回`,
  steps: (count) => `${count} 個の手順`,
  earlier: (count) => `これより前の ${count} 件は表示していません。`,
  more: (count) => `ほかの ${count} 件は表示していません。`,
  leftOut: (letters) => `${letters} 文字を省略しました`,
  lines: (count) => `${count} 行`,
  nothing: 'なし',
  thought: '考えたこと',
  note: 'crew',
  person: '答えた人',
  people: '人',
  input: '入力',
  output: '出力',
  callResult: {
    void: '実行していません。呼び出しが無効でした。',
    begun: '中断されました。一部または全部が実行された可能性があります。',
    handedIn: '回答を受け入れました。',
    sentBack: '回答が無効なため、差し戻しました。',
    never: '実行していません。',
  },
  stop: {
    length: '回答が長すぎて途中で切れました。',
    overflow: '会話がモデルの上限を超えたため、最初からやり直します。',
    declined: 'モデルが続行を断りました。',
  },
  /** The status of a step. */
  status: {
    succeeded: stateWord('ja', 'succeeded'),
    failed: stateWord('ja', 'failed'),
    running: stateWord('ja', 'running'),
  },
  verdict: { PASS: '成功', FAIL: '失敗', INFRA_ERROR: '実行できず' },
  compared: { fixed: '直ったもの', broken: '壊れたもの', before: '前から失敗しているもの', flaky: '不安定なもの' },
  noTamper: 'この変更はテストもチェックも弱めていません。',
  sameTests: '変更前に実行したテストは、変更後もすべて同じ結果です。',
  diffOf: ({ files, added, removed, base }) => `${files} ファイルを変更（+${added} −${removed}）。ベース ${base}`,
  signals: ({ is, usd, ids }) => {
    switch (is) {
      case 'answer':
        return '回答しました';
      case 'select':
        return `${ids ?? ''} を選びました`;
      case 'approve':
        return `承認しました${ids ? `（${ids}）` : ''}`;
      case 'reject':
        return `却下しました${ids ? `（${ids}）` : ''}`;
      case 'continue':
        return usd === undefined ? '続行を指示しました' : `${usd} を追加して続行を指示しました`;
      case 'cancel':
        return '取り消しました';
    }
  },
  reply: (commands) => `${commands.join(' または ')} で回答してください。`,
  toContent: '本文へ',
  openAll: 'すべて開く',
  closeAll: 'すべて閉じる',
  copy: 'コピー',
  copied: 'コピーしました',
  timelineNote: 'どの役割がいつ作業し、費用がどう増えたか。同じ内容は「すべての手順」にもあります。',
} satisfies RunWords;
