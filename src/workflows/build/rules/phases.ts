// Rules of the phases of a build: which ones run, the prompts of their agents, the plan reviewer's verdict, and report_summary.md. Pure.
// Used by most files of `build`, and by src/workflows/retrospect.
import type { FrontMatter, Metadata } from './result.js';
import { oneLine, yamlHead } from './result.js';

/** Whether phase 3 runs an aggregator. A single task without dependencies needs none. */
export const needsAggregator = (tasks: number, hasDependencies: boolean): boolean => tasks !== 1 || hasDependencies;

export const PHASES = ['decompose', 'execute', 'aggregate', 'retrospect'] as const;
export type Phase = (typeof PHASES)[number];
export type PhaseInstructions = Readonly<Partial<Record<Phase, string | undefined>>>;

/** Heading of a phase's instructions in a prompt: "Additional instructions for this phase:". */
export const INSTRUCTIONS_HEAD = 'このフェーズの追加指示:';
/** Heading of paths and fields in a prompt: "Information about the task". */
export const TASK_HEAD = '## タスク固有情報';

/** The parts of an agent's first message. */
export interface Prompt {
  /** `phase_instructions.<phase>`; an empty one adds nothing. */
  readonly instructions?: string | undefined;
  /** Texts that come before the instructions. */
  readonly before?: readonly string[] | undefined;
  /** Paths and single words, by name: `REQUEST_PATH`, `MODE`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Paths that the agent has to read. */
  readonly inputs?: readonly string[] | undefined;
  /** Paths that the agent has to write. */
  readonly outputs?: readonly string[] | undefined;
  /** Lines at the end. */
  readonly more?: readonly string[] | undefined;
}

/**
 * The first message of an agent. The system prompt is the role's prompt file (TEMPLATE_PATH in specs/parent-session.md), which takes
 * precedence over instructions of the configuration.
 */
export function promptText({
  instructions = '',
  before = [],
  fields = {},
  inputs = [],
  outputs = [],
  more = [],
}: Prompt): string {
  const added = instructions.trim() === '' ? [] : [INSTRUCTIONS_HEAD, instructions.trim(), ''];
  return [
    ...before,
    ...added,
    TASK_HEAD,
    ...Object.entries(fields).map(([name, value]) => `- ${name}: ${value}`),
    ...inputs.map((path) => `- 入力ファイル: ${path} を読め`),
    ...outputs.map((path) => `- 出力ファイル: ${path} に書け`),
    ...more,
    '',
  ].join('\n');
}

/** The phases whose prompts get instructions of the configuration, for the execution log. */
export const phasesWithInstructions = (instructions: PhaseInstructions): readonly Phase[] =>
  PHASES.filter((phase) => (instructions[phase] ?? '').trim() !== '');

export type Verdict = 'APPROVE' | 'APPROVE-WITH-NOTES' | 'REJECT';

/** The last verdict of a plan review, with the notes on its line; null if there is no verdict. */
export function verdictOf(tail: string): { readonly verdict: Verdict; readonly notes: string } | null {
  // Without list marks, quote marks and bold.
  const lines = tail.split(/\r?\n/).map((line) =>
    line
      .trim()
      .replace(/^(?:[-*>#]\s*)+/, '')
      .replace(/^\*\*|\*\*$/g, ''),
  );
  for (const line of lines.reverse()) {
    const found = /^(APPROVE-WITH-NOTES|APPROVE|REJECT)\b\**\s*[:：—-]?\s*(.*)$/.exec(line);
    if (found) return { verdict: found[1] as Verdict, notes: oneLine(found[2] ?? '') };
  }
  return null;
}

/** Whether the decomposer plans again: only if the first review rejected the plan. */
export const needsNewPlan = (verdict: Verdict | null, reviews: number): boolean =>
  verdict === 'REJECT' && reviews === 1;

export const SUMMARY_LINES = 50;

/** `report_summary.md` as it is shown: never more than 50 lines. */
export function shownSummary(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.length <= SUMMARY_LINES ? lines.join('\n') : [...lines.slice(0, SUMMARY_LINES - 1), '…'].join('\n');
}

/** The problems of a summary, for the aggregator; empty if there are none. */
export function summaryProblems(text: string | null): readonly string[] {
  if (text === null || text.trim() === '') return ['report_summary.md is missing'];
  const lines = text.trimEnd().split(/\r?\n/).length;
  const missing = SUMMARY_FIELDS.filter((name) => yamlHead(text)?.[name] === undefined);
  return [
    ...(lines > SUMMARY_LINES ? [`report_summary.md has ${lines} lines; ${SUMMARY_LINES} is the most`] : []),
    ...(missing.length > 0 ? [`the front matter of report_summary.md lacks ${missing.join(', ')}`] : []),
  ];
}

const SUMMARY_FIELDS = [
  'generated_by',
  'date',
  'cmd_id',
  'status',
  'quality',
  'completeness',
  'task_count',
  'failed_tasks',
] as const;

/** The fields of a summary that the program writes itself. */
export interface MinimalSummary extends Pick<Metadata, 'status' | 'quality' | 'completeness'> {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly cmd: string;
  readonly failed: readonly number[];
}

/** report_summary.md of a build without phase 3, from the front matter of its only result. */
export function minimalSummary({ version, date, cmd, status, quality, completeness, failed }: MinimalSummary): string {
  return [
    '---',
    `generated_by: "crew v${version}"`,
    `date: "${date}"`,
    `cmd_id: "${cmd}"`,
    `status: ${status}`,
    `quality: ${quality}`,
    `completeness: ${completeness}`,
    'task_count: 1',
    `failed_tasks: [${failed.join(', ')}]`,
    '---',
    `# Summary: ${cmd}`,
    '(Phase 3 skipped — single task)',
    '',
  ].join('\n');
}

/** The worst quality and the average completeness of all results. A missing quality counts as YELLOW, a missing completeness as 0. */
export function overallMetadata(
  fronts: readonly Pick<FrontMatter, 'quality' | 'completeness'>[],
): Pick<Metadata, 'quality' | 'completeness'> {
  const ranks = ['GREEN', 'YELLOW', 'RED'] as const;
  const worst = fronts.reduce((rank, { quality = 'YELLOW' }) => Math.max(rank, ranks.indexOf(quality)), 0);
  const sum = fronts.reduce((all, { completeness = 0 }) => all + completeness, 0);
  return { quality: ranks[worst] ?? 'RED', completeness: fronts.length === 0 ? 0 : Math.round(sum / fronts.length) };
}
