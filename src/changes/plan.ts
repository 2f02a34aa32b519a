// Plan files: `crew facilitate --plan-out` writes the changes of a dry scan to a file, and `crew apply FILE` applies them later
// (src/workflows/plan). Also the key of a change, which apply.ts uses too.

import * as z from 'zod';
import type { Change, CommentChange, LabelChange } from '../ports/change.js';
import { UserError } from '../ports/errors.js';
import { digestOf } from '../text/digest.js';
import { parseJson } from '../text/json.js';

const repo = z.string().regex(/^[\w.-]+\/[\w.-]+$/);
const issue = z.int().positive();
const place = { repo: repo.optional(), issue };
/** The precondition of a change. A part that cannot be read is left out. */
const condition = z
  .object({ issue: z.enum(['open', 'closed']).optional().catch(undefined), evidence: z.string().optional() })
  .catch({});
/** Colour and description of a label that does not exist yet. */
const look = z.object({ colour: z.string().regex(/^[0-9a-f]{6}$/), description: z.string() });

/** crew's own comments, and labels. A plan may hold no other change. */
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('comment'),
    ...place,
    slot: z.string(),
    body: z.string(),
    existing: z.string().nullable(),
    authors: z.array(z.string()).optional(),
    while: condition,
  }),
  z.object({
    kind: z.literal('label'),
    ...place,
    label: z.string(),
    action: z.enum(['add', 'remove']),
    look: look.optional().catch(undefined),
    while: condition,
  }),
]);

const document = z.object({
  format: z.literal(1),
  repo,
  observedAt: z.string(),
  /** Which board was scanned, if it was not the configured one. */
  scope: z
    .object({ project: issue.optional(), projectOwner: z.string().optional(), label: z.string().optional() })
    .optional(),
  changes: z.array(change),
});

export interface Plan extends Omit<z.output<typeof document>, 'changes'> {
  readonly changes: readonly (CommentChange | LabelChange)[];
}

/** The text of a plan file. */
export function planText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`;
}

/** Reads a plan file. Throws a UserError if the text is no plan or contains another kind of change. */
export function readPlan(text: string, file: string): Plan {
  const read = document.safeParse(parseJson(text));
  if (read.success) return read.data;
  // The path of the first problem within `changes`, such as ['changes', 3, 'slot'].
  const [part, index] = read.error.issues.map(({ path }) => path).find(([first]) => first === 'changes') ?? [];
  throw new UserError({
    expected: `a plan in ${file}, as \`crew facilitate --plan-out\` writes it`,
    found:
      part === 'changes' && typeof index === 'number'
        ? `a change of no known form (number ${index + 1})`
        : 'something else',
    remedy: 'Nothing was done. Make the plan anew.',
  });
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
