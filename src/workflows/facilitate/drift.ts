// Where the board's own column says something else than the truth. It is reported, and never put right.
import type { Verdict } from './judge.js';
import type { Report } from './report.js';
import type { Scene } from './scene.js';
import type { State } from './table.js';

/**
 * What a column may mean, by the words that people name columns with. A column that nobody knows the meaning of says
 * nothing.
 */
const COLUMNS: readonly (readonly [RegExp, readonly State[]])[] = [
  [/\b(?:done|complete[d]?|closed|shipped|released|merged)\b|完了|済/i, ['done']],
  [/\breview|レビュー|検証/i, ['review_pending']],
  [/\b(?:blocked|on[ -]?hold|waiting)\b|ブロック|保留/i, ['blocked']],
  [/\b(?:in[ -]progress|doing|started|wip|active)\b|作業中|進行中|対応中/i, ['in_progress']],
  [/\b(?:to[ -]?do|backlog|ready|new|open|triage|planned|next)\b|未着手|予定/i, ['incomplete', 'blocked']],
];

/** Every issue whose column is behind, or ahead of, the truth. */
export function driftOf(scene: Scene): Report['drift'] {
  return scene.verdicts.flatMap((verdict) => {
    const { status } = verdict.case.issue;
    const meant = COLUMNS.find(([words]) => words.test(status?.name ?? ''))?.[1];
    if (!status || !meant || verdict.state === 'unknown' || meant.includes(verdict.state)) return [];
    const since = sinceOf(verdict, scene);
    // Somebody who moved it after that knew better.
    const isPersons = status.by !== undefined && status.by.bot !== true && status.by.login !== scene.me;
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
