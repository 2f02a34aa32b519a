// The schema of the reviewer's answer, and the check of its citations against the tree. The reviewer's agent.json has the same schema; a
// test compares them. The publish job parses the work job's result with this schema and uses nothing else of it. Pure. Used by all files of
// `review`.

import * as z from 'zod';
import { isResultClaim, withoutResultClaims } from '../../../text/result-claims.js';

/** The most findings of one review. */
const MAX_FINDINGS = 7;

const path = z.string().min(1).max(1000).describe('Path from the root of the repository.');
const line = z.int().min(1).max(10_000_000);
const words = (max: number, description: string) => z.string().min(1).max(max).describe(description);

const cite = z.strictObject({
  file: path,
  line,
  shows: words(300, 'The text of that line, word for word; a part of it is enough.'),
});

const finding = z.strictObject({
  path: path.describe('The file, by its path in the head.'),
  line: line.describe('The line in the head; if possible, a line that the change adds.'),
  severity: z
    .enum(['bug', 'risk', 'question'])
    .describe(
      '`bug`: you can name an input or a state, and the wrong result. `risk`: it works today and fails under conditions that will occur. `question`: the answer decides whether it is wrong.',
    ),
  claim: words(300, 'What is wrong, in one sentence.'),
  because: words(1500, 'How the problem arises, and how to reproduce it.'),
  cites: z.array(cite).min(1).max(5).describe('The lines that prove it.'),
});

export const reviewerAnswer = z.strictObject({
  findings: z
    .array(finding)
    .max(MAX_FINDINGS)
    .describe('What is wrong with the change, the most serious first. An empty list is a good answer.'),
  notReviewed: z
    .string()
    .max(300)
    .optional()
    .describe('What of the change you could not review, and why. Leave it out if you reviewed all of it.'),
});

/** `holds`: the text of the finding's line if it occurs once in the file, by which the line is recognised after it moved. */
const placedFinding = finding.extend({ holds: z.string().max(300).optional() });

/** The result of the work job. */
export const workResultSchema = z.object({
  findings: z.array(placedFinding).max(MAX_FINDINGS),
  notReviewed: z.string().max(300).optional(),
});

export type ReviewerAnswer = z.output<typeof reviewerAnswer>;
export type Finding = z.output<typeof finding>;
export type PlacedFinding = z.output<typeof placedFinding>;

/** The lines of a file of the head; null if it does not exist or cannot be read. */
type Lines = (file: string) => readonly string[] | null;

/** Why finding number `n`, counted from 1, is rejected. */
export interface Problem {
  readonly n: number;
  readonly why: string;
}

/** Returns a problem for each wrong place, each wrong citation, and each claim that only states a result. */
export function problemsIn(findings: readonly Finding[], linesOf: Lines): readonly Problem[] {
  return findings.flatMap((finding, at) => {
    const place = wrongPlace(finding.path, finding.line, linesOf);
    const cites = finding.cites.flatMap((cite) => wrongCite(cite, linesOf) ?? []);
    const claim = claimOf(finding) === '' ? [ONLY_RESULTS] : [];
    return [...(place === null ? [] : [place]), ...cites, ...claim].map((why) => ({ n: at + 1, why }));
  });
}

const ONLY_RESULTS =
  'its claim states only a result of checks or a decision. Say what is wrong in the code, and leave results out.';

function wrongPlace(file: string, line: number, linesOf: Lines): string | null {
  const lines = isNormalPath(file) ? linesOf(file) : null;
  if (lines === null) return `${place(file, line)}: the head has no such file.`;
  return line > lines.length ? `${place(file, line)}: the file has only ${lines.length} lines.` : null;
}

