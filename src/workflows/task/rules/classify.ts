// TaskClassifier's rules: they decide the type of a task by the first line of the request. If none decides, a model is asked. Pure. Used by
// ../gate.ts, ../engine.ts and ../work.ts.
import type { Classification, TaskType } from './contract.js';

/** A rule decides the type if `matches` matches the line and `unless` does not. */
interface Rule {
  readonly type: TaskType;
  /** For the rationale of the classification. */
  readonly reason: string;
  readonly matches: RegExp;
  readonly unless?: RegExp | undefined;
}

/** What may come before the verb: `[FEATURE]`, `please`, `a11y: `; not `Question:`. */
const BEFORE_VERB = String.raw`^(please )?(#\d+[,: ]*)*(\[.*?\] ?)?((?!question)[\w@/ -]{1,24}(\([^)]*\))?!?: )?`;

/** Prefixes: `type(scope)!:` of conventional commits, and the same words in brackets. */
const PREFIXES: readonly Rule[] = [
  {
    type: 'document',
    reason: 'prefix docs',
    matches:
      /^(\[(docs?|readme)[^\]]*\]|(docs?|documentation)(\([^)]*\))?!?\s*[:：;]|\w+(\((readme|docs?)\)|: (fix|update|improve) docs\b))/i,
  },
  { type: 'test', reason: 'prefix test', matches: /^(\[tests?\]|tests?(\([^)]*\))?!?\s*[:：])/i },
  {
    type: 'refactor',
    reason: 'prefix refactor',
    matches: /^(\[(refactor|perf|style)\]|(refactor|style|perf|maint)(\([^)]*\))?!?\s*[:：])/i,
  },
  {
    type: 'document',
    reason: 'a change of words only',
    matches:
      /^(fix|chore|build)(\([^)]*\))?!?: .*\b(typos?|(bad|broken|dead) (links?|urls?)|(fix|update|add|improve|correct|missing|outdated) (\w+ )?comments?|comment (location|style)|wording|spelling)\b/i,
    unless: /\b(message|error|output)s?\b/i,
  },
  {
    type: 'test',
    reason: 'a change of tests',
    matches:
      /^(fix|chore|build|ci)(\([^)]*\))?!?: (.*\btests?$|(fix|add|update|improve|run|enable) .{0,24}\btests?\b(?!-)|.*テスト)/i,
    unless: /\bredesign/i,
  },
  {
    type: 'refactor',
    reason: 'replaces one way with another',
    matches: /^chore(\([^)]*\))?!?: (replace|rename|extract|simplify|move|use .+ (instead of|over))\b/i,
  },
  {
    type: 'refactor',
    reason: 'runs a formatter',
    matches:
      /^(fix|chore|[\w-]+)(\([^)]*\))?!?: .*(\b(run|apply) (prettier|formatter)|フォーマットを(修正|適用|統一)|format ?を ?(実行|かけ))/i,
  },
  {
    type: 'implement',
    reason: 'prefix of a change',
    matches:
      /^(\[(fix|new|breaking|actions|meta|ci|deps|bug ?fix|feature|enhancement|deprecat\w+|new locale|robustness|results?)( \w+)?\]|(feat|fix|chore|build|ci|deps|gha|update|new|breaking|upgrade|bug fix|bugfix|security|added|fixed)(\([^)]*\))?!?\s*[:：;])/i,
    unless: /\btests?$|テスト|\bredesign/i,
  },
];

/** A line that begins with one of these verbs requests a change. */
const CHANGES =
  /^(add|fix|implement|prepare|update|remove|move|support|handle|port|switch|change|upgrade|use|allow|enable|introduce|drop)(e?s|e?d|ing)?\b/i;

