import type { IssueNumber, Report } from '../../../ports/report.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import { inert } from '../../markdown.js';
import { addressOf, type Board, nameOf } from '../board.js';

/** The input of every part of the summary. */
export interface RenderOptions {
  readonly report: Report;
  readonly board: Board;
  readonly say: BoardWords;
  /** The address of the board's repository. Without it, issues are not linked. */
  readonly home: string | undefined;
  readonly limits: Limits;
}

/** How much is shown. A summary that is too large for GitHub is rendered again with the next smaller limits. */
interface Limits {
  readonly rows: number;
  readonly doneRows: number;
  readonly evidence: boolean;
  readonly nodes: number;
  readonly steps: number;
  readonly notes: number;
}

export const LIMITS: readonly [Limits, ...Limits[]] = [
  { rows: 200, doneRows: 50, evidence: true, nodes: 60, steps: 10, notes: 30 },
  { rows: 80, doneRows: 0, evidence: true, nodes: 60, steps: 10, notes: 20 },
  { rows: 50, doneRows: 0, evidence: false, nodes: 40, steps: 6, notes: 10 },
  { rows: 20, doneRows: 0, evidence: false, nodes: 0, steps: 4, notes: 5 },
  { rows: 0, doneRows: 0, evidence: false, nodes: 0, steps: 2, notes: 3 },
];

/** The longest text of a link. GitHub's own names are shorter. */
const LONGEST = 160;
const NAME = /^(?:[\w.-]+\/[\w.-]+)?#\d+$/;

/** An issue as a link. Without an address it is code, since GitHub would list a mention of a plain number on that issue. */
export function linked(issue: IssueNumber, home: string | undefined): string {
  const name = nameOf(issue);
  const address = addressOf(issue, home);
  if (address === null || !NAME.test(name) || name.length > LONGEST) return inert(name);
  return `[${name.replace(/[_]/g, '\\_')}](${address})`;
}
