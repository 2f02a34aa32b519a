// Two checks of the request's text before anything is spent: whether it is too vague to start, and whether it asks for something that crew
// may not change (workflow files, secrets, releases, settings). They use word lists, because a model would cost money. In doubt a request
// is not vague. Pure. Used by workable.ts, and by review-text.ts to recognise requests.

import { sentencesOf } from '../../../text/result-claims.js';
import { plain } from '../../facilitate/rules/plain.js';

/** Why a request is too vague: it has no words, names no object, names no symptom, or names no end. */
export type Vagueness = 'nothing' | 'no-object' | 'no-symptom' | 'no-end';

/** Returns why a text is too vague, or null. */
export function vaguenessOf(text: string): Vagueness | null {
  const request = text.normalize('NFKC').trim();
  if (!/[\p{L}\p{N}]/u.test(request)) return 'nothing';
  if (isConcrete(request)) return null;
  const content = specificWords(request);
  if (content.length === 0) {
    if (OPEN_ENDED.test(request)) return 'no-end';
    return COMPLAINT.test(request) ? 'no-symptom' : 'no-object';
  }
  const onlyComplains = sentencesOf(request).every(
    (sentence) => COMPLAINT.test(sentence) || specificWords(sentence).length === 0,
  );
  if (onlyComplains && content.length <= MAX_WORDS_OF_COMPLAINT) return 'no-symptom';
  return OPEN_ENDED.test(request) && content.length <= 1 ? 'no-end' : null;
}

/** A complaint with at most this many specific words has no symptom: "The login page is broken". */
const MAX_WORDS_OF_COMPLAINT = 2;

