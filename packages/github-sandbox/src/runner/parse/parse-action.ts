// Parses an action.yml. Used by run/load-action.

import { parse, stringify } from 'yaml';
import { at, isObject, type Json, Refusal, sentenceOf, textAt } from '../json.js';
import { parseWorkflow } from './parse-workflow.js';
import type { Step } from './workflow.js';

export interface NodeAction {
  kind: 'node';
  name: string;
  main: string;
  pre?: string;
  preIf: string;
  post?: string;
  postIf: string;
  /** Defaults as written; they may contain expressions. */
  defaults: Record<string, string>;
}

/** An action that consists of steps. */
export interface CompositeAction {
  kind: 'composite';
  steps: Step[];
  /** The expressions of its outputs. */
  outputs: Record<string, string>;
  defaults: Record<string, string>;
}

const RUNTIMES = ['node20', 'node24'];

/** Parses an action.yml; docker actions are refused. */
export async function parseAction(where: string, content: string): Promise<NodeAction | CompositeAction> {
  const action = readYaml(where, content);
  const using = textAt(action, 'runs', 'using');
  if (using === 'composite') return readComposite(where, action);
  if (using === 'docker') throw new Refusal(where, 'docker actions are not run by the embedded runner');
  if (!RUNTIMES.includes(using)) {
    throw new Refusal(
      where,
      `actions using '${using}' are not run by the embedded runner, only ${RUNTIMES.join(', ')} and composite`,
    );
  }
  const main = textAt(action, 'runs', 'main');
  if (main === '') throw new Refusal(where, 'its action.yml names no runs.main');
  const pre = textAt(action, 'runs', 'pre');
  const post = textAt(action, 'runs', 'post');
  return {
    kind: 'node',
    name: textAt(action, 'name'),
    main,
    ...(pre === '' ? {} : { pre }),
    preIf: textAt(action, 'runs', 'pre-if') || 'always()',
    ...(post === '' ? {} : { post }),
    postIf: textAt(action, 'runs', 'post-if') || 'always()',
    defaults: textsOf(at(action, 'inputs'), 'default'),
  };
}

function readYaml(where: string, content: string): Json {
  try {
    return parse(content);
  } catch (thrown) {
    throw new Refusal(where, `its action.yml cannot be read: ${sentenceOf(thrown)}`);
  }
}

/** Steps are parsed inside a temporary workflow, because only workflows have a parser. */
async function readComposite(where: string, action: Json): Promise<CompositeAction> {
  const steps = at(action, 'runs', 'steps');
  const job = { 'runs-on': 'any', steps: Array.isArray(steps) ? steps : [] };
  const { jobs, problems } = await parseWorkflow('action.yml', stringify({ on: 'push', jobs: { composite: job } }));
  const [read] = jobs;
  if (problems.length > 0 || read?.kind !== 'steps') throw new Refusal(where, problems.join('; ') || 'it has no steps');
  const bare = read.steps.find(({ run, shell }) => run !== null && shell === null);
  if (bare !== undefined) throw new Refusal(where, `${bare.label}: Required property is missing: shell`);
  const { steps: listed } = read;
  const outputs = textsOf(at(action, 'outputs'), 'value');
  return { kind: 'composite', steps: listed, outputs, defaults: textsOf(at(action, 'inputs'), 'default') };
}

/** One key of each entry of a mapping, where it exists. */
function textsOf(mapping: Json, key: string): Record<string, string> {
  if (!isObject(mapping)) return {};
  const values = Object.entries(mapping).map(([name, entry]): [string, Json] => [name, at(entry, key)]);
  return Object.fromEntries(values.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]));
}
