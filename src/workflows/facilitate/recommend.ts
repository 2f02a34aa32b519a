// Who should do what next (decisions A3): scored suggestions whose commands surely run, and of them the one agent to
// call.

import { type Candidate, candidatesOf } from './candidates.js';
import { commandOf, quoted } from './command-line.js';
import type { AgentInfo, AgentRegistry } from './discover.js';
import { ready } from './facts.js';
import { repoOf } from './links.js';
import { type Option, optionOf, personOf } from './option.js';
import { reasonOf } from './reason.js';
import type { Recommendation } from './report.js';
import { numberIn, type Scene } from './scene.js';

export interface Recommended {
  readonly recommendation: Recommendation;
  /** Agents that were found and can never be called. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Its own name, where crew itself is what has to run again. */
export const SELF = 'facilitator';

/** The recommendation for a board. */
export function recommend(scene: Scene, registry: AgentRegistry): Recommended {
  const candidates = candidatesOf(scene);
  const taken = new Map<string, number>();
  const options = candidates.flatMap((candidate) => {
    const best = bestOf(candidate, { scene, registry, taken });
    if (best?.suggestion.agent !== undefined)
      taken.set(best.suggestion.agent, (taken.get(best.suggestion.agent) ?? 0) + 1);
    return best ?? [];
  });
  const sorted = [...options].sort(byRank);
  const suggestions = sorted.map(({ suggestion }) => suggestion);
  const nextAgent = suggestions.find(({ agent }) => agent !== 'none')?.agent ?? 'none';
  const targets = sorted.filter(({ suggestion }) => suggestion.agent === nextAgent);
  return {
    recommendation: {
      nextAgent,
      targetIssues: [...new Set(targets.flatMap(({ about }) => about.map(scene.number)))],
      reason: scene.say.reason(reasonOf({ scene, registry, candidates, nextAgent, options: sorted })),
      availableAgents: registry.agents.map(({ name }) => name),
      suggestions,
    },
    problems: problemsOf(scene, registry),
  };
}

interface Choosing {
  readonly scene: Scene;
  readonly registry: AgentRegistry;
  readonly taken: ReadonlyMap<string, number>;
}

/**
 * The best option of an issue. An agent takes its issues one after the other, so each issue goes to whoever suits it
 * best and the sum of scores is the greatest there is, for boards of every size; equals share the work.
 */
function bestOf(candidate: Candidate, { scene, registry, taken }: Choosing): Option | undefined {
  if (candidate.for === 'crew') return selfOption(candidate, scene);
  if (candidate.for === 'person') return personOption(candidate, scene);
  const able = registry.getByCapability(candidate.needed);
  const optionsOf = (agents: readonly AgentInfo[]) =>
    agents.flatMap((agent) => agentOption(candidate, { agent, scene }) ?? []);
  // A repository's own agents know it; crew's are for where it has none.
  const theirs = optionsOf(able.filter(({ own }) => !own));
  const options = theirs.length > 0 ? theirs : optionsOf(able.filter(isAskedInThreads));
  const load = ({ suggestion }: Option) => taken.get(suggestion.agent) ?? 0;
  return options.reduce<Option | undefined>((best, option) => {
    if (!best) return option;
    const gain = option.suggestion.score - best.suggestion.score || load(best) - load(option);
    return gain > 0 ? option : best;
  }, undefined);
}

/** Crew's own roles are asked for where the work is talked about. */
const isAskedInThreads = ({ own, command = '' }: AgentInfo): boolean => own === true && command.startsWith('/crew ');

function agentOption(
  candidate: Extract<Candidate, { for: 'agent' }>,
  { agent, scene }: { agent: AgentInfo; scene: Scene },
): Option | undefined {
  const built = commandFor(agent, scene, candidate.verdict.issue);
  if ('why' in built) return undefined;
  // Where it is to be written has to be said: a review is asked for on the pull request itself.
  const pull = agent.own && candidate.proposal === 'review' ? ready(candidate.verdict.case)[0]?.ref : undefined;
  return optionOf({ ...candidate, pull, agent, command: built.command, name: agent.name }, scene);
}

function commandFor(agent: AgentInfo, { number, config: { facilitate } }: Scene, issue: string) {
  const { project, 'command-template': template } = facilitate;
  const values = {
    name: agent.name,
    issue: String(number(issue)),
    project: project === undefined ? undefined : String(project),
  };
  return commandOf(agent, values, template);
}

function personOption(candidate: Extract<Candidate, { for: 'person' }>, scene: Scene): Option {
  const { verdict, proposal, pull } = candidate;
  const [ref, act] =
    pull === undefined ? [verdict.issue, 'issue close'] : [pull, proposal === 'merge' ? 'pr merge' : 'pr view'];
  const command = `gh ${act} ${numberIn(ref)} --repo ${quoted(repoOf(ref))}`;
  return optionOf({ ...candidate, agent: personOf('a person'), needed: 'a person', command, name: 'none' }, scene);
}

/** One look is enough for all that could not be judged. */
function selfOption({ verdict, all }: Extract<Candidate, { for: 'crew' }>, scene: Scene): Option {
  const { project, 'project-owner': owner, label } = scene.config.facilitate;
  const command = [
    `crew facilitate --repo ${quoted(scene.field.repo)}`,
    ...(project === undefined ? [] : [`--project ${project}`]),
    ...(owner === undefined ? [] : [`--project-owner ${quoted(owner)}`]),
    ...(label === undefined ? [] : [`--label ${quoted(label)}`]),
  ].join(' ');
  const needed = 'facilitate-action';
  const agent = personOf(needed);
  return optionOf({ verdict, about: all, proposal: 'look-again', agent, needed, command, name: SELF }, scene);
}

/** By score; then what frees more, what is older, the lower number. */
function byRank(a: Option, b: Option): number {
  return (
    b.suggestion.score - a.suggestion.score ||
    b.frees - a.frees ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    numberIn(a.ref) - numberIn(b.ref) ||
    (a.ref < b.ref ? -1 : 1)
  );
}

/** An agent without a command that works is no use to anybody: better said than suggested. */
function problemsOf(scene: Scene, { agents }: AgentRegistry): Recommended['problems'] {
  const { config, field, say } = scene;
  const folder = config.facilitate.agentDiscoveryPath.replace(/\/?$/, '/');
  return agents.flatMap((agent) => {
    const built = commandFor(agent, scene, `${field.repo}#1`);
    return 'why' in built && agent.capabilities.some(isWork)
      ? [{ path: `${folder}${agent.name}/agent.json`, message: say.uncallable({ agent: agent.name, why: built.why }) }]
      : [];
  });
}

const isWork = (capability: string): boolean => capability === 'issue-action' || capability === 'review-action';
