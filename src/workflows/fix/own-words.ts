// What an Editor may say in its own words: what it changed, and why. What only a record can say (tests, pushes, results) is taken out,
// sentence by sentence, in English and Japanese (decisions B). In doubt a sentence goes: the records say it anyway.
import { stripInvisible } from '../../text/invisible.js';
import { readingsOf } from '../../text/readings.js';
import { sentencesOf } from './sentences.js';

/** Sentences about checks at all: which there are and what they came to stands in the records. */
const ABOUT: readonly RegExp[] = [
  /\b(?:(?:unit|integration|regression|smoke|end.to.end|e2e|re)?-?tests?|tested|testing|retest\w*|untested|testsuites?|specs?|suites?|test.?cases?|assertions?|coverage|ci|pipelines?|workflow runs?|checks?|checked|builds?|compil\w+|lint\w*|type.?checks?|exit (?:code|status)|benchmark\w*|verif\w+|validated?|qa)\b/i,
  /\b(?:npm|pnpm|yarn|npx|node|deno|bun|pytest|tox|jest|vitest|mocha|cargo|go|gradle|mvn|make|tsc|eslint|biome|ruff|mypy) (?:run |ci\b|test|check|build|vet|lint)/i,
  /\b(?:pytest|jest|vitest|mocha|junit|unittest|playwright|cypress|eslint|mypy|tsc|rspec|phpunit)\b/i,
  /\b(?:tsts?|prueba\w*|teste[sn]?|getestet|essais|prüf\w+|pruebas|проверк\w*|тест\w*)\b|测试|測試|通过/iu,
  /テスト|試験|検証|動作確認|確認済|確認し|カバレッジ|パイプライン|ビルド|コンパイル|リント|型チェック|チェック|終了コード|ＣＩ|回帰/,
];

/** Sentences that say how it came out, or what was done with it. */
const CLAIMS: readonly RegExp[] = [
  /\b(?:pass(?:es|ed|ing)?|green|succe(?:ss\w*|ed\w*)|verified|confirmed|proven?|proved|validated|guaranteed?s?|certified|approved|accepted|reviewed)\b/i,
  /\b(?:works|worked|working|functional|operational|stable|production.?ready|ready to (?:merge|ship|deploy|go)|good to go|lgtm|all good|looks good|done|complete[ds]?|finished|resolved|solved|closed)\b/i,
  /\b(?:is|are|was|were|been|be|has been|have been|now|fully|correctly|properly) (?:\w+ )?(?:fixed|gone|repaired|sorted|correct|healthy)\b|\bno (?:more |longer )?(?:errors?|failures?|fail(?:s|ing)?|regressions?|issues?|problems?|warnings?|side effects?|breakage)\b|\bwithout (?:any )?(?:errors?|failures?|regressions?|issues?|problems?|warnings?|breaking)\b|\b(?:nothing|anything) (?:else )?(?:is |was |breaks?|broke|fails?|failed)|\b(?:0|zero) (?:errors?|failures?|failed|failing|regressions?)\b|\bfail\w*\b|\b(?:problem|bug|issue|crash|error)s? (?:\w+ )?no longer\b|\bno longer (?:occurs?|happens?|appears?)\b|\bas expected\b/i,
  /\b(?:push(?:es|ed|ing)?|commit(?:s|ted|ting)?|merg(?:e[sd]?|ing)|rebased?|cherry.?pick\w*|tagged|pull requests?|prs?|releas(?:ed|ing)|landed|production|published|deploy(?:ed|s|ing|ment)?|shipped|uploaded|opened|branch(?:es)?|upstream|origin|force.?push\w*)\b/i,
  /\b\d+ ?(?:\/|of|out of) ?\d+\b|\b100 ?%|\ball (?:\w+ ){0,3}(?:ok|okay|fine|well)\b|\b(?:ran|run|running|executed|re-?ran) (?:it|them|the|all|everything|successfully|and|locally|fine)\b|\btried (?:it|this|them)\b/i,
  /\b(?:i|we) (?:have )?(?:ran|run|executed|checked|made sure|ensured|saw|observed|measured|reproduced)\b|\b(?:made|makes?) sure\b|\bensured\b|\breproduc(?:e[sd]?|ing|tion|ible)\b/i,
  /[✅✔☑🟢🎉💯👍🚀]|:(?:white_check_mark|heavy_check_mark|tada|rocket|100|\+1|green_circle):|\[x\]/iu,
  /通過|通りました|通った|通ります|通る|パスし|パスする|パスします|パスした|合格|成功|グリーン|緑|問題な|問題は(?:あり|見つか)|エラーな|エラーは(?:出|あり|な)|失敗|異常な|正常|正しく動|うまく|動作します|動作しました|動作する|動くよう|動きます|動きました|解決|解消|直りました|直った|治りました|修正済|なくなりました|期待(?:通|どお)り|確かめ|完了|終わり|終了しま|不要です/,
  /プッシュ|コミット|マージ|取り込み|本番|リベース|プルリク|プルリクエスト|リリースし|リリース済|公開しま|公開済|デプロイ|反映しま|反映済|ブランチ|再現|実行しま|実行した|実行済|承認|レビュー|保証|証明|全て(?:ok|緑)|すべて(?:ok|緑)|ＯＫ|オールグリーン/i,
];

