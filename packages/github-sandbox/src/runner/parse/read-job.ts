// Reads one job of a parsed workflow file. Used by parse-workflow.

import { Lexer } from '@actions/expressions';
import { refuseUses } from '../actions/pinned.js';
import { entriesOf, isExpression, type Template, textOf, valueAt, wordsOf } from '../expressions/template.js';
import type { Job, JobBase, Step, StepsJob, Strategy } from './workflow.js';

/** The condition of a job or step, with `success()` if it contains no status function. */
function readCondition(template: Template): string {
  return withStatus(isExpression(template) ? template.text : textOf(template));
}

const STATUS_FUNCTIONS = ['success', 'failure', 'always', 'cancelled'];

/** The condition, with `success()` added if it contains no status function. */
export function withStatus(condition: string): string {
  const text = condition.trim();
  if (text === '') return 'success()';
  return callsStatusFunction(text) ? text : `success() && (${text})`;
}

/** Whether a condition calls a status function. Compares tokens, because `'always()'` in a string is no call. */
function callsStatusFunction(text: string): boolean {
  const lexemes = lexemesOf(text);
  return lexemes.some(
    (lexeme, index) =>
      STATUS_FUNCTIONS.includes(lexeme.toLowerCase()) && lexemes[index + 1] === '(' && lexemes[index - 1] !== '.',
  );
}

/** The tokens of an expression; none if it is invalid, because the file's parser reports that. */
function lexemesOf(text: string): string[] {
  try {
    return new Lexer(text).lex().tokens.map((token) => token.lexeme);
  } catch {
    return [];
  }
}

const REFUSED_JOB_KEYS: Record<string, string> = {
  container: 'job containers are not run by the embedded runner',
  services: 'service containers are not run by the embedded runner',
  snapshot: 'image snapshots are not made by the embedded runner',
};

/** Reads one job; adds unsupported features to the file's problems. */
export function readJob({
  path,
  id,
  job,
  problems,
}: {
  path: string;
  id: string;
  job: Template;
  problems: string[];
}): Job {
  const place = `${path}, job '${id}'`;
  for (const [key, sentence] of Object.entries(REFUSED_JOB_KEYS)) {
    if (valueAt(job, key) !== undefined) problems.push(`${place}: ${sentence}`);
  }
  const given = (key: string): Template => valueAt(job, key) ?? null;
  const base = {
    id,
    name: given('name'),
    needs: wordsOf(given('needs')),
    condition: readCondition(given('if')),
    permissions: valueAt(job, 'permissions'),
    concurrency: given('concurrency'),
    strategy: readStrategy(valueAt(job, 'strategy')),
    continueOnError: given('continue-on-error'),
  };
  const uses = textOf(given('uses'));
  if (uses !== '') return { ...base, kind: 'call', uses, with: given('with'), secrets: given('secrets') };
  return { ...base, ...readOwnWork(job, { place, problems }) };
}

/** Fields of a job with steps. */
function readOwnWork(
  job: Template,
  { place, problems }: { place: string; problems: string[] },
): Omit<StepsJob, keyof JobBase> {
  const given = (key: string): Template => valueAt(job, key) ?? null;
  const steps = given('steps');
  const listed = Array.isArray(steps) ? steps : [];
  return {
    kind: 'steps',
    env: given('env'),
    defaults: valueAt(valueAt(job, 'defaults'), 'run') ?? null,
    environment: given('environment'),
    outputs: given('outputs'),
    timeoutMinutes: given('timeout-minutes'),
    steps: listed.map((step, index) => readStep({ place, step, number: index + 1, problems })),
  };
}

function readStrategy(template: Template | undefined): Strategy | undefined {
  if (template === undefined) return undefined;
  return {
    matrix: valueAt(template, 'matrix') ?? null,
    failFast: valueAt(template, 'fail-fast') ?? true,
    maxParallel: valueAt(template, 'max-parallel') ?? null,
  };
}

const KNOWN_STEP_KEYS = [
  ...['id', 'name', 'if', 'uses', 'with', 'env', 'timeout-minutes', 'continue-on-error', 'background'],
  ...['run', 'shell', 'working-directory'],
];

/** Reads one step: a script, or an action (from a folder, or built-in). */
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
    name: given('name') ?? (uses || null),
    condition: readCondition(given('if')),
    uses,
    run: given('run'),
    shell: given('shell'),
    workingDirectory: given('working-directory'),
    with: given('with'),
    env: given('env'),
    timeoutMinutes: given('timeout-minutes'),
    continueOnError: given('continue-on-error'),
  };
}

function refusalOf(step: Template, uses: string): string | undefined {
  const unknown = entriesOf(step).find(([key]) => !KNOWN_STEP_KEYS.includes(key));
  if (unknown !== undefined) return `'${unknown[0]}' is not known to the embedded runner`;
  if (valueAt(step, 'background') === true) return 'background steps are not run by the embedded runner';
  return uses === '' ? undefined : refuseUses(uses);
}
