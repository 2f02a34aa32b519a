// The Secretary (specs parent-session): which operations are delegated to it, its request, and whether its response can be used. Pure.
// Used by ../secretary.ts and by phase 4 of the retrospective.
import { parse } from 'yaml';
import type { PlanTask } from './plan.js';
import { yamlHead } from './result.js';
import { waveProblems } from './waves.js';

export type Operation = 'phase2_wave_construct' | 'phase3_report' | 'phase4_approval_format';

/** `build.secretary` of the configuration. */
export interface SecretaryConfig {
  readonly enabled: boolean;
  readonly delegate_phases: readonly string[];
  readonly min_tasks_for_delegation: number;
  readonly fallback_on_failure: boolean;
}

/** Whether an operation is delegated. Formatting approvals does not depend on the number of tasks. */
export function isOperationDelegated(config: SecretaryConfig, operation: Operation, tasks: number): boolean {
  const isLarge = operation === 'phase4_approval_format' || tasks >= config.min_tasks_for_delegation;
  return config.enabled && config.delegate_phases.includes(operation) && isLarge;
}

/** `secretary_request.md` of an operation, for the work folder `dir` (`work/cmd_007/`). */
export function requestText(operation: Operation, dir: string): string {
  return `${[`OPERATION: ${operation}`, ...fieldsOf(operation, dir)].join('\n')}\n`;
}

function fieldsOf(operation: Operation, dir: string): readonly string[] {
  switch (operation) {
    case 'phase2_wave_construct':
      return [`WORK_DIR: ${dir}`, `PLAN_PATH: ${dir}plan.md`, `WAVE_PLAN_JSON_PATH: ${dir}wave_plan.json`];
    case 'phase3_report':
      return [
        `RESULTS_DIR: ${dir}results/`,
        `PLAN_PATH: ${dir}plan.md`,
        `REPORT_PATH: ${dir}report.md`,
        `REPORT_SUMMARY_PATH: ${dir}report_summary.md`,
      ];
    case 'phase4_approval_format':
      return [`RETROSPECTIVE_PATH: ${dir}retrospective.md`, `REPORT_PATH: ${dir}report.md`, 'MAX_OUTPUT_LINES: 100'];
  }
}

/** Only this many lines of a response are read. */
export const RESPONSE_LINES = 30;

/** Whether the front matter of a response reports success. */
export function isSuccessResponse(operation: Operation, head: string): boolean {
  const fields = yamlHead(head, RESPONSE_LINES);
  if (!fields || fields.status === 'failure') return false;
  const { validation } = fields;
  const verdict =
    typeof validation === 'object' && validation !== null && 'status' in validation ? validation.status : undefined;
  return operation === 'phase2_wave_construct' ? verdict === 'passed' : fields.status === 'success';
}

/** Numbers of the tasks of each wave, or why the response cannot be used. */
export type ResponseWaves =
  | { readonly is: 'waves'; readonly waves: readonly (readonly number[])[] }
  | { readonly is: 'refused'; readonly problems: readonly string[] };

/** The waves of a response. They are refused if they contradict `Depends On` or `Writes` of plan.md. */
export function wavesInResponse(response: string, tasks: readonly PlanTask[]): ResponseWaves {
  const listed = waveList(response);
  if (!listed) return { is: 'refused', problems: ['the response has no list of waves'] };
  const waves: (readonly number[])[] = [];
  for (const [n, each] of listed.entries()) {
    const { wave, tasks: ids } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    if (wave !== n + 1 || !Array.isArray(ids) || !ids.every((id): id is number => Number.isInteger(id)))
      return { is: 'refused', problems: [`wave ${n + 1} is not \`{ wave: ${n + 1}, tasks: [numbers] }\``] };
    waves.push(ids);
  }
  const problems = waveProblems(waves, tasks);
  return problems.length > 0 ? { is: 'refused', problems } : { is: 'waves', waves };
}

/** `waves:` of the front matter, of a fenced block, or of the plain text after the front matter. */
function waveList(response: string): readonly unknown[] | null {
  const front = yamlHead(response, Number.POSITIVE_INFINITY)?.waves;
  if (Array.isArray(front)) return front;
  const body = response.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const fenced = [...body.matchAll(/^```(?:ya?ml)?\r?\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  for (const text of [...fenced, body.slice(Math.max(0, body.search(/^waves:/m)))]) {
    try {
      const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'error' });
      if (typeof value === 'object' && value !== null && 'waves' in value && Array.isArray(value.waves))
        return value.waves;
    } catch {
      // Another block may contain the waves.
    }
  }
  return null;
}

/** The waves as the journal records them: each with its tasks, and in `depends_on_wave` the earlier waves that they depend on. */
export function assignmentOf(waves: readonly (readonly number[])[], tasks: readonly PlanTask[]) {
  const waveOf = new Map(waves.flatMap((wave, n) => wave.map((id) => [id, n + 1] as const)));
  return waves.map((ids, n) => {
    const earlierWaves = ids.flatMap(
      (id) => tasks.find((task) => task.id === id)?.dependsOn.map((each) => waveOf.get(each)) ?? [],
    );
    const depends_on_wave = [...new Set(earlierWaves.filter((wave) => wave !== undefined))].sort(
      (one, other) => one - other,
    );
    return { wave: n + 1, tasks: [...ids], depends_on_wave };
  });
}

const FALLBACK: Readonly<Record<Operation, string>> = {
  phase2_wave_construct: '⚠️ Secretary failed for Phase 2 wave construction, falling back to direct parsing',
  phase3_report: '⚠️ Secretary failed for Phase 3, falling back to aggregator',
  phase4_approval_format: '⚠️ Secretary failed for Phase 4 approval formatting, reading retrospective.md directly',
};
const PHASE_OF: Readonly<Record<Operation, number>> = {
  phase2_wave_construct: 2,
  phase3_report: 3,
  phase4_approval_format: 4,
};

/** What happens if the response cannot be used, and the line that reports it. */
export function reactionToFailure(
  operation: Operation,
  { fallback_on_failure }: Pick<SecretaryConfig, 'fallback_on_failure'>,
): { readonly is: 'fallback' | 'stop'; readonly message: string } {
  return fallback_on_failure
    ? { is: 'fallback', message: FALLBACK[operation] }
    : { is: 'stop', message: `❌ Secretary failed for Phase ${PHASE_OF[operation]} and fallback is disabled` };
}