/** Nobody writes so in good faith: "tеsts" with a letter that is not Latin, and "t e s t s". */
const OTHER = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]`;
const TRICK = new RegExp(
  String.raw`\p{Script=Latin}[\p{M}'’]{0,4}${OTHER}|${OTHER}\p{M}{0,4}\p{Script=Latin}|(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3}\p{L}(?![\p{L}\p{N}])`,
  'u',
);

/** Names as programs spell them are not sentences: `test/sum.test.js`, `passesFilter`, `check_all()`. A plain word stays one. */
const NAME = /`[^`\s]*(?:[/\\_.:$#]|[a-z\d][A-Z]|\(\))[^`\s]*`|(?<![\w`])(?:[\w@-]+\/)+[\w@.-]+\.\w+(?![\w`])/gu;

/** Says whether a sentence claims what only a record may. */
export const claimsResult = (sentence: string): boolean => isAny(sentence, CLAIMS);

/** Says whether a sentence is about checks, pushes or results at all. */
export const speaksOfResults = (sentence: string): boolean => isAny(sentence, ABOUT) || isAny(sentence, CLAIMS);

/** Longer than anybody's sentence: nobody reads it, and rules would take their time. */
const LONGEST = 600;

function isAny(sentence: string, rules: readonly RegExp[]): boolean {
  if (sentence.length > LONGEST) return true;
  const seen = stripInvisible(sentence).text.normalize('NFKC');
  const bare = seen.replace(NAME, ' ');
  const readings = [bare, bare.replace(/[*_~`]+/g, '')];
  const all = readings.flatMap((text) =>
    readingsOf(text).map(({ text: read }) => withoutMarks(read.normalize('NFKC'))),
  );
  return TRICK.test(seen) || all.some((text) => rules.some((rule) => rule.test(text)));
}

/** Marks above and below letters change no word for whoever reads it. */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');

/** Its words without fences, tables, headings and what no eye sees: paragraphs and list items, a line each. */
export function plainWords(text: string): string {
  return stripInvisible(text)
    .text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>#|]+/, '')
        .replace(/^(?:[-*+•]|\d+[.)])\s+/, '- ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n');
}

/** What is left of its words; '' when nothing is. */
export function ownWords(text: string, drops: (sentence: string) => boolean = speaksOfResults): string {
  return plainWords(text)
    .split('\n')
    .map((line) => {
      const item = line.startsWith('- ') ? '- ' : '';
      const kept = sentencesOf(line.slice(item.length)).filter((sentence) => !drops(sentence));
      return kept.length > 0 ? item + kept.join(' ') : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}