/** Any of these makes a request concrete. */
const CONCRETE: readonly RegExp[] = [
  // Code, a call, a flag, an identifier.
  /`[^`\n]+`|```/,
  /[\w$]\([^)\n]{0,80}\)/,
  /(?:^|\s)--?[a-z][\w-]+/,
  /\b[a-z]+[a-z\d]*[A-Z]\w*\b|\b[A-Z][a-z\d]+[A-Z]\w*\b|\b\w+_\w+\b|\b\w+::\w+\b|\b[a-z]\w*\.[a-z]\w+\b(?!\s*$)/,
  // A file or a folder.
  /(?:^|[\s"'(「])(?:\.{0,2}\/)?[\w@.-]+\/[\w@./-]+/,
  /\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|swift|sh|sql|css|scss|html?|vue|svelte|json|ya?ml|toml|md|xml|ini|env|lock|txt)\b/i,
  // An error, by its name, its code or its message.
  /\b\w*(?:Error|Exception|Panic|Traceback)\b|\bE[A-Z]{4,}\b|\bexit (?:code|status) \d+|\b[45]\d\d\b|(?:エラー|例外)[:：「]/,
  /["“”「『][^"“”「」『』\n]{3,}["“”」』]/,
  // Actual and expected behaviour, or a condition.
  /\b(?:expected?|actual(?:ly)?|instead of|should(?:n['’]?t| not)?|but (?:got|gets?|it|is|returns?|shows?)|rather than|ought to)\b/i,
  /\b(?:when|if|after|whenever|while|steps to reproduce|because|since|as soon as|until|unless)\b[^\n]{0,80}?\s\S+\s\S/i,
  /期待|実際|べき|はずが|はずな|の代わりに|ではなく|再現|すると|したとき|した時|場合|のに|たら|ため/,
  // A value, a version, another issue.
  /#\d+|\bv?\d+\.\d+|\b\d{2,}\b|\b\d+ ?(?:ms|s|MB|KB|GB|px|%)/,
];

/** The text is read in overlapping pieces, so that a long line costs no more than many short ones. */
const PIECE = 1_000;
const OVERLAP = 200;

/** Whether a text names code, a file, an error, a value, or what is expected. */
export function isConcrete(text: string): boolean {
  for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
    const piece = text.slice(at, at + PIECE);
    if (CONCRETE.some((each) => each.test(piece))) return true;
  }
  return false;
}

/** Words of a complaint without a symptom: "doesn't work", "is broken", "動かない". */
const COMPLAINT =
  /\b(?:does(?:n['’]?t| not)|do(?:n['’]?t| not)|did(?:n['’]?t| not)|is(?:n['’]?t| not)|are(?:n['’]?t| not)|not|never|won['’]?t|no longer|stopped|can['’]?t) (?:be )?(?:load|start|open|run|work|working|function|functioning|ok|right|correct|good|usable)\b|\b(?:broken?|buggy|bugs?|fail(?:s|ed|ing|ure)?|wrong|crash(?:es|ed|ing)?|weird|strange|odd|bad|slow|ugly|messed up|messy|a mess|issues?|problems?|errors?|sucks?|acting up|unusable|glitch\w*|down|acts)\b|動かない|動きません|動かなく|動作しない|壊れ|おかしい|おかしく|変です|変だ|変に|バグ|不具合|遅い|重い|失敗|落ちる|落ちます|だめ|ダメ|エラー|問題|使えない|使えません|できない|できません/i;

/** Words of work without an end: "improve", "clean up", "改善". */
const OPEN_ENDED =
  /\b(?:improve|better|clean ?up|cleanup|refactor|optimi[sz]e|moderni[sz]e|polish|enhance|perfect|faster|nicer|simplify|review|rework|overhaul|revamp|tidy)\b|改善|きれい|綺麗|リファクタ|最適化|良く|よく|整理|見直|速く|高速化|モダン/i;

/** Words that name nothing specific. */
const GENERIC = new Set(
  (
    'a an the this that these those it its it s i we you they he she my our your their me us them one ones something anything everything ' +
    'nothing someone everyone somebody here there what which who whom how why where is are was were be been being am do does did doing ' +
    'done don doesn didn isn aren won cant can could would should shall will may might must have has had having get gets got getting ' +
    'make makes made making let lets please pls plz kindly thanks thank hi hello hey dear and or but so if then than as of in on at by ' +
    'for from with into to up out about over again also just only really very quite too much many more most some any all each every no ' +
    'not never still now soon asap urgent urgently immediately quickly today tomorrow always sometimes often somehow maybe perhaps ' +
    'fix fixes fixed fixing repair solve solved solving resolve resolved handle deal address look looks looking into check checking see ' +
    'investigate debug take care help need needs needed want wants wanted try improve improves improved improvement improvements better ' +
    'clean cleanup refactor refactoring optimize optimise optimization modernize modernise polish enhance enhancement perfect faster nicer ' +
    'simplify review rework overhaul revamp tidy change changes update updates good bad nice great right correct correctly properly ' +
    'work works working worked function functioning functionality broken break breaks buggy bug bugs fail fails failed failing failure ' +
    'wrong crash crashes crashed crashing weird strange odd slow ugly mess messy messed issue issues problem problems error errors sucks ' +
    'sucky acting acts flaky unusable glitch glitches glitchy stopped stop down ' +
    'code codebase app apps application program project repo repository software system site website thing things stuff part parts place ' +
    'file files module modules feature features product tool quality performance experience ux ui user users bit lot way ways state ' +
    'off ok okay well yes title todo fixme wip tbd same usual test tests ready start new old whole entire complete finish task ticket'
  ).split(' '),
);

/** Japanese words that name nothing specific: バグ, 修正, 画面. */
const GENERIC_JAPANESE =
  /(?:バグ|不具合|問題|エラー|修正|改善|対応|確認|調査|コード|プロジェクト|リポジトリ|アプリ(?:ケーション)?|システム|サイト|プログラム|ソフト|機能|全体|全部|全て|全般|部分|箇所|ところ|何|件|動作|動|壊|直|変|遅|重|失敗|落|使|良|早|速|綺麗|整理|見直|見|最適化|高速化|リファクタリング|リファクタ|品質|性能|パフォーマンス|願|致|下|至急|緊急|急|今|後|再度|再|以前|前|同|色々|皆|誰|私|我々|貴|作業|タスク|テスト|ファイル|画面|必要|欲|出来|出|来|行|思|是非|一|二|人|時|事|物|方|中|者|モダン|ダメ|クリーンアップ)/g;

/** The words of a text that name something specific. */
function specificWords(text: string): readonly string[] {
  const words = [...text.toLowerCase().matchAll(/[\p{Script=Latin}\d]+/gu)].map(([word]) => word);
  const specific = words.filter((word) => word.length > 1 && !GENERIC.has(word));
  const japanese = [...text.replace(GENERIC_JAPANESE, ' ').matchAll(/[\p{Script=Katakana}ー]{2,}|\p{Script=Han}+/gu)];
  return [...new Set([...specific, ...japanese.map(([word]) => word)])];
}

/** What crew never changes, even if a person with write access asks for it. */
export type Forbidden = 'workflow-files' | 'secrets' | 'releases' | 'settings';

/** Verbs of a change. */
const CHANGE =
  '(?:add|create|write|introduce|change|edit|update|modify|adjust|fix|repair|bump|upgrade|pin|remove|delete|drop|disable|enable|rename|move|rewrite|replace|set ?up|configure|extend)';
const JAPANESE_CHANGE = '(?:追加|作成|変更|修正|更新|削除|無効|有効|固定|直|書き換え|設定)';

/**
 * A rule for one kind of forbidden request. `mayAsk` matches every sentence that could ask for it; `certainlyAsks` is true if no other
 * reading is likely.
 */
interface RequestRule {
  readonly mayAsk: RegExp;
  readonly certainlyAsks: (sentence: string) => boolean;
}

/**
 * The start of an order: the beginning of the sentence, or a word like "please". After "and", "should" or "to" a sentence may describe the
 * program.
 */
const ORDER_START = "(?:^|[,;] |\\b(?:please|then|also|just|now|(?:can|could|would|will) you|let['’]?s) )";
/** Words that start a subordinate clause, which gives a reason, a time or a purpose. */
const SUBCLAUSE = '\\b(?:so|that|which|when|whenever|where|because|since|if|while|after|before)\\b|[:;]';

/** A rule for English: one of the verbs, and one of the words at most 60 characters later. Both are patterns. */
function englishRule(verbs: string, words: string): RequestRule {
  const order = new RegExp(`${ORDER_START}${verbs}\\b(?:(?!${SUBCLAUSE})[^.!?]){0,60}?${words}`, 'i');
  const mayAsk = new RegExp(`\\b${verbs}\\b[^.!?]{0,60}?${words}`, 'i');
  return { mayAsk, certainlyAsks: (sentence) => order.test(sentence) };
}

/** Words of a Japanese sentence that describes a feature of the program and asks for no action. */
const JAPANESE_FEATURE_WORDS =
  /とき|場合|際|たら|れば|ので|ため|エラー|画面|ボタン|機能|処理|コード|関数|クラス|テスト/;

/** A rule for Japanese: one of the words, and one of the verbs at most 30 characters later. Both are patterns. */
function japaneseRule(words: string, verbs = ''): RequestRule {
  const mayAsk = new RegExp(`${words}[^。！？]{0,30}?${verbs}`, 'i');
  return {
    mayAsk,
    certainlyAsks: (sentence) => mayAsk.test(sentence) && !JAPANESE_FEATURE_WORDS.test(sentence),
  };
}

const WORKFLOW =
  '(?:\\.github/(?:workflows|actions)\\b|\\b(?:github )?actions? workflows?\\b|\\bci workflows?\\b|\\bworkflow (?:file|yaml|yml)s?\\b)';
const SECRET =
  '(?:secrets?|api[- ]keys?|access tokens?|private keys?|signing keys?|credentials)\\b(?! (?:page|screen|form|view|list|table|manager|store|module|class|field|column|menu|tab)s?\\b)';

const RULES: readonly (readonly [what: Forbidden, rule: RequestRule])[] = [
  ['workflow-files', englishRule(CHANGE, WORKFLOW)],
  [
    'workflow-files',
    japaneseRule(
      '(?:\\.github/workflows\\S*|(?:ci|github actions)\\s*の?\\s*ワークフロー|ワークフローファイル)',
      JAPANESE_CHANGE,
    ),
  ],
  [
    'secrets',
    englishRule(
      '(?:rotate|revoke|regenerate|print|reveal|show|post|paste|dump|send|share|echo|read out)',
      `\\b(?:our|the|your|all|my|its|of)\\b[^.!?]{0,30}?\\b${SECRET}\\b`,
    ),
  ],
  [
    'secrets',
    englishRule(
      '(?:add|set|store|create|put|change|update|delete|remove)',
      `\\b(?:repository|repo|actions|environment|organi[sz]ation|github|deploy) ${SECRET}\\b`,
    ),
  ],
  [
    'secrets',
    japaneseRule(
      '(?:シークレット|秘密鍵|api ?キー|アクセストークン|認証情報)',
      '(?:ローテーション|再発行|失効|表示して|出力して|教えて|登録|貼)',
    ),
  ],
  [
    'releases',
    englishRule(
      '(?:publish|cut|ship|tag|draft|make|create|do|release)',
      '\\b(?:releases?|(?:new |next |patch |minor |major )?version v?\\d[\\w.]*|v\\d+\\.\\d[\\w.]*)(?=\\s*(?:[.!,;]|$|\\b(?:for|on|to|with|and|from|now|today)\\b))',
    ),
  ],
  [
    'releases',
    englishRule(
      '(?:publish|release|push|upload|deploy)',
      '\\b(?:to|on) (?:npm|pypi|crates\\.io|maven central|rubygems|docker ?hub|production|prod)\\b',
    ),
  ],
  [
    'releases',
    japaneseRule(
      '(?:v?\\d+\\.\\d[\\w.]*|新(?:しい)?バージョン|npm|pypi|本番)\\s*(?:を|に|へ)\\s*',
      '(?:リリース|公開|デプロイ|反映)(?:して|する|を|$)',
    ),
  ],
  [
    'settings',
    englishRule(
      '(?:change|set|turn on|turn off|enable|disable|add|remove|relax|edit|update|bypass|require)',
      '\\b(?:branch protections?|protection rules?|rulesets?|repo(?:sitory)? settings?(?! (?:page|screen|form|view|list|menu|tab)s?\\b)|default branch(?= *(?:to|from|[.,;!]|$))|required (?:reviews?|checks?|reviewers?)|collaborators?|webhooks? (?:in|of) (?:the|this) repo\\w*|deploy keys?)\\b',
    ),
  ],
  ['settings', englishRule('make', '\\b(?:the|this|our) repo(?:sitory)? (?:private|public|internal)\\b')],
  // "Delete the repository cache" is about a cache.
  [
    'settings',
    englishRule(
      '(?:delete|archive|transfer|rename)',
      '\\b(?:the|this|our) repo(?:sitory)?(?= *(?:[.,;!]|$|(?:from|on|in|to|please|now|and|as|for)\\b))',
    ),
  ],
  [
    'settings',
    japaneseRule(
      '(?:ブランチ保護|リポジトリの?設定|デフォルトブランチ|コラボレーター|必須レビュー)',
      `(?:${JAPANESE_CHANGE}|招待|外)`,
    ),
  ],
  [
    'settings',
    japaneseRule(
      'リポジトリを(?:(?:非公開|公開|プライベート|パブリック)に|(?:削除|アーカイブ)(?!した(?:とき|時|後|際|場合|ら)))',
    ),
  ],
];

/** Words of a wish that something does not happen, such as "mask" or "never". Such a sentence is about code. */
const AVOIDANCE =
  /\b(?:do(?:es)? ?n[o']t|never|no longer|avoid|stop|prevent|without|instead of|mask|hide|redact|must not|should not|shouldn['’]?t|cannot|can['’]?t)\b|しない|せず|させない|隠|マスク|防/i;

interface ForbiddenRequest {
  readonly what: Forbidden;
  /** The sentence that asks for it. */
  readonly sentence: string;
  /** The sentence has no other reading. */
  readonly isCertain: boolean;
}

/**
 * Returns the forbidden request in a text, a certain one before an uncertain one, or null. A log that names a workflow file is no request:
 * `plain` removes code and quotes. A wish that no secret is printed is none either: AVOIDANCE excludes wishes that something does not happen.
 */
export function forbiddenRequestIn(
  text: string,
  { workflowFiles }: { readonly workflowFiles: boolean },
): ForbiddenRequest | null {
  const rules = RULES.filter(([what]) => !(what === 'workflow-files' && workflowFiles));
  const found = sentencesOf(plain(text))
    .filter((sentence) => !AVOIDANCE.test(sentence))
    .flatMap((sentence) =>
      rules
        .filter(([, rule]) => rule.mayAsk.test(sentence))
        .map(
          ([what, rule]): ForbiddenRequest => ({
            what,
            sentence,
            isCertain: rule.certainlyAsks(sentence) && !REPORTED_SPEECH.test(sentence),
          }),
        ),
    );
  return found.find(({ isCertain }) => isCertain) ?? found[0] ?? null;
}

/** Reported speech, such as "the docs say to". It is no order. */
const REPORTED_SPEECH =
  /\b(?:says?|said|tells?|told|reads|mentions?|claims?|asks?|suggests?) (?:\w+ )?(?:to|that|how|us|you)\b/i;
