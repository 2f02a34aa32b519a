// A tree to work on, put together for an agent: its files, the guard before them, the cell for its commands, the model.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { openCell } from '../adapters/cell/index.js';
import { messagesModel } from '../adapters/model/index.js';
import { keepIn, openWorkspace } from '../adapters/workspace/index.js';
import type { Config } from '../config/index.js';
import { UserError } from '../errors.js';
import { createGuard } from '../guard/index.js';
import { readLocalRules } from '../guard/local-rules.js';
import type { Workshop } from '../ports.js';
import type { Env } from './env.js';
import { groundOf } from './guard-ground.js';

export interface WorkshopOf {
  readonly env: Env;
  readonly root: string;
  readonly config: Config;
  /** Where crew keeps what is its own. */
  readonly home: string;
}

/** Opens it. What is missing is said before anything is spent. */
export async function openWorkshop({ env, root, config, home }: WorkshopOf): Promise<Workshop> {
  const key = keyOf(env);
  const workspace = openWorkspace(root);
  const ground = groundOf({ root: workspace.root });
  const cell = await openCell({
    root: workspace.root,
    hosts: config.sandbox.hosts,
    required: config.sandbox.required,
    env: env.machine,
    workflowFiles: config.fix['workflow-files'],
    hidden: [home],
  });
  const gate = createGuard({
    ...ground,
    home: homedir(),
    rules: { project: config.guard, local: readLocalRules(textOf(path.join(home, 'guard.yml'))) },
    hosts: config.sandbox.hosts,
    own: [path.resolve(home), path.resolve(workspace.root, env.configFile)],
  });
  return {
    workspace,
    gate,
    cell,
    model: messagesModel({ key, url: env.model.url }),
    web: { get: fetch, hosts: config.sandbox.hosts },
    keep: keepIn(path.join(home, 'outputs')),
    agents: path.join(workspace.root, config.facilitate.agentDiscoveryPath),
    close: () => cell.close(),
  };
}

function keyOf({ model }: Env): string {
  if (model.key !== undefined) return model.key;
  throw new UserError({
    expected: 'ANTHROPIC_API_KEY, the key of a model',
    found: 'none',
    remedy: 'Set it; or try everything without one in `crew sandbox`.',
    ends: 'refused',
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
