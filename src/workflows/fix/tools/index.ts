// What the Editor works with: the tools of every agent, the logs of the Verifier, and the Scouts.
import { gated } from '../../../agent/gate.js';
import type { Acted, Tool } from '../../../agent/tool.js';
import { toolsFor } from '../../../agent/tools/index.js';
import { isOver } from '../rules/words.js';
import type { Site } from '../site.js';
import { log } from './log.js';
import { remembered } from './remembered.js';
import { type Question, scout } from './scout.js';

/** All of them, each on the tree as the run left it; when it is over, none does anything any more. */
export function toolsOf(
  { environment, tree, course, remote }: Site,
  ask: (question: Question) => Promise<Acted>,
): readonly Tool[] {
  const all: readonly Tool[] = [
    ...toolsFor({ net: environment.web, keep: environment.keep, remote }).map((tool) =>
      tool.name === 'shell' ? remembered(tool, { tree, calls: () => course.calls.length }) : tool,
    ),
    gated(log(environment.bench.evidence)),
    scout(ask),
  ];
  return all.map((tool) => ({
    ...tool,
    act: (input, at) => (course.isStopped ? Promise.resolve(OVER) : tree.ready().then(() => tool.act(input, at))),
  }));
}

const OVER: Acted = { text: isOver, failed: true };
