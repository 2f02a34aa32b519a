// Asking for what crew may not touch, however it is asked: found before anything is spent. What is meant is read sentence by
// sentence, so that a log that names a workflow file, or a wish that no secret be printed, refuses nobody. A plain request is refused;
// what can also be read as work on the code is asked about, since a wrong refusal helps nobody and the guard holds either way.
import { plain } from '../../facilitate/rules/plain.js';
import { sentencesOf } from './sentences.js';

export type Untouchable = 'workflow-files' | 'secrets' | 'releases' | 'settings';

/** Doing something to a thing, as people ask for it. */
const CHANGE =
  '(?:add|create|write|introduce|change|edit|update|modify|adjust|fix|repair|bump|upgrade|pin|remove|delete|drop|disable|enable|rename|move|rewrite|replace|set ?up|configure|extend)';
const JAPANESE_CHANGE = '(?:追加|作成|変更|修正|更新|削除|無効|有効|固定|直|書き換え|設定)';

/** How a sentence asks for it: perhaps, and for sure. */
interface Asks {
  readonly perhaps: RegExp;
  readonly surely: (sentence: string) => boolean;
}

/** Where an order begins. Behind "and", "should" or "to" it may as well be what the program is to do. */
const ORDER = "(?:^|[,;] |\\b(?:please|then|also|just|now|(?:can|could|would|will) you|let['’]?s) )";
/** From here on a sentence no longer says what is to be changed, but why, when, or what for. */
const BEYOND = '\\b(?:so|that|which|when|whenever|where|because|since|if|while|after|before)\\b|[:;]';

function within(before: string, words: string): Asks {
  const ordered = new RegExp(`${ORDER}${before}\\b(?:(?!${BEYOND})[^.!?]){0,60}?${words}`, 'i');
  const perhaps = new RegExp(`\\b${before}\\b[^.!?]{0,60}?${words}`, 'i');
  return { perhaps, surely: (sentence) => ordered.test(sentence) };
}

/** Work on the part of a program that does such a thing, not the thing itself. */
const OF_A_PROGRAM = /とき|場合|際|たら|れば|ので|ため|エラー|画面|ボタン|機能|処理|コード|関数|クラス|テスト/;

function japanese(words: string, after = ''): Asks {
  const perhaps = new RegExp(`${words}[^。！？]{0,30}?${after}`, 'i');
  return { perhaps, surely: (sentence) => perhaps.test(sentence) && !OF_A_PROGRAM.test(sentence) };
}

const WORKFLOW =
  '(?:\\.github/(?:workflows|actions)\\b|\\b(?:github )?actions? workflows?\\b|\\bci workflows?\\b|\\bworkflow (?:file|yaml|yml)s?\\b)';
const SECRET =
  '(?:secrets?|api[- ]keys?|access tokens?|private keys?|signing keys?|credentials)\\b(?! (?:page|screen|form|view|list|table|manager|store|module|class|field|column|menu|tab)s?\\b)';

