// TaskClassifier's rules: what kind of task a request is, by its first line. Pure. Null where no rule decides; then a model is asked.
import type { Classification, TaskType } from './contract.js';

interface Rule {
  readonly type: TaskType;
  readonly because: string;
  readonly holds: RegExp;
  readonly unless?: RegExp | undefined;
}

/** `type(scope)!:` of conventional commits, also the Japanese words that take its place. */
const CONVENTIONAL: readonly Rule[] = [
  {
    type: 'document',
    because: 'prefix docs',
    holds: /^(\[docs?\]|docs?(\([^)]*\))?!?\s*[:：]|\w+(\((readme|docs?)\)|: (fix|update|improve) docs\b))/i,
  },
  { type: 'test', because: 'prefix test', holds: /^(\[tests?\]|tests?(\([^)]*\))?!?\s*[:：])/i },
  {
    type: 'refactor',
    because: 'prefix refactor',
    holds: /^(\[(refactor|perf|style)\]|(refactor|style|perf|maint)(\([^)]*\))?!?\s*[:：])/i,
  },
  {
    type: 'implement',
    because: 'prefix of a change',
    holds: /^(\[(fix|new|breaking|actions|meta|ci|deps)\]|(feat|fix|chore|build|ci|deps|gha)(\([^)]*\))?!?\s*[:：])/i,
    unless: /\btests?$|テスト|\bredesign/i,
  },
];

/** Verbs that order a change; what follows them is its object. */
const CHANGES =
  /^(add|fix|implement|prepare|update|remove|move|support|handle|port|switch|change|upgrade|use)(e?s|e?d|ing)?\b/i;

