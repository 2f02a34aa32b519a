// Where the board's own column says something else than the truth. It is reported, and never put right.
import type { Verdict } from './judge.js';
import type { Report } from './report.js';
import type { Scene } from './scene.js';
import type { State } from './table.js';

/** Of an issue that nobody works on: it may be blocked, the board need not say so. */
const OPEN: readonly State[] = ['incomplete', 'blocked'];

/**
 * What a column means, by the words people name columns with. The first that fits counts, so negations come first: "Not
 * started" is no work in progress. A column that fits none says nothing.
 */
const COLUMNS: readonly (readonly [RegExp, readonly State[]])[] = [
  [
    /\b(?:not|un)[ -]?(?:yet[ -])?(?:started|begun|done|complete[d]?|finished|ready|resolved)\b|\bincomplete\b|未(?:完了|着手|対応|開始|解決|完成|処理|作業)|(?:完了|着手|対応)(?:していない|してない)/i,
    OPEN,
  ],
  [
    /\b(?:not|un)[ -]?(?:yet[ -])?(?:reviewed|merged|released|shipped|blocked|closed)\b|未(?:レビュー|検証|確認|リリース|マージ)|ブロックなし/i,
    [],
  ],
  [
    /\b(?:done|complete[d]?|closed|shipped|released|merged|finished|resolved)\b|完了|済み?$|クローズ|リリース済/i,
    ['done'],
  ],
  [/\b(?:in[ -])?review(?:ing)?\b|\bqa\b|レビュー|検証/i, ['review_pending']],
  [/\b(?:blocked|on[ -]?hold|waiting)\b|ブロック|保留|待ち/i, ['blocked']],
  [
    /\b(?:in[ -]progress|doing|started|wip|active|in[ -]development)\b|作業中|進行中|対応中|着手中|開発中/i,
    ['in_progress'],
  ],
  [/\b(?:to[ -]?do|backlog|ready|new|open|triage|planned|next|icebox)\b|予定|バックログ|着手可能|やること/i, OPEN],
];

/** Every issue whose column is behind, or ahead of, the truth. */
export function driftOf(scene: Scene): Report['drift'] {
  return scene.verdicts.flatMap((verdict) => {
    const { status } = verdict.case.issue;
    const meant = COLUMNS.find(([words]) => words.test(status?.name ?? ''))?.[1];
    if (!status || !meant || meant.length === 0 || verdict.state === 'unknown' || meant.includes(verdict.state))
      return [];
    const since = sinceOf(verdict, scene);
    // Somebody who moved it after that knew better.
    const isPersons = status.by !== undefined && status.by.bot !== true;
    if (isPersons && status.at !== undefined && status.at > since) return [];
    return [{ issue: scene.number(verdict.issue), board: status.name, truth: verdict.state, since }];
  });
}

/** The latest thing that the verdict rests on; a parent's rests on what its parts' rest on. */
function sinceOf({ signs, rule, case: { issue } }: Verdict, scene: Scene): string {
  const parts = rule.startsWith('children-')
    ? signs.flatMap(({ ref }) => scene.judged.verdicts.get(ref ?? '') ?? [])
    : [];
  const times = [...signs, ...parts.flatMap((part) => part.signs)].flatMap(({ at }) => at ?? []);
  return times.sort().at(-1) ?? issue.createdAt;
}
