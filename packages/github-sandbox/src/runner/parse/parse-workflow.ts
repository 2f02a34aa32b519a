// Parses a workflow file with GitHub's own parser. Used when a run begins, for called workflows, and for the steps of composite actions.

import {
  convertWorkflowTemplate,
  isMapping,
  isSequence,
  isString,
  NoOperationTraceWriter,
  parseWorkflow as parseFile,
} from '@actions/workflow-parser';
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token';
import { entriesOf, type Template, textOf, toTemplate, valueAt, wordsOf } from '../expressions/template.js';
import { REFUSED_EVENTS, SUPPORTED_EVENTS } from './events.js';
import { readJob } from './read-job.js';
import type { Workflow } from './workflow.js';

/**
 * Parses a workflow file with GitHub's parser. Does not throw: errors and unsupported features are collected, so that the run shows all
 * of them.
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
    defaults: valueAt(valueAt(root, 'defaults'), 'run') ?? null,
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

/** Removes the parser's own `file (Line: 3, Col: 5): ` prefix. */
function plainMessage(message: string): string {
  return message.replace(/^.*? \(Line: (\d+), Col: \d+\): /s, 'line $1: ');
}

/** The file, job and step that contain a line. */
export function placeOf({
  path,
  root,
  line,
}: {
  path: string;
  root?: TemplateToken | undefined;
  line?: number | undefined;
}): string {
  const job = line === undefined ? undefined : around(childrenOf(find(root, 'jobs')), line);
  if (job === undefined || line === undefined) return path;
  const place = `${path}, job '${job.name}'`;
  const step = around(childrenOf(find(job.token, 'steps')), line);
  if (step === undefined) return place;
  const name = ['id', 'name', 'uses'].map((key) => find(step.token, key)).find((token) => token && isString(token));
  return `${place}, step ${step.name}${name === undefined ? '' : ` (${name.toString()})`}`;
}

interface Child {
  name: string;
  token: TemplateToken;
  line: number;
}

/** The last child that starts at or before the line. */
function around(children: Child[], line: number): Child | undefined {
  return children.findLast((child) => child.line <= line);
}

function childrenOf(token: TemplateToken | undefined): Child[] {
  if (token === undefined) return [];
  if (isMapping(token))
    return [...token].map(({ key, value }) => ({ name: key.toString(), token: value, line: key.line ?? 0 }));
  if (!isSequence(token)) return [];
  return Array.from({ length: token.count }, (_, index) => {
    const item = token.get(index);
    return { name: String(index + 1), token: item, line: item.line ?? 0 };
  });
}

function find(token: TemplateToken | undefined, key: string): TemplateToken | undefined {
  return token !== undefined && isMapping(token) ? token.find(key) : undefined;
}
