// A plan: changes that were decided and not done, in a file that a person can read, keep, and have done later.

import { UserError } from '../errors.js';
import type { Change, CommentChange, LabelChange } from './change.js';

export interface Plan {
  readonly format: 1;
  readonly repo: string;
  readonly observedAt: string;
  readonly changes: readonly (CommentChange | LabelChange)[];
}

/** As it is written to a file. */
export function planText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`;
}

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const isText = (value: unknown): value is string => typeof value === 'string';
const isIssue = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isRepo = (value: unknown): value is string => isText(value) && /^[\w.-]+\/[\w.-]+$/.test(value);

/** Reads a plan; what is no plan, or would do what no plan may, is refused whole. */
export function readPlan(text: string, file: string): Plan {
  const plan = parse(text);
  const changes = Array.isArray(plan.changes) ? plan.changes.map(readChange) : [null];
  const wrong = changes.indexOf(null);
  if (plan.format === 1 && isRepo(plan.repo) && isText(plan.observedAt) && wrong === -1) {
    return {
      format: 1,
      repo: plan.repo,
      observedAt: plan.observedAt,
      changes: changes.flatMap((change) => change ?? []),
    };
  }
  throw new UserError({
    expected: `a plan in ${file}, as \`crew facilitate --plan-out\` writes it`,
    found:
      Array.isArray(plan.changes) && wrong !== -1
        ? `a change of no known form (number ${wrong + 1})`
        : 'something else',
    remedy: 'Nothing was done. Make the plan anew.',
  });
}

function parse(text: string): Json {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Comments of crew's own and labels: more no plan may hold. */
function readChange(value: unknown): CommentChange | LabelChange | null {
  const { kind, repo, issue, slot, body, standing, label, action, look } = record(value);
  if (!isIssue(issue) || !(repo === undefined || isRepo(repo))) return null;
  const where = repo === undefined ? { issue } : { repo, issue };
  if (kind === 'comment' && isText(slot) && isText(body) && (standing === null || isText(standing))) {
    return { kind, ...where, slot, body, standing };
  }
  if (kind === 'label' && isText(label) && (action === 'add' || action === 'remove'))
    return { kind, ...where, label, action, ...lookIn(look) };
  return null;
}

function lookIn(value: unknown): Pick<LabelChange, 'look'> {
  const { colour, description } = record(value);
  const isLook = isText(colour) && /^[0-9a-f]{6}$/.test(colour) && isText(description);
  return isLook ? { look: { colour, description } } : {};
}

/** Only what a plan may hold, of all that was decided. */
export function plannable(changes: readonly Change[]): Plan['changes'] {
  return changes.flatMap((change) => (change.kind === 'comment' || change.kind === 'label' ? [change] : []));
}
