// A tree to work on, put together for an agent: its files, the guard before them, the cell for its commands, the model; and what
// proves its work: the commit below the tree, and the Verifier's bench.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { belowOf } from '../adapters/below/index.js';
import { type CellAsk, openCell } from '../adapters/cell/index.js';
import { messagesModel } from '../adapters/model/index.js';
import { applyDiff, copyOf, keepIn, openWorkspace } from '../adapters/workspace/index.js';
import type { Config } from '../config/index.js';
import { UserError } from '../errors.js';
import { createGuard } from '../guard/index.js';
import { readLocalRules } from '../guard/local-rules.js';
import type { Clock, Model, Workshop, Workspace } from '../ports.js';
import { benchFor } from './bench.js';
import type { Env } from './env.js';
import { groundOf } from './guard-ground.js';
import { thisProcess } from './holder.js';

export interface WorkshopOf {
  readonly env: Env;
  readonly root: string;
  readonly config: Config;
  /** Where crew keeps what is its own. */
  readonly home: string;
  readonly clock: Clock;
  /** Other walls than this machine's. */
  readonly ladder?: CellAsk['ladder'];
}

/** Opens it. What is missing is said before anything is spent. */
export async function openWorkshop(of: WorkshopOf): Promise<Workshop> {
  const { env, config, home, clock } = of;
  const workspace = openWorkspace(of.root);
  const { root } = workspace;
  const walls = {
    hosts: config.sandbox.hosts,
    required: config.sandbox.required,
    env: env.machine,
    workflowFiles: config.fix['workflow-files'],
    hidden: [home],
    ladder: of.ladder,
  };
  const { place, ...bench } = benchFor({ root, home: env.home, walls, clock });
  const cell = await openCell({ ...walls, root });
  return {
    workspace,
    gate: gateOf(of, workspace),
    gateFor: (tree) => gateOf(of, tree),
    cell,
    get model() {
      return modelOf(env);
    },
    web: { get: fetch, hosts: config.sandbox.hosts },
    keep: keepIn(path.join(home, 'outputs')),
    agents: path.join(root, config.facilitate.agentDiscoveryPath),
    below: belowOf({
      root,
      place: { folder: path.join(place, 'trees'), owner: thisProcess() },
      hidden: inside(root, home),
    }),
    copy: () => copyOf(workspace),
    apply: (diff, to) => applyDiff(to, diff),
    bench,
    close: () => cell.close(),
  };
}

function gateOf({ env, config, home }: WorkshopOf, { root }: Workspace): Workshop['gate'] {
  return createGuard({
    ...groundOf({ root }),
    home: homedir(),
    rules: { project: config.guard, local: readLocalRules(textOf(path.join(home, 'guard.yml'))) },
    hosts: config.sandbox.hosts,
    own: [path.resolve(home), path.resolve(root, env.configFile)],
  });
}

function modelOf({ model }: Env): Model {
  const { key, url } = model;
  if (key !== undefined) return messagesModel({ key, url });
  throw new UserError({
    expected: 'ANTHROPIC_API_KEY, the key of a model',
    found: 'none',
    remedy: 'Set it; or try everything without one in `crew sandbox`.',
    ends: 'refused',
  });
}

/** Where crew's own folder lies in the tree, as a path to be hidden. */
function inside(root: string, home: string): readonly string[] {
  const below = path.relative(root, path.resolve(home));
  return below === '' || below.startsWith('..') || below === '.crew' ? [] : [`${below}/`];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
