// Reads the workflow files of a repository. Used by the runner host, by workflow dispatches, and by the REST routes of workflows.

import { parse } from 'yaml';
import { z } from 'zod';
import { unprocessable } from '../api-error.js';
import { readBlob, readTree } from '../git/objects.js';
import { resolveObject } from '../git/refs.js';
import type { Repository, Workflow } from '../state.js';
import type { World } from '../world.js';

/** A workflow with its source. */
export type WorkflowFile = Workflow & { readonly source: string };

const folder = '.github/workflows/';

/** The workflow files of a commit; without `at`, of the default branch. */
export async function listWorkflows(world: World, { repository, at }: { repository: Repository; at?: string }) {
  const dir = repository.gitDir;
  const commit = await resolveObject(dir, at ?? `refs/heads/${repository.defaultBranch}`);
  if (commit === null) return [];
  const entries = (await readTree(dir, { sha: commit, deep: true })).filter(({ path, type }) => {
    return type === 'blob' && path.startsWith(folder) && /^[^/]+\.ya?ml$/.test(path.slice(folder.length));
  });
  return Promise.all(
    entries.map(async ({ path, sha }): Promise<WorkflowFile> => {
      const source = (await readBlob(dir, sha)).toString();
      return { id: idOf(world, { repository, path }), path, name: nameIn(source) ?? path, source };
    }),
  );
}

/** Finds a workflow by path, file name or id. */
export async function findWorkflow(
  world: World,
  { repository, named, at }: { repository: Repository; named: string; at?: string },
): Promise<WorkflowFile | null> {
  const all = await listWorkflows(world, { repository, ...(at === undefined ? {} : { at }) });
  return all.find(({ id, path }) => String(id) === named || path === named || path === `${folder}${named}`) ?? null;
}

/** A workflow keeps its id as long as its path stays the same. */
function idOf(world: World, { repository, path }: { repository: Repository; path: string }): number {
  const known = repository.workflowIds.get(path);
  if (known !== undefined) return known;
  const id = world.ids.next();
  repository.workflowIds.set(path, id);
  return id;
}

const namedWorkflow = z.object({ name: z.string() });

function nameIn(source: string): string | null {
  return namedWorkflow.safeParse(parseYaml(source)).data?.name ?? null;
}

const input = z
  .object({
    required: z.boolean().optional(),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    type: z.string().optional(),
    options: z.array(z.string()).optional(),
  })
  .nullable();
type DispatchInputs = { readonly [name: string]: z.infer<typeof input> };
const dispatchable = z.object({
  on: z.object({ workflow_dispatch: z.object({ inputs: z.record(z.string(), input).default({}) }).nullable() }),
});

/** The inputs of workflow_dispatch; null if the workflow has no such trigger. */
export function dispatchInputs(source: string): DispatchInputs | null {
  const file = parseYaml(source);
  const full = dispatchable.safeParse(file);
  if (full.success) return full.data.on.workflow_dispatch?.inputs ?? {};
  const short = z.object({ on: z.union([z.string(), z.array(z.string())]) }).safeParse(file);
  return short.success && [short.data.on].flat().includes('workflow_dispatch') ? {} : null;
}

function parseYaml(source: string): unknown {
  try {
    return parse(source);
  } catch {
    return null;
  }
}

type Inputs = { readonly [name: string]: string };

/** Checks the inputs of a dispatch against the inputs that the workflow declares, adds defaults, and converts all values to strings. */
export function resolveInputs(declared: DispatchInputs, given: { readonly [name: string]: unknown }): Inputs {
  const unexpected = Object.keys(given).filter((name) => !(name in declared));
  if (unexpected.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`);
  const values = Object.entries(declared).map(([name, input]) => {
    const value = given[name] ?? input?.default;
    if (value === undefined && input?.required === true) throw unprocessable(`Required input '${name}' not provided`);
    const text = value === undefined ? '' : String(value);
    if (input?.options !== undefined && text !== '' && !input.options.includes(text)) {
      throw unprocessable(`Provided value '${text}' for input '${name}' not in the list of allowed values`);
    }
    return [name, text] as const;
  });
  return Object.fromEntries(values);
}
