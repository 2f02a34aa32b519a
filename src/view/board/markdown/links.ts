// What the sections of the job summary and of the digest issue share: their input, the limits of their size, and links to issues.
import type { IssueNumber, Report } from '../../../ports/report.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import { inert } from '../../markdown.js';
import { type Board, issueAddress, issueName } from '../board.js';

/** The input of every section. */
export interface RenderOptions {
  readonly report: Report;
  readonly board: Board;
  readonly words: BoardWords;
  /** The address of the board's repository. Without it, issues are not linked. */
  readonly home: string | undefined;
  /** GitHub's host. Without it, github.com. */
  readonly host: string | undefined;
  readonly limits: Limits;
}

/** The most entries of each kind. A text that is too large for GitHub is rendered again with the next smaller limits. */
interface Limits {
  /** Issues in the table of a state; 0 omits all tables. */
  readonly rows: number;
  /** The same for done issues. */
  readonly doneRows: number;
  /** Whether the tables have a column with evidence. */
  readonly evidence: boolean;
  /** Nodes of the dependency graph. */
  readonly nodes: number;
  /** Suggestions. */
  readonly steps: number;
  /** Lines of every other list. */
  readonly notes: number;
}

export const LIMITS: readonly [Limits, ...Limits[]] = [
  { rows: 200, doneRows: 50, evidence: true, nodes: 60, steps: 10, notes: 30 },
  { rows: 80, doneRows: 0, evidence: true, nodes: 60, steps: 10, notes: 20 },
  { rows: 50, doneRows: 0, evidence: false, nodes: 40, steps: 6, notes: 10 },
  { rows: 20, doneRows: 0, evidence: false, nodes: 0, steps: 4, notes: 5 },
  { rows: 0, doneRows: 0, evidence: false, nodes: 0, steps: 2, notes: 3 },
];

/** GitHub's own names are shorter; a longer text is not a name. */
const MAX_NAME_CHARACTERS = 160;
const NAME = /^(?:[\w.-]+\/[\w.-]+)?#\d+$/;

/** An issue as a link. Without an address its name is escaped, because GitHub lists a plain `#12` as a mention on that issue. */
export function issueLink(issue: IssueNumber, home: string | undefined): string {
  const name = issueName(issue);
  const address = issueAddress(issue, home);
  if (address === null || !NAME.test(name) || name.length > MAX_NAME_CHARACTERS) return inert(name);
  return `[${name.replace(/[_]/g, '\\_')}](${address})`;
}
