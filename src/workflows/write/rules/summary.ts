// What the Editor makes of a round of reviews: editor-summary.json, priorities, revision notes, and the marks of a forced pass (specs
// folio-editor). Pure. Used by ../chapter.ts, ../draft.ts, ../facts.ts, ../progress.ts, ../review.ts and ../work.ts.
import { type Action, decideGate, failureText, type Thresholds, type Verdict } from './gate.js';
import { paragraphIn, paragraphsOf } from './paragraphs.js';
import { type Finding, keyOf, roundedToTenth, type Scorecard, severities } from './reviewers.js';

/** A finding without its severity, as the summary lists it. */
export interface Priority {
  readonly agent: string;
  readonly location: string;
  readonly issue: string;
}

/** A finished round in `round_history`. */
export interface PastRound {
  readonly round: number;
  readonly avg: number | null;
  readonly gate: Verdict['gate'];
}

/** The content of editor-summary.json. */
export interface EditorSummary {
  readonly chapter: number;
  readonly round: number;
  readonly crew_scores: Readonly<Record<string, number>>;
  readonly average: number | null;
  readonly editor_assessment: {
    readonly overall_quality: number | null;
    readonly top_priorities: readonly Priority[];
    readonly pass_gate: boolean;
    readonly reason: string;
    readonly action: Action;
  };
  readonly forced_pass: boolean;
  readonly forced_pass_reason: string | null;
  readonly round_history: readonly PastRound[];
}

/** A round whose reviews are finished. */
export interface ReviewedRound {
  readonly chapter: number;
  readonly round: number;
  /** The received scorecards, in batch order. */
  readonly cards: readonly Scorecard[];
  /** The names of all reviewers of the round, including those whose scorecard is missing. */
  readonly expected: readonly string[];
  /** The rounds before this one. */
  readonly history: readonly PastRound[];
  /** Whether rounds go on after the quality gate passed, as long as the scores improve. */
  readonly polish: boolean;
  /** Critical issues that the program found itself, such as text that addresses the reviewers. */
  readonly programFindings?: readonly AgentFinding[] | undefined;
  /** The Editor's own assessment. Default: the average with one decimal. */
  readonly overallQuality?: number | undefined;
}

/** A finding and the agent that raised it. */
export interface AgentFinding extends Finding {
  readonly agent: string;
}

/** The summary lists at most this many priorities. */
const MAX_PRIORITIES = 10;

/** The program's own findings, then all issues by severity and by the reviewer's score, lowest first. */
export function prioritiesOf({
  cards,
  programFindings = [],
}: Pick<ReviewedRound, 'cards' | 'programFindings'>): readonly AgentFinding[] {
  const all = cards.flatMap(({ agent, score, issues }) => issues.map((issue) => ({ ...issue, agent, score })));
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  const sorted = all.toSorted((a, b) => rank(a) - rank(b) || a.score - b.score);
  return [...programFindings, ...sorted.map(({ score: _, ...issue }) => issue)];
}

/** Aggregates a round: scores, average, priorities, gate, history. */
export function summarize(
  reviewed: ReviewedRound,
  thresholds: Thresholds,
): {
  readonly summary: EditorSummary;
  readonly verdict: Verdict;
  readonly priorities: readonly AgentFinding[];
} {
  const { chapter, round, cards, expected, history, polish } = reviewed;
  const crew_scores = Object.fromEntries(cards.map(({ agent, score }) => [keyOf(agent), score]));
  const priorities = prioritiesOf(reviewed);
  const verdict = decideGate(
    {
      round,
      scores: Object.fromEntries(cards.map(({ agent, score }) => [agent, score])),
      expected,
      criticals: priorities.filter(({ severity }) => severity === 'critical').length,
      previous: history.at(-1)?.avg ?? null,
      polish,
    },
    thresholds,
  );
  const { average, action, reason, gate } = verdict;
  const top = priorities.slice(0, MAX_PRIORITIES).map(({ agent, location, issue }) => ({ agent, location, issue }));
  const isForced = action === 'force_pass';
  const summary: EditorSummary = {
    chapter,
    round,
    crew_scores,
    average,
    editor_assessment: {
      overall_quality: reviewed.overallQuality ?? (average === null ? null : roundedToTenth(average)),
      top_priorities: top,
      pass_gate: verdict.isFinished,
      reason,
      action,
    },
    forced_pass: isForced,
    forced_pass_reason: isForced ? forcedReason(average, unresolvedOf(reviewed, verdict)) : null,
    round_history: [...history, { round, avg: average, gate }],
  };
  return { summary, verdict, priorities };
}

