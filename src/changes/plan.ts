// Plan files: changes of a dry run, written to a file that `crew apply FILE` can make later. Also the key of a change.

import type { Change, CommentChange, LabelChange } from '../ports/change.js';
import { UserError } from '../ports/errors.js';
import { digestOf } from '../text/digest.js';
import { fieldsOf, parseJson } from '../text/json.js';

interface PlanScope {
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
}

export interface Plan {
  readonly format: 1;
  readonly repo: string;
  readonly observedAt: string;
  /** Which board was scanned, where it was not the configured one. */
  readonly scope?: PlanScope | undefined;
  readonly changes: readonly (CommentChange | LabelChange)[];
}

/** As it is written to a file. */
export function planText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isIssue = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isRepo = (value: unknown): value is string => isText(value) && /^[\w.-]+\/[\w.-]+$/.test(value);

/** Reads a plan; what is no plan, or would do what no plan may, is refused whole. */
export function readPlan(text: string, file: string): Plan {
  const plan = fieldsOf(parseJson(text));
  const changes = Array.isArray(plan.changes) ? plan.changes.map(readChange) : [null];
  const wrong = changes.indexOf(null);
  if (plan.format === 1 && isRepo(plan.repo) && isText(plan.observedAt) && wrong === -1) {
    return {
      format: 1,
      repo: plan.repo,
      observedAt: plan.observedAt,
      scope: scopeIn(plan.scope),
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

function scopeIn(value: unknown): PlanScope {
  const { project, projectOwner, label } = fieldsOf(value);
  return {
    ...(isIssue(project) ? { project } : {}),
    ...(isText(projectOwner) ? { projectOwner } : {}),
    ...(isText(label) ? { label } : {}),
  };
}

/** Comments of crew's own and labels: more no plan may hold. */
function readChange(value: unknown): CommentChange | LabelChange | null {
  const { kind, repo, issue, slot, body, existing, label, action, look, authors } = fieldsOf(value);
  if (!isIssue(issue) || !(repo === undefined || isRepo(repo))) return null;
  const where = repo === undefined ? { issue } : { repo, issue };
  if (kind === 'comment' && isText(slot) && isText(body) && (existing === null || isText(existing))) {
    const logins = Array.isArray(authors) ? { authors: authors.filter(isText) } : {};
    return { kind, ...where, slot, body, existing, ...logins, ...whileIn(value) };
  }
  if (kind === 'label' && isText(label) && (action === 'add' || action === 'remove'))
    return { kind, ...where, label, action, ...lookIn(look), ...whileIn(value) };
  return null;
}

/** The precondition of a change. */
function whileIn(value: unknown): Pick<LabelChange, 'while'> {
  const { issue, evidence } = fieldsOf(fieldsOf(value).while);
  const state = issue === 'open' || issue === 'closed' ? { issue } : {};
  const found = isText(evidence) ? { evidence } : {};
  return { while: { ...state, ...found } } as Pick<LabelChange, 'while'>;
}

function lookIn(value: unknown): Pick<LabelChange, 'look'> {
  const { colour, description } = fieldsOf(value);
  const isLook = isText(colour) && /^[0-9a-f]{6}$/.test(colour) && isText(description);
  return isLook ? { look: { colour, description } } : {};
}

/** The changes that a plan file may hold. */
export function plannable(changes: readonly Change[]): Plan['changes'] {
  return changes.flatMap((change) => (change.kind === 'comment' || change.kind === 'label' ? [change] : []));
}

/** The key of a change. Two changes with one key are the same change and are applied once. */
export function keyOf(change: Change): string {
  switch (change.kind) {
    case 'comment':
      return `comment ${at(change)} ${change.slot} ${digestOf(change.body).slice(0, 12)}`;
    case 'issue':
      return `issue ${change.slot} ${digestOf(`${change.title}\n${change.body}`).slice(0, 12)}`;
    case 'label':
      return `label ${at(change)} ${change.action} ${change.label}`;
    case 'reaction':
      return `reaction ${'issue' in change.on ? `issue ${change.on.issue}` : `comment ${change.on.comment}`} ${change.reaction}`;
    case 'branch':
      return `branch ${change.branch} ${change.parent} ${change.tree}`;
    case 'files':
      return `files ${change.branch} ${digestOf(JSON.stringify(change.commits)).slice(0, 12)}`;
    case 'pull':
      return `pull ${change.branch} ${digestOf(`${change.title}\n${change.body}`).slice(0, 12)}`;
    case 'reply':
      return `reply ${change.pull} ${change.thread} ${change.slot}`;
    case 'remarks':
      return `remarks ${change.pull} ${change.slot}`;
    case 'check':
      return `check ${change.name} ${change.head} ${change.externalId} ${change.conclusion ?? 'in progress'}`;
  }
}

const at = ({ repo, issue }: { repo?: string | undefined; issue: number }): string =>
  repo === undefined ? String(issue) : `${repo}#${issue}`;