const RULES: readonly (readonly [what: Untouchable, asks: Asks])[] = [
  ['workflow-files', within(CHANGE, WORKFLOW)],
  [
    'workflow-files',
    japanese(
      '(?:\\.github/workflows\\S*|(?:ci|github actions)\\s*の?\\s*ワークフロー|ワークフローファイル)',
      JAPANESE_CHANGE,
    ),
  ],
  [
    'secrets',
    within(
      '(?:rotate|revoke|regenerate|print|reveal|show|post|paste|dump|send|share|echo|read out)',
      `\\b(?:our|the|your|all|my|its|of)\\b[^.!?]{0,30}?\\b${SECRET}\\b`,
    ),
  ],
  [
    'secrets',
    within(
      '(?:add|set|store|create|put|change|update|delete|remove)',
      `\\b(?:repository|repo|actions|environment|organi[sz]ation|github|deploy) ${SECRET}\\b`,
    ),
  ],
  [
    'secrets',
    japanese(
      '(?:シークレット|秘密鍵|api ?キー|アクセストークン|認証情報)',
      '(?:ローテーション|再発行|失効|表示して|出力して|教えて|登録|貼)',
    ),
  ],
  [
    'releases',
    within(
      '(?:publish|cut|ship|tag|draft|make|create|do|release)',
      '\\b(?:releases?|(?:new |next |patch |minor |major )?version v?\\d[\\w.]*|v\\d+\\.\\d[\\w.]*)(?=\\s*(?:[.!,;]|$|\\b(?:for|on|to|with|and|from|now|today)\\b))',
    ),
  ],
  [
    'releases',
    within(
      '(?:publish|release|push|upload|deploy)',
      '\\b(?:to|on) (?:npm|pypi|crates\\.io|maven central|rubygems|docker ?hub|production|prod)\\b',
    ),
  ],
  [
    'releases',
    japanese(
      '(?:v?\\d+\\.\\d[\\w.]*|新(?:しい)?バージョン|npm|pypi|本番)\\s*(?:を|に|へ)\\s*',
      '(?:リリース|公開|デプロイ|反映)(?:して|する|を|$)',
    ),
  ],
  [
    'settings',
    within(
      '(?:change|set|turn on|turn off|enable|disable|add|remove|relax|edit|update|bypass|require)',
      '\\b(?:branch protections?|protection rules?|rulesets?|repo(?:sitory)? settings?(?! (?:page|screen|form|view|list|menu|tab)s?\\b)|default branch(?= *(?:to|from|[.,;!]|$))|required (?:reviews?|checks?|reviewers?)|collaborators?|webhooks? (?:in|of) (?:the|this) repo\\w*|deploy keys?)\\b',
    ),
  ],
  ['settings', within('make', '\\b(?:the|this|our) repo(?:sitory)? (?:private|public|internal)\\b')],
  // "Delete the repository cache" is about a cache.
  [
    'settings',
    within(
      '(?:delete|archive|transfer|rename)',
      '\\b(?:the|this|our) repo(?:sitory)?(?= *(?:[.,;!]|$|(?:from|on|in|to|please|now|and|as|for)\\b))',
    ),
  ],
  [
    'settings',
    japanese(
      '(?:ブランチ保護|リポジトリの?設定|デフォルトブランチ|コラボレーター|必須レビュー)',
      `(?:${JAPANESE_CHANGE}|招待|外)`,
    ),
  ],
  [
    'settings',
    japanese(
      'リポジトリを(?:(?:非公開|公開|プライベート|パブリック)に|(?:削除|アーカイブ)(?!した(?:とき|時|後|際|場合|ら)))',
    ),
  ],
];

/** Wishes that a thing not happen are about the code that does it. */
const AVERTS =
  /\b(?:do(?:es)? ?n[o']t|never|no longer|avoid|stop|prevent|without|instead of|mask|hide|redact|must not|should not|shouldn['’]?t|cannot|can['’]?t)\b|しない|せず|させない|隠|マスク|防/i;

export interface Found {
  readonly what: Untouchable;
  /** The sentence that asks for it. */
  readonly says: string;
  /** It can be read in no other way. */
  readonly surely: boolean;
}

/** What of it the text asks for; what is asked for surely before what only may be. Nothing: null. */
export function untouchableIn(text: string, { workflowFiles }: { readonly workflowFiles: boolean }): Found | null {
  const rules = RULES.filter(([what]) => !(what === 'workflow-files' && workflowFiles));
  const found = sentencesOf(plain(text))
    .filter((says) => !AVERTS.test(says))
    .flatMap((says) =>
      rules
        .filter(([, asks]) => asks.perhaps.test(says))
        .map(([what, asks]): Found => ({ what, says, surely: asks.surely(says) && !REPORTS.test(says) })),
    );
  return found.find(({ surely }) => surely) ?? found[0] ?? null;
}

/** What somebody or something says is no order of whoever repeats it. */
const REPORTS =
  /\b(?:says?|said|tells?|told|reads|mentions?|claims?|asks?|suggests?) (?:\w+ )?(?:to|that|how|us|you)\b/i;