/** The text for a missing review in editor-summary.json and in the revision notes. */
export const NO_REVIEW = 'no review';

/** What a forced pass leaves unresolved: all issues and missing reviews. */
export function unresolvedOf(
  reviewed: Pick<ReviewedRound, 'cards' | 'programFindings'>,
  { failures }: Pick<Verdict, 'failures'>,
): readonly Priority[] {
  const missing = failures.flatMap((each) =>
    each.is === 'missing' ? [{ agent: each.reviewer, location: '—', issue: NO_REVIEW }] : [],
  );
  return [...prioritiesOf(reviewed).map(({ agent, location, issue }) => ({ agent, location, issue })), ...missing];
}

const forcedReason = (average: number | null, open: readonly Priority[]): string =>
  `Max rounds reached. Final score: ${average ?? 'none'}. Unresolved: [${open
    .map(({ agent, location, issue }) => `${agent} ${location}: ${issue}`)
    .join('; ')}]`;

/** The text of `revision-notes-{R}.md`, which the writer gets for the next draft. */
export function revisionNotes(
  { round, cards, programFindings }: Pick<ReviewedRound, 'round' | 'cards' | 'programFindings'>,
  verdict: Verdict,
  thresholds: Thresholds,
): string {
  const low = new Set(verdict.failures.flatMap((each) => (each.is === 'low' ? [each.reviewer] : [])));
  const fixes = prioritiesOf({ cards, programFindings }).map(({ agent, location, issue, suggestion }, n) => {
    const what = [issue, suggestion].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
    return `${n + 1}. [${agent} ${location}] ${what.join(' ')}`;
  });
  const scores = cards.map(
    ({ agent, score }) => `- ${agent}: ${score.toFixed(1)}${low.has(agent) ? ' (below threshold)' : ''}`,
  );
  const missing = verdict.failures.flatMap((each) =>
    each.is === 'missing' ? [`- ${each.reviewer}: ${NO_REVIEW}`] : [],
  );
  const average = verdict.average === null ? 'none' : verdict.average.toFixed(2).replace(/(\.\d)0$/, '$1');
  const gate =
    verdict.failures.length > 0
      ? `FAIL (${verdict.failures.map((each) => failureText(each, thresholds)).join('; ')})`
      : `PASS (${verdict.reason})`;
  return `# Revision Notes — Round ${round}

## Priority Fixes
${fixes.length > 0 ? fixes.join('\n') : '(none)'}

## Scores This Round
${[...scores, ...missing].join('\n')}

Average: ${average} — Gate: ${gate}
`;
}

/** The final draft of a forced pass: each open issue is a comment before its paragraph, or at the top if it names none. */
export function markUnresolved(draft: string, open: readonly Priority[]): string {
  const paragraphs = paragraphsOf(draft);
  const lineEnd = draft.includes('\r\n') ? '\r\n' : '\n';
  /** Comments by the offset at which they are inserted. */
  const insertions = new Map<number, string[]>();
  for (const priority of open) {
    const offset = paragraphs[(paragraphIn(priority.location) ?? 1) - 1]?.start ?? paragraphs[0]?.start ?? 0;
    insertions.set(offset, [...(insertions.get(offset) ?? []), commentOf(priority)]);
  }
  let out = '';
  let from = 0;
  for (const [offset, comments] of [...insertions].sort(([a], [b]) => a - b)) {
    out += `${draft.slice(from, offset)}${comments.join(lineEnd)}${lineEnd}${lineEnd}`;
    from = offset;
  }
  return out + draft.slice(from);
}

/** An issue as an HTML comment, which its text cannot end early. */
const commentOf = ({ agent, location, issue }: Priority): string => {
  const inside = `UNRESOLVED [${agent} ${location}] ${issue}`
    .replace(/\s+/g, ' ')
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ');
  return `<!-- ${inside} -->`;
};