function wrongCite({ file, line, shows }: Finding['cites'][number], linesOf: Lines): string | null {
  const placeProblem = wrongPlace(file, line, linesOf);
  if (placeProblem !== null) return placeProblem;
  const lines = linesOf(file) ?? [];
  if (containsText(lines[line - 1], shows)) return null;
  const elsewhere = lines.findIndex((each) => containsText(each, shows)) + 1;
  const hint = elsewhere > 0 ? ` Line ${elsewhere} does.` : '';
  return `${place(file, line)}: the line does not contain ${JSON.stringify(shows)}.${hint}`;
}

/** Whether a line contains the cited text; only blank space may differ. */
function containsText(line: string | undefined, shows: string): boolean {
  const wanted = withSingleSpaces(shows);
  return line !== undefined && wanted !== '' && withSingleSpaces(line).includes(wanted);
}

const withSingleSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The length of a line by which a finding can be recognised. A shorter line, such as a bracket, occurs in many places. */
const MIN_LINE_CHARACTERS = 8;
const MAX_LINE_CHARACTERS = 300;

/** The finding with the text of its line, if no other line of the file has the same. */
export function withLine(finding: Finding, linesOf: Lines): PlacedFinding {
  const lines = (linesOf(finding.path) ?? []).map(withSingleSpaces);
  const holds = lines[finding.line - 1] ?? '';
  const isUnique = lines.indexOf(holds) === lines.lastIndexOf(holds);
  return isUnique && holds.length >= MIN_LINE_CHARACTERS && holds.length <= MAX_LINE_CHARACTERS
    ? { ...finding, holds }
    : finding;
}

/** A relative path in its normal form, so that each file has one name. */
const isNormalPath = (path: string): boolean =>
  !/[\\\0\n\r]/.test(path) && path.split('/').every((step) => !['', '.', '..'].includes(step));

const place = (file: string, line: number): string => `${JSON.stringify(file).slice(1, -1)}:${line}`;

/** The message to the reviewer about the problems of its answer. */
export const problemsText = (problems: readonly Problem[]): string =>
  [
    'These findings cannot be accepted:',
    ...problems.slice(0, 20).map(({ n, why }) => `- Finding ${n}: ${why}`),
    'Look up the places again. Correct the findings that you can prove, and leave out the others.',
  ].join('\n');

/** The findings without problems. */
export const withoutProblems = (findings: readonly Finding[], problems: readonly Problem[]): readonly Finding[] =>
  findings.filter((_, at) => problems.every(({ n }) => n !== at + 1));

/** Words for checks. A reviewer may say that a check is missing, but not what its result is. */
const CHECKS =
  /\b(?:tests?|test ?suites?|suites?|specs|ci|pipelines?|builds?|lint(?:er|ing|s)?|type.?checks?|checks|coverage|workflow runs?)\b|テスト|検証|ビルド|パイプライン|リント|型チェック|カバレッジ/i;

/** Words for decisions about a change. People make these. */
const VERDICTS =
  /\b(?:lgtm|looks (?:good|fine|great)|all good|ship it|good to (?:go|merge|ship|land)|(?:ready|safe|fine|okay?) (?:to|for) (?:merg\w+|ship\w*|land\w*|deploy\w*|review)|(?:i|we) approve|approved? (?:it|this|that|the (?:pull request|pr|change|diff))|(?:is|are|been|was) approved|(?:please|should|can|may|must|just|do not|don't|not) (?:be )?merged?|merge (?:it|this|that)|request(?:s|ed|ing)? changes)\b|承認(?:し|する|済|でき|され)|マージ(?:して|可能|でき|すべき|しま)|問題(?:あり|は?な)/i;

/** Whether a sentence states a result of checks, or what should be done with the change. */
export function statesOutcome(sentence: string): boolean {
  const plain = sentence.normalize('NFKC');
  return VERDICTS.test(plain) || (CHECKS.test(plain) && isResultClaim(sentence));
}

/** The claim without sentences that state an outcome; '' if nothing is left. */
export const claimOf = ({ claim }: Pick<Finding, 'claim'>): string =>
  withoutResultClaims(claim, statesOutcome).replace(/\s+/g, ' ').trim();
