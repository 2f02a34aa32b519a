import path from 'node:path';
import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import { carry } from '../../core/carry.js';
import { type Outcome, outcomes } from '../../core/outcome.js';
import { runName } from '../../core/run-name.js';
import { outcomeOf } from '../../core/workflow.js';
import type { Event } from '../../event.js';
import { agent as story } from '../../workflows/agent/index.js';
import { taskIn } from '../../workflows/agent/task.js';
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
  const text = words.join(' ');
  const run = runName(story.name, event, text);
  const written = { event, own: await crew.own(), asked: [] };
  call.tell(call.paint.faint(run));
  return saidOf(run, outcomeOf(await carry(story, { run, crew, input: { event, asked: [], text }, written })));
};

/** How a run ended, for a terminal. */
export function saidOf(run: string, { name, says = '', result, awaits }: Outcome): Said {
  const { status, exit } = outcomes[name];
  return { text: says, json: { run, status, ...(awaits ? { awaits } : {}), result: result ?? null, says }, exit };
}