/** Rules for requests for a judgement or an answer. */
const QUESTIONS: readonly Rule[] = [
  {
    type: 'review',
    reason: 'asks for a review',
    matches:
      /\b(audit(s|ed|ing)?|code review(s|ed)?|security review)\b|^(please )?review\b|\breviewed\b|レビュー(して|する|を(お願い|依頼))|監査|(適切|妥当|安全)(か|でしょうか)[?？。]?$/i,
    unless: CHANGES,
  },
  {
    type: 'design',
    reason: 'asks which of several ways to go',
    matches: /^\[?discuss(ion)?\b|\bshould\b.+\bor\b.+\?$|\b(use|which) .+ or .+\?$|^(should|shall) .+ (or|vs\.?) /i,
  },
  {
    type: 'document',
    reason: 'names documentation',
    matches:
      /\b(docs|documentation|document(ing|s)|readme|changelog)\b|^(improve|update|write|fix)? ?docs?\b|^(please )?document\b|\.md\b|decision records?\b|ドキュメント|文書|README|(説明|手順|注意|使い方|解説).{0,6}(追加|追記|更新|修正|書|直|削除)|明文化|(資料|ガイド|マニュアル|文章|記事|チュートリアル).{0,3}(作成|作|書|更新|修正)|(説明|注記|文章|コメント|手順)を?追記/i,
    unless: /ドキュメントサイト.*実装|\b(generat\w+|pars\w+) (docs|documents)\b|\bdocuments? (is|are)\b/,
  },
  {
    type: 'investigate',
    reason: 'asks for a cause or an answer',
    matches:
      /\b(investigat(e|ion|ing)|look(ing)? into|find out|figure out|work out|root cause|inquiry|diagnose|understand why)\b|^possible\b|^(\[.*\] ?)?((\w+: )?how (do|does|to|can|should)|why|what'?s?|where|when (i|do|does|is|should|to) (?!\w+ed\b)|is|isn't|are|can(?!['’]?t)|could|should|does|do (?!not))\b|^\[?question\b|: how to\b|\bany (idea|way|example)|\?$|(?<!\bfor .*)\bhelp\?*$|^help\b|\bhelp (me|with|needed|wanted)\b|\b\w+ vs\.? \w+|調査|(原因|理由)を|原因(は|が)|なぜ|どうして|調べ(て|る$|たい)|探る|(です|ます)か[?？]?$|でしょうか|[？]$/i,
    unless:
      /help (text|message|output|command|style|screen)|in the help|for .*\bhelp\b|latest help|^(fix|add|remove|update|improve)\b.*\bhelp\b|^(is|are|do|does)[A-Z]/,
  },
  {
    type: 'design',
    reason: 'asks for a decision or a design',
    matches:
      /\b(rfcs?|rfd|adr|proposals?|proposed?|architecture|roadmap|specification|design(s|ed)?|discussi(on|ng|ons)|discuss|decide|determine|directions|plans|policy|trade-?offs?)\b|\bspec$|\bspec (for|of)\b|設計|方針|(仕様|方式|構成|番号|名前|デザイン)(の|を)(決|検討)|決め(る|たい)|検討|どうするか|どちら|議論/i,
    unless:
      /spec(s|ification)? file|\.spec\b|(決定方法|設計通り)|^(fix|add support|implement|update|remove)(e?s|e?d)?\b.*\b(rfcs?|policy|plans?|spec)\b/i,
  },
];

/** Rules that decide by the object or the verb. */
const OBJECTS_AND_VERBS: readonly Rule[] = [
  {
    type: 'test',
    reason: 'names tests',
    matches:
      /\btests?\b(?!-)|\btest ?cases?\b|\bcoverage\b|\b(failing|flaky) specs?\b|テスト|TestSuite|\btest_\w+|スナップショット|(ことを|のを)確認する$/i,
    unless:
      /\btest (command|script|runner|flags?)\b|^(remove|upgrade) jest|\b(under|with|in|for|from|of|make|by) [\w.]+[. ]test\b|^add support\b|から `?tests?`? へ|\b(update|latest|new) .{0,24}\bfor new .*testing api/i,
  },
  {
    type: 'refactor',
    reason: 'changes form, not behaviour',
    matches: new RegExp(
      `${BEFORE_VERB}(refactor|renam|clean ?(ed )?up|simplif|extract|deduplicat|reorgani[sz]|restructur|separate|decouple|tidy|inline|lint|make .+ (simpler|more readable)|convert .+ to (async|class|es6|esm|modules?|typescript)|transition .+ to modules?|moves? .+ (in)?to\\b|avoid directly requiring)`,
      'i',
    ),
    unless: /^remove\b|\bclean ?up .*(deprecat|leak|listeners?|connections?|temp)/i,
  },
  {
    type: 'refactor',
    reason: 'names what has no effect on behaviour',
    matches:
      /\b(refactor(s|ed|ing)?|code ?smells?|lint issues|(fix|tslint|eslint|lint(ing)?) (lint(ing)?|errors|fix|warnings)\b|fix \w+ lint(ing|er)?$|performance improvements?|variable names?|dead code|organi[sz]ational|code style|formatting|renam(e|es|ed|ing)|simplif(y|ied|ies)|cleanup|clean up|extracted|duplicated? code|reorganiz\w+|separate)\b|\btwice$|^remove (the )?(unused|unnecessary|redundant|dead)\b|^use .+ instead of\b/i,
    unless:
      /^(enable|add|allow|support|ensure|fix(e[sd])?)\b(?!.*\b(lint\w*|smells?|style|formatting|variable names?)\b)|\b(calls?|called|log(s|ged)?) twice$/i,
  },
  {
    type: 'refactor',
    reason: 'ソースの形だけを変える',
    matches:
      /リファクタ|リネーム|改名|名前変更|整理|抽出|分離|分割$|簡略化|簡潔|仮引数名|型を付け|型変更|virtualをやめ|の中身を展開|を ?\w+ ?(ファイル)?へ移動|独自関数|共通化|まとめる|^(?!.*(色|幅|表示|見た目|サイズ|バージョン|・)).*統一(?!感)|重複(を|の)(削除|排除)|\w\/\w+.*(へ|に)(移動|変更)[。.]?$|フォーマットを(修正|適用)/,
    unless: /修正$|(不具合|バグ|問題)|^`?\w+\.\w+.*に移動$/,
  },
  {
    type: 'document',
    reason: 'changes only words',
    matches:
      /\b(comments?|notes?) (on|about|for|to)\b|\b(faq|docstrings?|jsdoc|doctests?|tutorials?)\b|^(add|update|improve)s?(ed)? (an? |more |some )?examples?\b|^made a comment\b|^clarif|\breferences? to `|\btypos?\b|\.\.? ?versionadded|versionchanged|コメントを|リンク(の)?修正|説明|(サンプル|文言|表記|誤字|脱字|用語)を?.{0,4}(修正|直|削除|更新|追加)/i,
    unless: /(debug|error|log) messages?|文字列|メッセージの文言/i,
  },
];

/** Rules for requests for a change and reports of a fault. They are tried last. */
const CHANGE_REQUESTS: readonly Rule[] = [
  {
    type: 'implement',
    reason: 'orders a change',
    matches: new RegExp(
      `${BEFORE_VERB}(also |more |nicer |do not |don't |dont |properly |correctly |always |only |dynamically |significantly |publicly |un|re-?|auto-?|up)*(extend|requir|mov|comput|integrat|correct|adjust|restor|rework|tweak|adopt|normali[sz]|pars|accept|expand|limit|pass\\b|try\\b|appl(y|ies)|run\\b|rewrit|stop|backport|restrict|ensur|check|validat|detect|wrap|catch|reset|load|sav(e|ing)|emit|skip|forc|lock|register|specif|deprecat|declar|call|send|set|get\\b|give|put\\b|let\\b|trim|strip|split|merg|cach|clear|clos|open|read\\b|lower|rais|default|treat|bind|pin\\b|downgrad|unpin|releas|cleanup|configur|defin|defer|guard|escap|encod|decod|format|sort|filter|log\\b|add|fix|implement|creat|make|build|support|remov|delet|drop|chang|updat|upgrad|allow|enabl|disabl|us(e|ing)\\b|set\\b|handl|improv|modif|prepar|port\\b|switch|replac|throw|return|output|ignor|respect|harden|show|hide|introduc|convert|migrat|bump|revert|click|suppress|write|refus|avoid|prevent|redesign|populat|incorporat|reduc|expos|export|print|mak|start|fully|includ|keep|error message|install|alter\\b|flatten|eager|pull|access|abort|retr(y|ies)|retain|preserv|opt(im|m)i[sz]|inherit|resolve|time out|tell\\b|warn|display|render|bundle|quote|flag for)`,
      'i',
    ),
  },
  {
    type: 'implement',
    reason: 'tells of a fault',
    matches:
      /^["'`]?(no|invalid|cannot)\b|\b(crash(es|ed)?|errors?|fail(s|ed|ing|ure)?|broken|breaks?|leaks?|slow(s|er)?|wrong|incorrect(ly)?|doesn['’]?t|does not|isn['’]?t|is not|are not|not (being|work\w*|return\w*|process\w*|clear\w*)|no longer|cannot|can['’]?t|unable to|without finding|missing|lost|overwrit(es|ten)|never|always|undefined|exceptions?|warnings?|regression|vulnerab\w+|injection|deprecat\w+|inserts? \d|stuck|hangs?|ignored|inconsistent|unexpected\w*|bugs?|issue(s)? (when|with))\b|落ち|エラー|不具合|バグ|文字化け|おかし|失敗|扱いされ|できない|動かない|境界外|VULN/i,
  },
  {
    type: 'implement',
    reason: 'tells how it should be',
    matches:
      /^(when|if|whenever) .+, \w+|\b(should|must|needs? to|has to|ought to|may be|now|instead of|by default|support(s|ed|ing)?( for)?|ability to|option(s)? (to|for)|flag for|faster|smaller|stronger|better|more \w+able|alias for|implementation|integration)\b/i,
    unless: /\?$/,
  },
  {
    type: 'implement',
    reason: 'names an addition',
    matches:
      /^(new|initial|basic|optional|custom|automatic|pluggable|graceful|stronger|much) |\b(hooks?|migration|plugin|option|parameter|command|template|locale|fix|versioning|output|methods?)( \w+)?( (for|on|in|of|to)\b.*|!.*)?$/i,
    unless: /\?$/,
  },
  {
    type: 'implement',
    reason: '変更を求める',
    matches:
      /追加|実装|修正|対応|変更|更新|削除|除去|作る|作って|作成|作り|導入|対処|解消|適用|利用|搭載|改善|除外|設定|無効|有効|廃止|非推奨|調整|見直|抑制|防ぐ|防ぎ|追記|可能に|移動|化$|化する|ように|(する|した|使う|直す|使わない|やめる|分ける|引く|やめておく|増やす|減らす|含める|付ける|移す|戻す|上げる|下げる|逆にする)([ ｜]?\(.*\)|（.*）|｜.*)?[。.]?$|を付与|新しく|してください|してほしい|したい$|お願い|(し|き|直し|なり)ました[。.]?$/,
  },
];

/**
 * The first rule that applies decides. Prefixes come first, because the author chose them. Questions come before rules about objects, because
 * a question names objects too.
 */
const RULES: readonly Rule[] = [...PREFIXES, ...QUESTIONS, ...OBJECTS_AND_VERBS, ...CHANGE_REQUESTS];

/** Words that ask to weigh alternatives. */
const WEIGHING_WORDS =
  /\b(trade-?offs?|which (is|one|of)|better|decide|pros and cons|long[- ]term|architecture)\b|判断|どちら|方針|比較|トレードオフ|設計/i;

/** The rules read only this many characters of the line, because their patterns take quadratic time. */
const MAX_TITLE_LENGTH = 400;

/** The classification by the rules; null if no rule decides. */
export function classify(request: string): Classification | null {
  const line = firstLine(request);
  const words = withoutReferences(line.slice(0, MAX_TITLE_LENGTH));
  const rule = RULES.find(({ matches, unless }) => matches.test(words) && !unless?.test(words));
  if (!rule) return null;
  return {
    task_type: rule.type,
    requires_persona: needsPersona(rule.type, line),
    rationale: `${rule.reason}: "${line.slice(0, 200)}"`,
  };
}

/** Whether a task needs a persona: a design, a review, or a request to weigh alternatives. */
const needsPersona = (type: TaskType, line: string): boolean =>
  type === 'design' || type === 'review' || WEIGHING_WORDS.test(line);

/** The classification if the classifier fails. */
export const CLASSIFIER_FALLBACK: Classification = {
  task_type: 'investigate',
  requires_persona: true,
  rationale: 'the classifier did not answer',
};

/** The line without links, emphasis and references such as `(fixes #12)`, which say nothing about the type of the task. */
const withoutReferences = (line: string): string =>
  line
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/\s*\((fix(es)?|refs?|closes?)? ?#\d+[^)]*\)/gi, '')
    .replace(/(\s+-)?\s+(?:(?:fix(?:es)?|closes?|refs?)[ :]+)?#\d+(?=[\s,.]|$)[.,]?/gi, '')
    .replace(/(^|\s)__?|__?(\s|$)/g, ' ')
    .trim();

/** The first line with text, without list or heading marks and leading emoji. */
export function firstLine(request: string): string {
  const lines = request.split('\n').map((line) =>
    line
      .trim()
      .replace(/^(#{1,6}\s+|[-*>]\s+)/, '')
      .replace(/^((\p{Extended_Pictographic}|\uFE0F|:\w+:)\s*)+/u, ''),
  );
  return lines.find((line) => line !== '') ?? '';
}
