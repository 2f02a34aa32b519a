// Removes statements about tests, pushes and results from an agent's words, in English and Japanese: crew takes these from its records, never
// from an agent. In doubt a sentence is removed, because the records say it anyway. Used for the texts of fix and review. Pure.
import { stripInvisible } from './invisible.js';
import { plainWords } from './quote.js';
import { variantsOf } from './text-variants.js';

const OTHER_ALPHABET = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]`;
/** Words that avoid the rules: two alphabets in one word, and single letters with spaces between them (`p a s s`). */
const EVASION = new RegExp(
  String.raw`\p{Script=Latin}[\p{M}'’]{0,4}${OTHER_ALPHABET}|${OTHER_ALPHABET}\p{M}{0,4}\p{Script=Latin}|(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3}\p{L}(?![\p{L}\p{N}])`,
  'u',
);

/** Identifiers and paths. They are not read as words: `test/sum.test.js`, `passesFilter`, `check_all()`. */
const NAME = /`[^`\s]*(?:[/\\_.:$#]|[a-z\d][A-Z]|\(\))[^`\s]*`|(?<![\w`])(?:[\w@-]+\/)+[\w@.-]+\.\w+(?![\w`])/gu;

/** Whether a sentence claims a result or a publication, such as "It works now" or "I pushed the change". */
export const isResultClaim = (sentence: string): boolean => matchesRule(sentence, CLAIM_RULES);

/** Whether a sentence claims a result or a publication, or mentions checks at all. */
export const isAboutResults = (sentence: string): boolean =>
  matchesRule(sentence, CHECKS) || matchesRule(sentence, CLAIM_RULES);

/** A longer sentence counts as a match of every rule. */
const MAX_SENTENCE_CHARACTERS = 600;

function matchesRule(sentence: string, rules: readonly RegExp[]): boolean {
  if (sentence.length > MAX_SENTENCE_CHARACTERS) return true;
  const visible = stripInvisible(sentence).text.normalize('NFKC');
  if (EVASION.test(visible)) return true;
  const withoutNames = visible.replace(NAME, ' ');
  const withoutEmphasis = withoutNames.replace(/[*_~`]+/g, '');
  return [withoutNames, withoutEmphasis]
    .flatMap(variantsOf)
    .map((variant) => withoutAccents(variant.text.normalize('NFKC')))
    .flatMap(withoutProgramPhrases)
    .some((text) => rules.some((rule) => rule.test(text)));
}

/** The sentence without phrases about what programs do, and the same without punctuation at its start. */
function withoutProgramPhrases(text: string): readonly string[] {
  const shortened = PROGRAM_PHRASES.reduce((rest, phrase) => rest.replace(phrase, ' '), text);
  return [shortened, shortened.replace(/^[\s\p{P}]+/u, '')];
}

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');

/** The number of sentences that `withoutResultClaims` removes. */
export function countResultClaims(text: string, isRemoved: (sentence: string) => boolean = isAboutResults): number {
  const sentences = plainWords(text)
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^- /, '')));
  return sentences.filter(isRemoved).length;
}

/** The text without the sentences for which `isRemoved` is true; '' if no sentence is left. */
export function withoutResultClaims(text: string, isRemoved: (sentence: string) => boolean = isAboutResults): string {
  return plainWords(text)
    .split('\n')
    .map((line) => {
      const item = line.startsWith('- ') ? '- ' : '';
      const remaining = sentencesOf(line.slice(item.length)).filter((sentence) => !isRemoved(sentence));
      return /[\p{L}\p{N}]/u.test(remaining.join(' ')) ? item + remaining.join(' ') : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** Words for the agent's own work and for what it worked on. */
const WORK =
  '(?:^(?:that|these|those|both|each of (?:these|them))|it|this|they|everything|all(?: of (?:it|them|this))?|nothing|change|fix|patch|work|edit|diff|result|output|outcome|behaviou?r|bug|issue|problem|crash|defect|ticket|task|fault|regression|failure|report|warning|job|feature|implementation|#\\d+)';
/** Verbs and adverbs between a subject and its result: "it *is now* fixed". */
const LINKING_VERBS =
  "(?:(?:['’]s|['’]re|['’]ve| (?:is|are|was|were|be|been|being|has|have|had|got|gets|get|should|will|can|must|do|does|did|now|already|also|both|all|fully|finally|again|then|since|even|just|still))+)";
/** Follows a verb without an object: "it passes." but not "it passes the value". */
const CLAUSE_END =
  '(?= *(?:[.!?,;:)…]|$|(?:and|but|again|now|fine|ok|okay|well|clean(?:ly)?|correctly|properly|locally|everywhere|too|already|here|there|as|without|with no|on ci|for me)\\b))';

const word = (source: string, flags = 'i'): RegExp => new RegExp(source, flags);

/** Words that always mean checks. */
const CHECKS: readonly RegExp[] = [
  /\b(?:(?:unit|integration|regression|smoke|end.to.end|e2e|re)?-?tests?|tested|testing|retest\w*|untested|testsuites?|specs|suites?|test.?cases?|coverage|ci|workflow runs?|lint\w*|benchmark\w*|qa)\b/i,
  /\b(?:a|the|new|its) spec (?:for|file|that|of)\b|\bassertions? (?:hold|pass|is|are|now)/i,
  /\b(?:npm|pnpm|yarn|npx|node|deno|bun|pytest|tox|jest|vitest|mocha|cargo|go|gradle|mvn|make|tsc|eslint|biome|ruff|mypy) (?:run |ci\b|test|check|build|vet|lint)/i,
  /\b(?:pytest|jest|vitest|mocha|junit|unittest|playwright|cypress|eslint|mypy|tsc|rspec|phpunit)\b/i,
  /\b(?:tsts?|prueba\w*|teste[sn]?|getestet|essais|prüf\w+|pruebas|проверк\w*|тест\w*)\b|测试|測試|通过/iu,
  // A build, a pipeline or a type check of the project, not of what the program builds.
  word(
    `\\b(?:type.?)?(?:checks?|checked|builds?|pipelines?|compil(?:es|ed|ing|ation)|verification|validation)${CLAUSE_END}`,
  ),
  word(
    `\\b(?:checks?|builds?|pipelines?|compilation|compiler|verification|assertions?)${LINKING_VERBS} (?:\\w+ )?(?:green|clean|happy|fine|ok|okay|good|stable|through|red|done|well|quiet)\\b`,
  ),
  /\b(?:the|our|full|whole|entire|production|release|clean|status|required|all|every) (?:\w+ )?(?:builds?|pipelines?|checks)\b(?! (?:of|targets?|scripts?|folders?|director\w+|steps?|outputs?|files?|names?|numbers?|tags?|caches?|options?|flags?|keys?|paths?|infos?|tools?|times?|orders?)\b)/i,
  /\b(?:build|pipeline|check)s? (?:ran|runs?|went|goes|finish\w*|complet\w*)\b/i,
  /\bexit(?:s|ed)? (?:with |code |status )*(?:0|zero)\b|\b(?:code|status) (?:is |was )?(?:0|zero)\b/i,
  /テスト|試験|動作確認|確認済|確認し(?:ま|た|てい|てあ)|カバレッジ|リント|型チェック|ＣＩ/,
  /検証(?:しま|した|しており|してい|済|でき|完了|結果|は)|チェック(?:しま|した[。！]?$|してい|済|は|が|も)|回帰(?:は|が|も|なし|して)/,
  /(?:ビルド|コンパイル|パイプライン)(?:は|が|も|でき|しま|した[。！]?$|済|に?成功)|終了コード(?:は|が)?\s*[0０]|(?:修正|変更|動作|挙動|結果)[はがを]?(?:の)?(?:検証|確認)/,
];

/** Statements about a result. Words that programs use too ("closed", "passed") count only of the change or without another subject. */
const OUTCOMES: readonly RegExp[] = [
  word(`\\bpass(?:es|ed|ing)?${CLAUSE_END}`),
  word(
    `\\b${WORK}s?${LINKING_VERBS}? (?:\\w+ )?pass(?:es|ed|ing)?\\b(?! (?:the|an?|its|each|every|both|on|them|data|options?|arg\\w*)\\b)|\\b(?:now|still|also) pass(?:es)?\\b|\\bpass(?:es|ed|ing)? (?:on|in) `,
  ),
  /\bgreen (?:run|build|ci|light|now|again|across|everywhere|tick|check)\b|\b(?:all|went|goes|stays?|turn(?:s|ed)|back to|run|fully|everything(?: is)?|is|are|was|were|now) (?:\w+ )?green\b|^green\b/i,
  /\bsuccessfully\b|\bsucceed(?:s|ed)?\b(?! (?:by|it|him|her|them)\b)|(?:^|\b(?:is|was|were|are|a|full|complete|great) (?:\w+ )?)success(?:ful)?\b(?![, ]+(?:the|it|a|an)\b)(?! (?:response|request|status|message|page|result|answer|reply|callback|handler)s?)/i,
  /\b(?:proven|proved|proves? (?:that|it)|guarantee\w*|certified|lgtm|all good|good to go|looks good|up.to.date|works|worked|working(?! (?:dir\w*|tree|copy|folder|set|day|hour|memory)))\b/i,
  /\b(?:is|are|was|were|now|remains?|stays?|fully|still|rock.solid|and) (?:\w+ )?(?:functional|operational|stable|production.?ready)\b|\bproduction.?ready\b|\bready (?:to|for) (?:merg\w+|ship\w*|deploy\w*|go|review|release|production)\b/i,
  // Of the change, or without another subject.
  word(
    `\\b(?:(?:i|we)(?! (?:\\w+ )?(?:closed|resolved) (?:the|an?|both|every|each|its)\\b)|${WORK}s?)${LINKING_VERBS}? (?:\\w+ ){0,2}?(?:verified|validated|checked|double.?checked|confirmed|reviewed|approved|accepted|certified|resolved|solved|closed|done|complete[d]?|finished|healthy|good)\\b(?! (?:in (?:utc|place|memory|one|two|a|an|the)|by (?:the|a|an|\\w+ing)|before|after|once|lazily|eagerly|for each|per)\\b)`,
  ),
  word(
    `^(?:also |and |then |now |manually |fully |all )*(?:verified|validated|checked|double.?checked|confirmed|reviewed|approved|accepted|resolved|solved|closed|done|completed|finished)\\b(?! (?:\\w+ )?\\w+s (?:are|were|get|stay)\\b)(?! (?:before|against (?:the|an?|its)|lists?|values?|items?|promises?|paths?|connections?|sockets?|streams?|files?|orders?|users?)\\b)`,
  ),
  word(
    `\\b(?:verified|validated|confirmed|checked|tried) (?:it|this|them|that|manually|by hand|locally|by running|end to end|on my)\\b`,
  ),
  /\bdouble.?check\w*|\b(?:i|we) (?:have )?(?:verif|validat|confirm|check)\w*|\b(?:resolve|solve|close|fixe)[sd]? (?:the|this|that|all|both|your|every|an?) (?:\w+ ){0,3}?(?:issues?|bugs?|problems?|crash\w*|tickets?|defects?|#\d+|failures?|regressions?)\b|\bclose[sd]? #\d+|\bsolved\b/i,
  word(
    `\\b(?:${WORK}|error|warning)s? (?:(?:has|have|is|are) )?(?:\\w+ )?(?:no longer|not) (?:occur|happen|appear|reproduc|fail|break|crash|exist)\\w*|\\bno longer (?:occurs?|happens?|appears?|fails?|breaks?)\\b|\\bno longer fail\\w*`,
  ),
  /(?:\b(?:is|are|was|were|been|be|has been|have been|now|fully|correctly|properly)|['’]s|['’]re) (?:\w+ )?(?:fixed(?! (?:width|size|length|height|point|number|amount|set|order|list|at|to|by|in)\b)|gone|repaired|sorted (?:out|now)|correct(?=[ .,;!]*$|[.,;!])|healthy)\b|\bsorted out\b/i,
  /\bno (?:more |longer )?(?:errors?(?! (?:message|handl|text|code|case|page|boundar|class|type|object))|failures?|fail(?:s|ing)?|regressions?|issues?|problems?|warnings?|side effects?|breakage)\b|\bwithout (?:any )?(?:errors?|failures?|regressions?|issues?|problems?|breaking)\b|\b(?:0|zero) (?:errors?|failures?|failed|failing|regressions?)\b/i,
  /\b(?:nothing|anything) (?:else )?(?:(?:is|was|got|gets) (?:broken|wrong|lost|affected|damaged|harmed|left to do|missing)|breaks?|broke|fails?|failed)\b|\b(?:fails? no more|never fails?|(?:do|does|did|will|can)(?: not|n['’]t) fail|cannot fail|(?:still|now) fails?|fail(?:s|ed|ing)? (?:any ?more|before (?:and|the change|this)|without (?:it|this|the change)|with (?:it|this|the change)))\b/i,
  word(
    `\\b${WORK}s? (?:(?:has|have|is|are) )?(?:\\w+ )?(?:disappeared|vanished|went away|gone|squashed|history|fixed|closed|resolved)(?:[.!]|$| now)`,
  ),
  /\b(?:is|are|was|were|looks?|seems?|went|goes) (?:\w+ )?(?:ok|okay|fine|clean|happy|perfect|alright)(?=[.!,;]|$| (?:now|again|too)\b)|\bregress(?:ed|es|ions?)\b|\bassur(?:ed|es)\b/i,
  /\bcompletes? (?:the|this|my) (?:task|work|job|change|fix|feature)\b|\bno (?:further|more|additional|other) (?:work|changes?|steps?|action) (?:is|are)\b|\ball (?:\w+ )?cases (?:are|is) (?:covered|handled)\b/i,
  /\b(?:it|everything|all|app|program|script|code|command|this) (?:\w+ )?(?:runs?|ran|starts?|loads?) (?:fine|ok|okay|cleanly|smoothly|well|now\b(?=[.!]|$)|without a)\b|\b(?:watched|saw) it (?:run|work)\b/i,
  /\bas expected\b|\b\d+ ?(?:\/|of|out of) ?\d+\b|\b100 ?%(?! (?:width|height|opacity|zoom|wide|high|of the))|\ball (?:\w+ ){0,3}(?:ok|okay|fine|well)\b|\bclean(?:ly)?(?: run| through|[.!]?$)/i,
  /\b(?:ran|re-?ran|executed) (?:it|them|the|all|everything|successfully|and|locally|fine|through|ok)\b|\bran through\b|\b(?:by|after|when) (?:running|executing) (?:it|this|them|the (?:app|program|code|script|suite))\b|\btried (?:it|this|them)\b/i,
  /\b(?:i|we) (?:have )?(?:ran|run|executed|checked|made sure|ensured|saw|observed|measured|reproduced)\b|\b(?:made|makes?) sure\b|\bensured\b|\breproduc(?:e[sd]?|ing|tion)\b|\breproducible\b(?! (?:order|build|output|hash)\w*)/i,
  /\b(?:approved|reviewed|confirmed|verified|accepted|signed off) by (?:the |an? |our |all |two )?(?:\w+ )?(?:team|maintainers?|owners?|reviewers?|reporters?|colleagues?|author|lead|people)\b|\b(?:team|maintainers?|owners?|reviewers?|colleagues?|everyone|everybody|they|i|we) (?:has |have |also )?(?:reviewed|approved|accepted|signed off)\b/i,
  /[✅✔☑🟢🎉💯👍🚀]|:(?:white_check_mark|heavy_check_mark|tada|rocket|100|\+1|green_circle):|\[x\]/iu,
  /通過(?!した(?:値|行|もの|要素|後))|通りました|通った|通ります|通る|パスし|パスする|パスします|パスした|合格|グリーン|緑|問題な|問題は(?:あり|見つか)|エラーな(?!ら|の)|エラーは(?:出|あり|な)|異常な(?:し|く|い|かった)|正常(?:に(?:動|終|完|機能|実行)|です|でし|性)|正しく動|うまく|動作します|動作しました|動作する|動くよう|動きます|動きました|動いてい(?:ます|る)|動いております|直ってい/,
  /成功(?:しま|です|でし|してい|した[。！]?$|、|。|率)|(?:すべて|全て|全部|全件)[^。]*成功|失敗(?:しませ|しな(?!い場合)|は(?:あり|な)|なし|もな|ゼロ|[0０])|[0０] ?件/,
  /(?:問題|不具合|バグ|障害|課題|エラー|件)(?:は|が|を|も)?(?:すべて|全て|完全に)?(?:解決|解消|消えました|消えた[。！]?$)|解決(?:しま|済|でき|した[。！]?$)|解消|直りました|直った|治りました|修正済|修正(?:が|は|を)?完了|なくなりました|期待(?:通|どお)り|確かめ|完了(?:しま|です|した[。！]?$|済|してい|[。！]?$)|終わりま(?:した|す)|終わった[。！]?$|終わってい|終了しました|確認[^。]{0,10}済|(?:確認|対応|作業|修正|検査)[^。]*不要です/,
];

/** Statements about where the change was published, and who approved it. */
const PLACES: readonly RegExp[] = [
  /\b(?:pull requests?|prs?|force.?push\w*|cherry.?pick\w*|rebas(?:e[sd]?|ing)|landed|shipped|rolled out|deploy(?:ed|ing)|went live|is live|git (?:push|commit|merge|tag)\w*)\b|\bdeploys? (?:it|this|to)\b/i,
  /\b(?:push|commit|merg|tag|releas|publish|upload|deploy|submitt|sent)\w*\b[^.!?]{0,40}?\b(?:main|master|trunk|origin|upstream|remote|production|prod|staging|branch(?:es)?|repo(?:sitory)?|github|npm|pypi|registry|v?\d+\.\d+[\w.]*|[0-9a-f]{7,40})\b/i,
  word(
    `\\b(?:i|we)(?:['’]ve| have)? (?:\\w+ )?(?:push|commit|merg|tagg|releas|publish|deploy|upload)\\w*(?: (?:it|this|them|that|all|everything)\\b|${CLAUSE_END})`,
  ),
  word(
    `\\b(?:${WORK}|code|commit|files?)s?${LINKING_VERBS} (?:\\w+ )?(?:pushed|committed|merged|tagged|released|published|uploaded|deployed)\\b`,
  ),
  word(
    `^(?:then |also |and )*(?:pushed|committed|merged|tagged|released|published|deployed|uploaded)\\b(?:${CLAUSE_END}| (?:it|this|them|that|to|as|in|on)\\b)`,
  ),
  word(
    `\\b(?:push|commit|merg|tagg|releas|publish|deploy)(?:ed|d|ing) (?:the|this|my|our|these|all) (?:\\w+ )?(?:change|fix|patch|work|code|commit|edit|branch|diff|result)s?\\b`,
  ),
  word(`\\b(?:and|then) (?:pushed|committed|merged|released|published|deployed)${CLAUSE_END}`),
  /\b(?:in|on|to|into) (?:production|prod|staging)\b(?! (?:mode|code|builds?|env\w*|config\w*|bundle)\b)|\b(?:on|to|into) (?:the |a |my |its |main |own |feature )+branch\b|\bon (?:main|master|trunk)\b(?! thread)|\bavailable (?:in|as|since) v?\d|\bbranch (?:is|was|has been) (?:up|ahead|clean|ready|merged|pushed)\b/i,
  /(?:プッシュ|コミット|マージ|リベース|リリース|デプロイ|公開|反映)(?:しま|し、|してい|してあ|済|され(?:ま|た[。！]?$)|した[。！]?$|して(?:マージ|プッシュ|コミット))|取り込みま|取り込み済|本番|(?:main|master)\s*に(?:入|反映|取り)|プルリク|ブランチ(?:に|へ|を)(?:プッシュ|作|切|マージ|取り|コミット|上げ|反映)/,
  /再現(?:し|でき|せ|性は|手順で)|実行しました|実行した(?:[。！]?$|ところ|結果)|実行済|承認(?:され|しま|済みです|を(?:得|もら|いただ))|レビュー(?:済|しま|され|は|を(?:受|通))|保証|証明(?!書)|全て(?:ok|緑)|すべて(?:ok|緑)|ＯＫ|オールグリーン/i,
];

/** Rules for sentences that claim a result or a publication. */
const CLAIM_RULES: readonly RegExp[] = [...OUTCOMES, ...PLACES];

/** Phrases about what a program does that use the same words as results: "after it is closed". They are removed before the rules are applied. */
const PROGRAM_PHRASES: readonly RegExp[] = [
  /\b(?:null|nil|none|undefined|type|bounds?|length|range|permission|access|sanity|health|spell|empty|existence|equality|instance\w*|limit|size|index|zero|guard|missing) checks?(?= (?:is|are|was|were|before|in|for|on|to|of|that|and|so|against|around)\b|[.,;:]|$)(?! (?:pass|succe|is (?:green|fine|ok)))/giu,
  /\b(?:after|before|until|once|when|if|unless) it (?:is|was|has been|has|gets) (?:done|completed?|finished|closed|resolved)\b/giu,
  /\b(?:sort(?:ing)?|order(?:ing)?|ids?|keys?|hash(?:es)?) (?:is|are|stays?|remains?) (?:now )?stable\b/giu,
  /\b(?:labels?|buttons?|dots?|texts?|icons?|bars?|borders?|backgrounds?|colou?rs?) (?:is|are|turns?|becomes?|was|were) (?:\w+ )?green\b/giu,
  // "takes the flag that `read` already passes as its fourth argument"
  /\bpass(?:es|ed|ing)? as (?:its|the|their|an?) (?:[\w-]+ ){0,3}(?:arguments?|parameters?|options?|callbacks?)\b/giu,
  // A condition does not claim anything.
  /\b(?:if|when|once|until|unless|whenever|whether|after|before|in case|as soon as|while) (?:(?!(?:i|we|you|all|every\w*|run\w*|ran|this|tests?|checks?|builds?|ci|change|fix|patch|it)\b)[\w'’`.-]+ ){1,5}?(?:(?:is|are|was|were|has|have|had|been|being|gets?|got|did|does|do) )*(?:not )?(?:fail\w*|succeed\w*|pass(?:es|ed)?|done|complete[sd]?|finish(?:es|ed)|clos(?:es|ed)|resolv(?:es|ed)|accepted|approved|confirmed|checked|verified|validated|released|published|committed|merged|pushed)\b/giu,
];

/** The end of a sentence. A full stop counts only before white space, so one inside a name, a number or a path does not end a sentence. */
const END = /(?<=[.!?…]["'”’)\]*_]*)\s+|(?<=[。！？．]["'”’」』）]*)|\n+/u;

/** The sentences of a text in order. Each line and each list item ends a sentence. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
