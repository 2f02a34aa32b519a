// A worker's result file: its front matter, and the checks of validate_result (specs parent-session). Pure. Used by agents/, by most files
// of `build`, and by other rules that read YAML front matter.
import { parse } from 'yaml';
import type { Persona } from './plan.js';

/** The front matter is read from this many lines. */
export const HEAD_LINES = 20;
/** A result with fewer lines fails validation. */
const FEWEST_LINES = 20;
/** The last line of a finished result. */
export const COMPLETE = '<!-- COMPLETE -->';

export const STATUSES = ['success', 'partial', 'failure'] as const;
export type ResultStatus = (typeof STATUSES)[number];
const QUALITIES = ['GREEN', 'YELLOW', 'RED'] as const;
export type Quality = (typeof QUALITIES)[number];

/** The front matter of a result. A missing or invalid field is undefined. */
export interface FrontMatter {
  readonly status?: ResultStatus | undefined;
  readonly quality?: Quality | undefined;
  readonly completeness?: number | undefined;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly output_files: readonly string[];
  readonly task_id?: string | undefined;
  readonly doc_impact: readonly string[];
}

/** The fields of a YAML front matter within the first lines of a file; null where there is none. */
export function yamlHead(head: string, lines = HEAD_LINES): Readonly<Record<string, unknown>> | null {
  const all = head
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(0, lines);
  if (all[0]?.trim() !== '---') return null;
  const end = all.findIndex((line, n) => n > 0 && line.trim() === '---');
  const text = all.slice(1, end < 0 ? all.length : end).join('\n');
  try {
    const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'error' });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Reads the front matter from the first lines of a result. */
export function readFrontMatter(head: string): FrontMatter {
  const fields = yamlHead(head) ?? {};
  const { status, quality, completeness } = fields;
  const percent = typeof completeness === 'string' ? Number(completeness.replace(/%$/, '')) : completeness;
  return {
    status: STATUSES.find((each) => each === status),
    quality: QUALITIES.find((each) => each === quality),
    completeness: typeof percent === 'number' && percent >= 0 && percent <= 100 ? Math.round(percent) : undefined,
    errors: linesOf(fields.errors),
    warnings: linesOf(fields.warnings),
    output_files: linesOf(fields.output_files),
    task_id: fields.task_id === undefined || fields.task_id === null ? undefined : oneLine(fields.task_id),
    doc_impact: linesOf(fields.doc_impact),
  };
}

function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(oneLine);
  return value === undefined || value === null || value === '' ? [] : [oneLine(value)];
}

/** A value as one line of at most 200 characters, for logs and messages. */
export function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** The three required fields with their defaults, and a note for each default used. */
export interface Metadata {
  readonly status: ResultStatus;
  readonly quality: Quality;
  readonly completeness: number;
  readonly issues: readonly string[];
}

/** The required fields of a result, with defaults for missing ones. */
export function withDefaults({ status, quality, completeness }: FrontMatter): Metadata {
  return {
    status: status ?? 'failure',
    quality: quality ?? 'YELLOW',
    completeness: completeness ?? 0,
    issues: [
      ...(status === undefined ? ['status missing, defaulted to failure'] : []),
      ...(quality === undefined ? ['quality missing, defaulted to YELLOW'] : []),
      ...(completeness === undefined ? ['completeness missing, defaulted to 0'] : []),
    ],
  };
}

/** What a scan found in a result file. It contains no text of the file. */
export interface Scan {
  readonly exists: boolean;
  readonly complete_marker: boolean;
  readonly line_count: number;
  readonly has_sources: boolean;
  readonly has_code_blocks: boolean;
}

/** The output of validate_result (specs/parent-session.md). */
export interface ValidateResult extends Omit<Scan, 'exists'> {
  readonly status: 'pass' | 'fail';
  readonly issues: readonly string[];
  readonly result_status: ResultStatus | null;
  readonly result_quality: Quality | null;
  readonly result_completeness: number | null;
}

/** Judges a result by its scan and its front matter. Missing sources or code are warnings; every other problem fails the result. */
export function validateResult(scan: Scan, front: FrontMatter, persona: Persona): ValidateResult {
  const { exists, complete_marker, line_count, has_sources, has_code_blocks } = scan;
  const failures = !exists
    ? ['E128: result file not found']
    : [
        ...(complete_marker ? [] : ['E134: complete marker missing']),
        ...(line_count < FEWEST_LINES ? [`E135: ${line_count} lines, fewer than ${FEWEST_LINES}`] : []),
      ];
  const warnings = [
    ...(exists && persona === 'researcher' && !has_sources ? ['E136: Sources section missing'] : []),
    ...(exists && persona === 'coder' && !has_code_blocks ? ['E137: no code block'] : []),
  ];
  return {
    complete_marker,
    line_count,
    has_sources,
    has_code_blocks,
    status: failures.length > 0 ? 'fail' : 'pass',
    issues: [...failures, ...warnings],
    result_status: front.status ?? null,
    result_quality: front.quality ?? null,
    result_completeness: front.completeness ?? null,
  };
}

/** Scans a result piece by piece and keeps no more than its last line. */
export class Scanner {
  #lines = 0;
  #hasSources = false;
  #hasCode = false;
  #line = '';
  #last = '';

  add(piece: string): void {
    const lines = (this.#line + piece).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#scanLine(line);
  }

  end(): Scan {
    if (this.#line !== '') this.#scanLine(this.#line);
    return {
      exists: true,
      complete_marker: this.#last === COMPLETE,
      line_count: this.#lines,
      has_sources: this.#hasSources,
      has_code_blocks: this.#hasCode,
    };
  }

  #scanLine(line: string): void {
    this.#lines += 1;
    const text = line.trim();
    if (text !== '') this.#last = text.slice(0, 100);
    if (/^## Sources\b/.test(text)) this.#hasSources = true;
    if (/^(?:```|~~~)/.test(text)) this.#hasCode = true;
  }
}

/** The scan of a missing file. */
export const NO_FILE: Scan = {
  exists: false,
  complete_marker: false,
  line_count: 0,
  has_sources: false,
  has_code_blocks: false,
};

/** The result file that the program writes for a worker that left none. */
export function failedResult({ task, error }: { readonly task: number; readonly error: string }): string {
  const front = `---\nstatus: failure\nquality: RED\ncompleteness: 0\nerrors:\n  - ${JSON.stringify(oneLine(error))}\noutput_files: []\ntask_id: task_${task}\n---\n`;
  return `${front}# Task ${task}\n\nThe worker left no result.\n\n${COMPLETE}\n`;
}
