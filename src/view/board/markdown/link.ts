import type { IssueNumber } from '../../../ports/report.js';
import { addressOf, nameOf } from '../name-of.js';
import { inert } from './inert.js';

/** GitHub's own names are shorter. */
const LONGEST = 160;
const NAME = /^(?:[\w.-]+\/[\w.-]+)?#\d+$/;

/** An issue by its name, and where it is read. Without an address it is code: a bare number would leave its trace there. */
export function linked(issue: IssueNumber, home: string | undefined): string {
  const name = nameOf(issue);
  const address = addressOf(issue, home);
  if (address === null || !NAME.test(name) || name.length > LONGEST) return inert(name);
  return `[${name.replace(/[_]/g, '\\_')}](${address})`;
}