/** In this order: a request that asks for a judgement or an answer comes before one that names a part of the project. */
const RULES: readonly Rule[] = [
  ...CONVENTIONAL,
  {
    type: 'review',
    because: 'asks for a review',
    holds:
      /\b(audit(s|ed|ing)?|code review(s|ed)?|security review)\b|^(please )?review\b|\breviewed\b|レビュー(して|する|を(お願い|依頼))|監査|(適切|妥当|安全)(か|でしょうか)[?？。]?$/i,
    unless: CHANGES,
  },
  {
    type: 'document',
    because: 'names documentation',
    holds:
      /\b(docs|documentation|readme|changelog)\b|^(improve|update|write|fix)? ?docs?\b|^(please )?document\b|\.md\b|decision records?\b|ドキュメント|文書|README|(説明|手順|注意|使い方|解説).{0,6}(追加|追記|更新|修正|書|直|削除)|明文化|(資料|ガイド|マニュアル|文章|記事|チュートリアル).{0,3}(作成|作|書|更新|修正)|追記/i,
    unless: /ドキュメントサイト.*実装/,
  },
  {
    type: 'investigate',
    because: 'asks for a cause or an answer',
    holds:
      /\b(investigat(e|ion|ing)|look(ing)? into|find out|figure out|work out|root cause|inquiry|diagnose|understand why)\b|^possible\b|^(\[.*\] ?)?(why|how (do|does|to|can|should)|what|where|is|isn't|are|can|could|should|does|do (?!not))\b.*|\bhelp\b|\b\w+ vs\.? \w+|調査|(原因|理由)を|原因(は|が)|なぜ|どうして|調べ(て|る$|たい)|探る|(です|ます)か[?？]?$/i,
    unless: /help (text|message|output|command|style|screen)|in the help|for .*\bhelp\b|latest help/i,
  },
  {
    type: 'design',
    because: 'asks for a decision or a design',
    holds:
      /\b(rfcs?|rfd|adr|proposals?|proposed?|architecture|roadmap|specification|spec|design(s|ed)?|discussi(on|ng|ons)|discuss|decide|determine|directions|plans|policy|trade-?offs?)\b|設計|方針|(仕様|方式|構成|番号|名前|デザイン)(の|を)(決|検討)|決め(る|たい)|検討|どうするか|どちら|議論/i,
    unless: /spec(s|ification)? file|\.spec\b|(決定方法|設計通り)/i,
  },
  {
    type: 'test',
    because: 'names tests',
    holds:
      /\btests?\b(?!-)|\btest ?cases?\b|\bcoverage\b|テスト|TestSuite|\btest_\w+|スナップショット|(ことを|のを)確認する$/i,
    unless: /\btest (command|script|runner|flags?)\b|^(remove|upgrade) jest/i,
  },
  {
    type: 'refactor',
    because: 'changes form, not behaviour',
    holds:
      /\b(refactor(s|ed|ing)?|renam(e|es|ed|ing)|clean ?up|simplif(y|ied|ies)|extract(ed|ing)?|deduplicat\w+|reorganiz\w+|restructur\w+|separate|decouple|tidy|restructure|inline|code ?smells?|lint issues|linting|performance improvements?|variable name)\b|^lint\b|\btwice$|^(\S+: )?moves? .+ (in)?to\b|リファクタ|リネーム|改名|名前変更|整理|抽出|分離|簡略化|簡潔|仮引数名|型を付け|型変更|virtualをやめ|の中身を展開|を ?\w+ ?(ファイル)?へ移動|独自関数|共通化|まとめる|統一|重複(を|の)(削除|排除)/i,
  },
  {
    type: 'document',
    because: 'changes only words',
    holds:
      /\b(comments?|notes?) (on|about|for|to)\b|\b(faq|docstrings?|jsdoc|doctests?|tutorials?)\b|^(add|update|improve)s?(ed)? (an? |more |some )?examples?\b|^clarif|\breferences? to `|\btypos?\b|\.\.? ?versionadded|versionchanged|コメントを|リンク(の)?修正|説明/i,
    unless: /debug message/i,
  },
  {
    type: 'implement',
    because: 'orders a change',
    holds:
      /^(please )?(#\d+[,: ]*)*(\[.*?\] ?)?([\w-]+: )?(also |more |nicer |do not |don't |dont |properly |correctly |always |only |dynamically )?(extend|requir|mov|comput|integrat|correct|adjust|restor|rework|tweak|adopt|normali[sz]|pars|accept|expand|limit|pass\b|try\b|appl(y|ies)|run\b|rewrit|stop|backport|restrict|ensur|check|validat|detect|wrap|catch|reset|load|sav(e|ing)|emit|skip|forc|lock|register|specif|deprecat|declar|call|send|set|get\b|give|put\b|let\b|trim|strip|split|merg|cach|clear|clos|open|read\b|lower|rais|default|treat|bind|pin\b|downgrad|unpin|releas|cleanup|configur|defin|defer|guard|escap|encod|decod|format|sort|filter|log\b|add|fix|implement|creat|make|build|support|remov|delet|drop|chang|updat|upgrad|allow|enabl|disabl|us(e|ing)\b|set\b|handl|improv|modif|prepar|port\b|switch|replac|throw|return|output|ignor|respect|harden|show|hide|introduc|convert|migrat|bump|revert|click|suppress|write|refus|avoid|prevent|redesign|populat|incorporat|reduc|expos|export|print|mak|start|fully|includ|keep|error message)/i,
  },
  {
    type: 'implement',
    because: 'tells of a fault',
    holds:
      /\b(crash(es|ed)?|errors?|fail(s|ed|ing|ure)?|broken|leaks?|slow(s|er)?|wrong|doesn't|does not|cannot|can't|missing|overwrites?|never|undefined|exception|vulnerab\w+|injection)\b|落ち|エラー|不具合|バグ|文字化け|おかし|失敗|扱いされ|できない|動かない|境界外|VULN/i,
  },
  {
    type: 'implement',
    because: 'orders a change',
    holds:
      /追加|実装|修正|対応|変更|更新|削除|除去|作る|作って|作成|作り|導入|対処|解消|適用|利用|搭載|改善|除外|設定|無効|有効|化$|化する|ように|(する|した|使う|直す|やめる|やめておく|増やす|減らす|含める|付ける|移す|戻す|上げる|下げる|逆にする)(\s*\(.*\)|（.*）)?[。.]?$|を付与|新しく|してください|してほしい|したい$|お願い/,
  },
];

/** Words that ask for a judgement between alternatives. */
const JUDGEMENT =
  /\b(trade-?offs?|which (is|one|of)|better|decide|pros and cons|long[- ]term|architecture)\b|判断|どちら|方針|比較|トレードオフ|設計/i;

/** What a rule says of a request; null where none decides. */
export function classify(request: string): Classification | null {
  const line = firstLine(request);
  const rule = RULES.find(({ holds, unless }) => holds.test(line) && !unless?.test(line));
  if (!rule) return null;
  return {
    task_type: rule.type,
    requires_persona: needsPersona(rule.type, line),
    rationale: `${rule.because}: "${line.slice(0, 200)}"`,
  };
}

/** A design and a review weigh alternatives; another task does where its words say so. */
const needsPersona = (type: TaskType, line: string): boolean =>
  type === 'design' || type === 'review' || JUDGEMENT.test(line);

/** Used when the classifier did not answer in time. */
export const CLASSIFIER_FALLBACK: Classification = {
  task_type: 'investigate',
  requires_persona: true,
  rationale: 'the classifier did not answer',
};

/** The first line that holds anything, without the mark of a list item or a heading and without leading emoji. */
export function firstLine(request: string): string {
  const lines = request.split('\n').map((line) =>
    line
      .trim()
      .replace(/^(#{1,6}\s+|[-*>]\s+)/, '')
      .replace(/^((\p{Extended_Pictographic}|\uFE0F|:\w+:)\s*)+/u, ''),
  );
  return lines.find((line) => line !== '') ?? '';
}
