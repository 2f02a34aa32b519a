// Suggestions for a whole board: one for each of the repository's agents that takes a project instead of an issue.

import { commandOf } from './agent-command.js';
import type { AgentInfo, AgentRegistry } from './agents.js';
import type { Candidate } from './candidates.js';
import { type Option, optionOf } from './option.js';
import type { Scene } from './scene.js';
import { addendsOf, bandOf, levelOf, type Scored, scoreOf } from './score.js';

type ForAgent = Extract<Candidate, { for: 'agent' }>;

/** What an agent may be suggested for. */
const WORK = { 'review-action': 'review', 'issue-action': 'work' } as const;

/** Whether a capability is one that issues need. */
export const isWork = (capability: string): capability is keyof typeof WORK => capability in WORK;

/** The suggestions, given what the issues of the board need, the most urgent first. None where nothing needs an agent. */
export function boardOptions(
  candidates: readonly ForAgent[],
  { scene, registry }: { readonly scene: Scene; readonly registry: AgentRegistry },
): readonly Option[] {
  const [first] = candidates;
  if (!first) return [];
  return registry.agents.flatMap((agent) => {
    const capability = agent.capabilities.find(isWork);
    const command = agent.own || agent.disabled ? undefined : boardCommand(agent, scene);
    if (capability === undefined || command === undefined) return [];
    const wanted = candidates.find(({ needed }) => agent.capabilities.includes(needed));
    return wanted
      ? optionOf({ ...wanted, proposal: 'board', agent, command, name: agent.name }, scene)
      : idleOption(agent, { command, capability, first, scene });
  });
}

/** The command with `--project 5` in the place of `--issue 12`; undefined where the agent cannot be called so. */
function boardCommand(agent: AgentInfo, { config }: Scene): string | undefined {
  const { project, 'command-template': template } = config.facilitate;
  const flag = agent.parameters.project?.cli;
  const pattern = agent.command ?? template;
  if (project === undefined || flag === undefined || pattern === undefined) return undefined;
  const command = pattern.replace(/(?:--\S+[ =])?\{issue\}/, `${flag} {project}`);
  const built = commandOf({ ...agent, command }, { name: agent.name, project: String(project) }, template);
  return 'why' in built ? undefined : built.command;
}

/** No issue needs the agent now. It is still an option, behind those that move an issue. */
function idleOption(
  agent: AgentInfo,
  of: { command: string; capability: keyof typeof WORK; first: ForAgent; scene: Scene },
): Option {
  const { command, capability, first, scene } = of;
  const { verdict } = first;
  const scored: Scored = {
    ...{ state: 'done', title: '', body: '', labels: [], due: undefined, now: scene.board.observedAt },
    ...{ freshness: 'stale', changed: false, freesOthers: false, isDue: false, needed: capability },
  };
  const addends = addendsOf(scored, agent, undefined);
  const score = scoreOf(addends);
  const words = scene.say.idle({ needs: WORK[capability], band: bandOf(score) });
  return {
    ...{ about: [], ref: verdict.issue, frees: 0, createdAt: verdict.case.issue.createdAt, verdict },
    suggestion: { agent: agent.name, command, ...words, priority: levelOf(scored, score), score, addends },
  };
}
