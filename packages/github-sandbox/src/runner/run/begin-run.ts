import { dispatchInputs } from '../decide/dispatch-inputs.js';
import type { KeptJobs } from '../decide/kept-jobs.js';
import { isUntrusted } from '../decide/place-of-event.js';
import { titleOf } from '../decide/title-of.js';
import { textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import { at, isObject, type JsonObject } from '../json.js';
import type { Run, RunnerEvent } from '../model.js';
import type { Workflow } from '../parse/workflow.js';
import { githubContext } from '../protocol/github-context.js';
import { sentenceOf } from '../refusal.js';
import type { Started } from './find-started.js';
import type { LiveRun, WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';
import { planWorkflow } from './plan-workflow.js';

interface BeginOrder {
  machine: Machine;
  event: RunnerEvent;
  place: Started['place'];
  workflow: Workflow;
  id: number;
  number: number;
  /** Where it has run before. */
  again?: Again | undefined;
}

/** A run that ended, and runs once more. */
export interface Again {
  attempt: number;
  /** Who wants it. */
  by: string;
  kept: KeptJobs;
}

/** Makes the record of a run and everything its jobs share; with problems in it, it will never start. */
export async function beginRun(order: BeginOrder): Promise<WorkflowScope> {
  const { machine, event, place, workflow } = order;
  const { host } = machine;
  const run = recordOf(order);
  const untrusted = isUntrusted(event);
  const live: LiveRun = {
    run,
    event,
    place,
    github: githubContext({ run, event, place, urls: host.urls }),
    vars: await host.variables(run.repo),
    kept: order.again?.kept ?? new Map(),
    cancel: new AbortController(),
    jobs: new Set(),
    publish: () => host.update(structuredClone(run)),
  };
  const source = { kind: 'commit', repo: run.repo, ref: place.ref, sha: place.sha } as const;
  const { problems } = run;
  const plan = await planWorkflow({ machine, workflow, source, ceiling: undefined, untrusted, depth: 0, problems });
  const inputs = inputsOf(order);
  nameRun({ live, workflow, inputs });
  const secrets = untrusted ? {} : await host.secrets(run.repo);
  live.publish();
  return { live, plan, prefix: '', inputs, secrets, cancelled: live.cancel.signal };
}

function recordOf({ machine, event, place, workflow, id, number, again }: BeginOrder): Run {
  return {
    id,
    number,
    attempt: again?.attempt ?? 1,
    repo: event.repo,
    workflow: workflow.name,
    path: workflow.path,
    title: titleOf(event, workflow.name),
    event: event.name,
    actor: event.actor,
    triggeringActor: again?.by ?? event.actor,
    ref: place.ref,
    sha: place.sha,
    status: 'queued',
    conclusion: null,
    createdAt: machine.now().toISOString(),
    problems: [],
    jobs: [],
  };
}

function inputsOf({ event, workflow }: BeginOrder): JsonObject {
  if (event.name !== 'workflow_dispatch') return {};
  const given = at(event.payload, 'inputs');
  return dispatchInputs(workflow.on.workflow_dispatch ?? null, isObject(given) ? given : {}).inputs;
}

function nameRun({ live, workflow, inputs }: { live: LiveRun; workflow: Workflow; inputs: JsonObject }): void {
  const contexts = { github: live.github, inputs, vars: live.vars };
  try {
    const named = textFor(resolve(workflow.runName, { where: `${workflow.path}, run-name`, contexts, functions: {} }));
    if (named !== '') live.run.title = named;
  } catch (thrown) {
    live.run.problems.push(sentenceOf(thrown));
  }
}
