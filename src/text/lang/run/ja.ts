import type { RunWords } from './words.js';

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
  if (loop !== undefined) return `${name}: 変更を検証します`;
  if (/^\$[\d.]+–\$[\d.]+$/.test(name)) return `費用の見込み ${name}`;
  return PARTS[name] ?? name;
}

const PARTS: Readonly<Record<string, string>> = {
  baseline: 'baseline: 変更前にすべてを実行します',
  reproduction: '新しいテストを変更なしで実行します。ここでは失敗するのが正しい結果です',
  editor: 'Editor が始めます',
};

export const ja: RunWords = {
  heading: {
    asked: '依頼',
    outcome: '結果',
    question: '返事を待っています',
    course: '経過',
    talk: 'やりとり',
    signals: '人からの言葉',
    memory: 'メモリーから使ったもの',
    unasked: '確認なしに実行',
    verification: '検証',
    comparison: 'ベースとの比較',
    tamper: 'テストに触れた変更',
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
    turns: '回数',
    read: '入力',
    wrote: '出力',
    exit: '終了コード',
    place: '場所',
    found: '内容',
  },
  now: '作業中',
  part,
  took,
  since: (at) => `${at} から`,
  lasted: ({ from, took }) => `${from} から ${took}`,
  spent: ({ usd, limit }) => (limit === undefined ? usd : `${limit} のうち ${usd}`),
  left: ({ usd, left }) => `使用 ${usd}、残り ${left}`,
  estimated: ({ low, high }) => `見積もり ${low}〜${high}`,
  tokens: ({ all, hit, out }) => `入力 ${all} トークン（${hit}% はキャッシュから）、出力 ${out}`,
  unasked: 'サンドボックスの壁があるため、ガードが確認を求めるところを人に聞かずに実行しました。',
  turn: (number) => `${number} 回目`,
  turns: (count) => `${count} 回`,
  lost: (count) => `失敗 ${count}`,
  again: (took) => `${took}後にもう一度`,
  lostTurn: ({ why, usd }) => `応答が得られませんでした（${usd}）: ${why}`,
  counters: ({ consecutive_failures: failures, total_verify_loops: loops, replans }) =>
    `連続失敗 ${failures}、検証 ${loops} 回、計画の立て直し ${replans} 回`,
  steps: (count) => `${count} 個の手順`,
  earlier: (count) => `これより前の ${count} 件は省略しました。`,
  more: (count) => `ほかの ${count} 件は省略しました。`,
  leftOut: (letters) => `${letters} 文字を省略しました`,
  lines: (count) => `${count} 行`,
  nothing: 'なし',
  thought: '考えたこと',
  note: 'crew',
  person: '答えた人',
  people: '人',
  input: '入力',
  output: '出力',
  deed: {
    void: '形が合わず、何も実行していません。',
    begun: '途中で止まりました。一部または全部が行われた可能性があります。',
    handedIn: '提出されました。',
    sentBack: '形が合わず、差し戻されました。',
    never: '実行に至りませんでした。',
  },
  stop: {
    length: '長すぎるため途中で打ち切られました。',
    overflow: '会話がモデルの上限を超えたため、始めからやり直します。',
    declined: 'モデルが続行を断りました。',
  },
  status: { succeeded: '完了', failed: '失敗', running: '未完了' },
  verdict: { PASS: '成功', FAIL: '失敗', INFRA_ERROR: '実行できず' },
  compared: { fixed: '直ったもの', broken: '壊れたもの', before: '前から失敗しているもの', flaky: '不安定なもの' },
  noTamper: '変更を判定するものには触れていません。',
  diffOf: ({ files, added, removed, base }) =>
    `${files} ファイル、追加 ${added} 行、削除 ${removed} 行（ベース ${base}）`,
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
  reply: (commands) => `${commands.join(' または ')} で返事をしてください。`,
  toContent: '本文へ',
  openAll: 'すべて開く',
  closeAll: 'すべて閉じる',
  copy: 'コピー',
  copied: 'コピーしました',
  course: 'いつ誰が働き、費用がどう増えたか。同じ内容は「すべての手順」にもあります。',
};
