// Asking for what crew may not touch, however it is asked: found before anything is spent. What is meant is read sentence by
// sentence, so that a log that names a workflow file, or a wish that no secret be printed, refuses nobody.
import { plain } from '../facilitate/plain.js';
import { sentencesOf } from './sentences.js';

export type Untouchable = 'workflow-files' | 'secrets' | 'releases' | 'settings';

/** Doing something to a thing, as people ask for it. */
const CHANGE =
  '(?:add|create|write|introduce|change|edit|update|modify|adjust|fix|repair|bump|upgrade|pin|remove|delete|drop|disable|enable|rename|move|rewrite|replace|set ?up|configure|extend)';
const JAPANESE_CHANGE = '(?:追加|作成|変更|修正|更新|削除|無効|有効|固定|直|書き換え|設定)';

const within = (before: string, words: string): RegExp => new RegExp(`\\b${before}\\b[^.!?]{0,60}?${words}`, 'i');
const japanese = (words: string, after: string): RegExp => new RegExp(`${words}[^。！？]{0,30}?${after}`, 'i');

const WORKFLOW =
  '(?:\\.github/(?:workflows|actions)\\b|\\b(?:github )?actions? workflows?\\b|\\bci workflows?\\b|\\bworkflow (?:file|yaml|yml)s?\\b)';
const SECRET =
  '(?:secrets?|api[- ]keys?|access tokens?|private keys?|signing keys?|credentials)\\b(?! (?:page|screen|form|view|list|table|manager|store|module|class|field|column|menu|tab)s?\\b)';

const RULES: readonly (readonly [what: Untouchable, asks: RegExp])[] = [
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
  [
    'settings',
    /\bmake (?:the|this|our) repo(?:sitory)? (?:private|public|internal)\b|\b(?:delete|archive|transfer|rename) (?:the|this|our) repo(?:sitory)?\b/i,
  ],
  [
    'settings',
    japanese(
      '(?:ブランチ保護|リポジトリの?設定|デフォルトブランチ|コラボレーター|必須レビュー)',
      `(?:${JAPANESE_CHANGE}|招待|外)`,
    ),
  ],
  ['settings', /リポジトリを(?:非公開|公開|プライベート|パブリック)に|リポジトリを(?:削除|アーカイブ)/],
];

/** Wishes that a thing not happen are about the code that does it. */
const AVERTS =
  /\b(?:do(?:es)? ?n[o']t|never|no longer|avoid|stop|prevent|without|instead of|mask|hide|redact|must not|should not|shouldn['’]?t|cannot|can['’]?t)\b|しない|せず|させない|隠|マスク|防/i;

/** What of it the text asks for, and in which sentence; nothing: null. */
export function untouchableIn(
  text: string,
  { workflowFiles }: { readonly workflowFiles: boolean },
): { readonly what: Untouchable; readonly says: string } | null {
  for (const says of sentencesOf(plain(text))) {
    if (AVERTS.test(says)) continue;
    const found = RULES.find(([what, asks]) => !(what === 'workflow-files' && workflowFiles) && asks.test(says));
    if (found) return { what: found[0], says };
  }
  return null;
}
