// Whether a reviewer's findings can be seen: each at a place that there is, on lines that hold what they are said to hold. Pure.

import type { Finding, PlacedFinding } from './answer.js';
import { claimOf } from './words.js';

/** The lines of a file of the head; null where there is none that could be read. */
export type Lines = (file: string) => readonly string[] | null;

/** What is wrong with a finding, by its number, counted from 1. */
export interface Problem {
  readonly n: number;
  readonly why: string;
}

/** What cannot be seen of findings, a sentence each. */
export function problemsIn(findings: readonly Finding[], linesOf: Lines): readonly Problem[] {
  return findings.flatMap((finding, at) => {
    const whole = wrongPlace(finding.path, finding.line, linesOf);
    const cites = finding.cites.flatMap(({ file, line, shows }) => wrongCite({ file, line, shows }, linesOf) ?? []);
    const mute = claimOf(finding) === '' ? [MUTE] : [];
    return [...(whole === null ? [] : [whole]), ...cites, ...mute].map((why) => ({ n: at + 1, why }));
  });
}

const MUTE =
  'its claim says only how something came out, or what is to be decided. Say what is wrong in the code, without a word about results.';

function wrongPlace(file: string, line: number, linesOf: Lines): string | null {
  const lines = isPlain(file) ? linesOf(file) : null;
  if (lines === null) return `${place(file, line)}: there is no such file in the head.`;
  return line > lines.length ? `${place(file, line)}: it has ${lines.length} lines only.` : null;
}

function wrongCite({ file, line, shows }: Finding['cites'][number], linesOf: Lines): string | null {
  const wrong = wrongPlace(file, line, linesOf);
  if (wrong !== null) return wrong;
  const lines = linesOf(file) ?? [];
  if (holds(lines[line - 1], shows)) return null;
  const elsewhere = lines.findIndex((each) => holds(each, shows)) + 1;
  const hint = elsewhere > 0 ? ` Line ${elsewhere} does.` : '';
  return `${place(file, line)}: it does not hold ${JSON.stringify(shows)}.${hint}`;
}

/** Word for word; only blanks may be others. */
function holds(line: string | undefined, shows: string): boolean {
  const wanted = squeezed(shows);
  return line !== undefined && wanted !== '' && squeezed(line).includes(wanted);
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Shorter ones stand everywhere: a bracket, an `else`. */
const TELLING = 8;
const LONGEST = 300;

/** With what its line holds, where that alone tells the line from all others of the file. */
export function withLine(finding: Finding, linesOf: Lines): PlacedFinding {
  const lines = (linesOf(finding.path) ?? []).map(squeezed);
  const holds = lines[finding.line - 1] ?? '';
  const isAlone = lines.indexOf(holds) === lines.lastIndexOf(holds);
  return isAlone && holds.length >= TELLING && holds.length <= LONGEST ? { ...finding, holds } : finding;
}

/** Relative, in its plain spelling: a place has one name. */
const isPlain = (path: string): boolean =>
  !/[\\\0\n\r]/.test(path) && path.split('/').every((step) => !['', '.', '..'].includes(step));

const place = (file: string, line: number): string => `${JSON.stringify(file).slice(1, -1)}:${line}`;

/** As the reviewer reads it. */
export const backText = (problems: readonly Problem[]): string =>
  [
    'Not taken: what you cite must be there to be seen.',
    ...problems.slice(0, 20).map(({ n, why }) => `- Finding ${n}: ${why}`),
    'Look again. Mend what you can show, and leave out what you cannot.',
  ].join('\n');

/** Those that nothing is wrong with. */
export const withoutProblems = (findings: readonly Finding[], problems: readonly Problem[]): readonly Finding[] =>
  findings.filter((_, at) => problems.every(({ n }) => n !== at + 1));
