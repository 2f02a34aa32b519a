import path from 'node:path';
import * as z from 'zod';
import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import { carry } from '../../core/carry.js';
import { type Outcome, outcomes } from '../../core/outcome.js';
import { runName } from '../../core/run-name.js';
import { outcomeOf } from '../../core/workflow.js';
import type { Event } from '../../event.js';
import { agent as story } from '../../workflows/agent/index.js';
import { taskIn } from '../../workflows/agent/task.js';
import { FAULT } from '../complain.js';
import { requireModel } from '../require-model.js';
import { stopping } from '../stopping.js';
import { watcher } from '../watcher.js';
import { workCrew } from '../wire.js';
import type { DeskCommand, Said } from './desk.js';

/** `crew agent ROLE "…"`: one role alone, on the tree that is there. Wrong usage and a broken role are no run: said at once, with exit 2. */
export const agent: DeskCommand = async (call) => {
  const { flags, env, words } = call;
  const crew = workCrew({
    ...{ env, root: flags.root, repo: flags.repo, lang: flags.lang },
    show: watcher(call),
    stop: stopping(call.tell),
  });
  const key = `typed-${crew.desk.clock.now()}`;
  const event: Event = { kind: 'typed', key, repo: flags.repo, issue: flags.issue, words: ['agent', ...words] };
  const { role } = taskIn(event);
  const { config } = await crew.known();
  readRole(filesOfRole(role, [path.join(flags.root, config.facilitate.agentDiscoveryPath)]));
  requireModel(env, config.models);
  const text = words.join(' ');
  const run = runName(story.name, event, text);
  const written = { event, own: await crew.own(), asked: [] };
  call.tell(call.paint.faint(run));
  return saidOf(run, outcomeOf(await carry(story, { run, crew, input: { event, asked: [], text }, written })));
};

/** How a run ended, for a terminal. */
export function saidOf(run: string, { name, says = '', result, awaits }: Outcome): Said {
  const { status, exit } = outcomes[name];
  const json = {
    run,
    status,
    ...(awaits ? { awaits } : {}),
    result: result ?? null,
    says,
    ...errorIn({ name, result }),
  };
  return { text: says, json, exit };
}

const failed = z.object({
  error: z.object({ expected: z.string(), found: z.string(), remedy: z.string() }).optional(),
  id: z.string().optional(),
});

/** An error stands on top of the document, whether or not there is a run that it ended. */
export function errorIn({ name, result }: Pick<Outcome, 'name' | 'result'>): { readonly error?: object } {
  const { error, id } = failed.safeParse(result).data ?? {};
  if (error) return { error };
  return name === 'error' && id !== undefined ? { error: { ...FAULT, id } } : {};
}
