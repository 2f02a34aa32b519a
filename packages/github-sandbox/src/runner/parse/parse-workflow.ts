import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow as parseFile } from '@actions/workflow-parser';
import { REFUSED_EVENTS, SUPPORTED_EVENTS } from '../decide/events.js';
import { placeOf } from './place-of.js';
import { readJob } from './read-job.js';
import { entriesOf, type Template, textOf, toTemplate, valueAt, wordsOf } from './template.js';
import type { Workflow } from './workflow.js';

/**
 * Reads a workflow file with GitHub's own parser. Nothing is thrown: what is wrong or not supported is collected, so
 * that the run can show all of it at once.
 */
export async function parseWorkflow(path: string, content: string): Promise<Workflow> {
  const parsed = parseFile({ name: path, content }, new NoOperationTraceWriter());
  if (parsed.value !== undefined) await convertWorkflowTemplate(parsed.context, parsed.value);
  const problems = parsed.context.errors
    .getErrors()
    .map(
      (error) =>
        `${placeOf({ path, root: parsed.value, line: error.range?.start.line })}: ${plainMessage(error.message)}`,
    );
  const root = parsed.value === undefined ? null : toTemplate(parsed.value);
  return readWorkflow({ path, root, problems: [...new Set(problems)] });
}

function readWorkflow({ path, root, problems }: { path: string; root: Template; problems: string[] }): Workflow {
  const on = readTriggers(valueAt(root, 'on'));
  for (const event of Object.keys(on)) {
    const refusal = refusedEvent(event);
    if (refusal !== undefined) problems.push(`${path}: ${refusal}`);
  }
  if (
    entriesOf(on.push)
      .concat(entriesOf(on.pull_request))
      .some(([key]) => key.startsWith('paths'))
  ) {
    problems.push(`${path}: path filters are not evaluated by the embedded runner`);
  }
  const jobs = entriesOf(valueAt(root, 'jobs')).map(([id, job]) => readJob({ path, id, job, problems }));
  return {
    path,
    name: textOf(valueAt(root, 'name')) || path,
    runName: valueAt(root, 'run-name') ?? null,
    on,
    permissions: valueAt(root, 'permissions'),
    env: valueAt(root, 'env') ?? null,
    concurrency: valueAt(root, 'concurrency') ?? null,
    jobs,
    problems,
  };
}

function readTriggers(on: Template | undefined): Record<string, Template> {
  const named = wordsOf(on).map((event): [string, Template] => [event, null]);
  return Object.fromEntries([...named, ...entriesOf(on)]);
}

function refusedEvent(event: string): string | undefined {
  if (event in SUPPORTED_EVENTS) return undefined;
  return REFUSED_EVENTS[event] ?? `the event '${event}' starts nothing in the embedded runner`;
}

/** The parser writes its own `file (Line: 3, Col: 5): ` in front; the place is said once, in our words. */
function plainMessage(message: string): string {
  return message.replace(/^.*? \(Line: (\d+), Col: \d+\): /s, 'line $1: ');
}
