import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { memoryStore } from '../../adapters/store/memory.js';
import { carry } from '../../core/carry.js';
import { outcomes } from '../../core/outcome.js';
import { readPlan } from '../../changes/plan.js';
import { outcomeOf } from '../../core/workflow.js';
import type { Event } from '../../event.js';
import { digestOf } from '../../text/digest.js';
import { plan } from '../../workflows/plan/index.js';
import { homeStore } from '../../services/wire.js';
import { ask } from './ask.js';
import type { DeskCommand } from './desk.js';
import { hubOf } from './hub.js';

/** `crew apply FILE`: an existing file is a plan; anything else is what `/crew apply` takes. */
export const apply: DeskCommand = async (call) => {
  const { words, flags, env } = call;
  const file = words.find((word) => !word.startsWith('--'));
  const found = file === undefined ? undefined : path.resolve(flags.root, file);
  if (file === undefined || found === undefined || !existsSync(found)) return ask('apply', call);
  const text = await readFile(found, 'utf8');
  const { repo } = readPlan(text, file);
  // Only shown, it is no run that is kept: the same file can still be done.
  const { dryRun } = flags;
  const crew = { ...(await hubOf(call, repo, dryRun ? memoryStore() : homeStore(env, flags.root))), dryRun };
  const digest = digestOf(text);
  const event: Event = { kind: 'typed', key: `plan-${digest}`, repo, issue: undefined, words: ['apply', file] };
  const written = { event, own: { labelPrefix: '', me: 0 }, asked: [] };
  const run = `plan-here-${digest.slice(0, 10)}`;
  const outcome = outcomeOf(await carry(plan, { run, crew, input: { event, asked: [], text }, written }));
  return {
    text: outcome.says ?? '',
    json: { run, status: outcomes[outcome.name].status, ...(outcome.result as object) },
    exit: outcomes[outcome.name].exit,
  };
};
