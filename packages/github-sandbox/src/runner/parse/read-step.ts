import { refuseUses } from '../actions/refuse-uses.js';
import { readCondition } from './read-condition.js';
import { entriesOf, type Template, textOf, valueAt } from './template.js';
import type { Step } from './workflow.js';

const KNOWN = ['id', 'name', 'if', 'uses', 'with', 'env', 'timeout-minutes', 'continue-on-error', 'background'];

/** Reads one step; only steps that use a node action or one of the five known ones can run. */
export function readStep({
  place,
  step,
  number,
  problems,
}: {
  place: string;
  step: Template;
  number: number;
  problems: string[];
}): Step {
  const given = (key: string): Template => valueAt(step, key) ?? null;
  const uses = textOf(given('uses'));
  const label = `step ${number} (${textOf(given('id')) || textOf(given('name')) || uses || 'run'})`;
  const refusal = refusalOf(step, uses);
  if (refusal !== undefined) problems.push(`${place}, ${label}: ${refusal}`);
  return {
    number,
    id: textOf(given('id')),
    label,
    name: given('name') ?? uses,
    condition: readCondition(given('if')),
    uses,
    with: given('with'),
    env: given('env'),
    timeoutMinutes: given('timeout-minutes'),
    continueOnError: given('continue-on-error'),
  };
}

function refusalOf(step: Template, uses: string): string | undefined {
  if (valueAt(step, 'run') !== undefined) return 'run steps are not executed by the embedded runner';
  const unknown = entriesOf(step).find(([key]) => !KNOWN.includes(key));
  if (unknown !== undefined) return `'${unknown[0]}' is not known to the embedded runner`;
  if (valueAt(step, 'background') === true) return 'background steps are not run by the embedded runner';
  return uses === '' ? undefined : refuseUses(uses);
}
