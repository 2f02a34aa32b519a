// Who should do what next: scored suggestions, and of them the one agent to call. Every suggested command is complete.

import type { Reason } from '../../text/lang/facilitate/messages.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { commandOf, quoted } from './command-line.js';
import type { AgentInfo, AgentRegistry } from './discover.js';
import { ready } from './facts.js';
import { repoOf } from './links.js';
import { type Option, optionOf, personOf } from './option.js';
import type { Recommendation } from './report.js';
import { isDashboard, numberIn, type Scene } from './scene.js';
import { turnsOf } from './turns.js';

// Why this agent and these issues are recommended; or why nobody is.

interface ReasonOf {
  readonly scene: Scene;
  readonly candidates: readonly Candidate[];
  readonly nextAgent: string;
  readonly options: readonly Option[];
}

/** The reason, as data. */
function reasonOf({ scene, candidates, nextAgent, options }: ReasonOf): Reason {
  const { shown, verdicts } = scene;
  const chosen = options.filter(({ suggestion }) => suggestion.agent === nextAgent);
  const issues = [...new Map(chosen.map(({ verdict }) => [verdict.issue, verdict])).values()];
  const refs = [...new Set(chosen.flatMap(({ about }) => about))].map((ref) => shown(ref));
  if (nextAgent === 'facilitator') return { is: 'look-again', issues: refs };
  if (nextAgent !== 'none')
    return { is: 'agent', agent: nextAgent, issues: issues.map(({ issue, state }) => ({ ref: shown(issue), state })) };
  const lacking = candidates.flatMap((each) => (each.for === 'agent' ? [each.needed] : []));
  if (lacking.length > 0) return { is: 'nobody-can', capabilities: [...new Set(lacking)].sort() };
  if (refs.length > 0) return { is: 'person', issues: refs };
  if (verdicts.length === 0)
    return isUnseen(scene) ? { is: 'nothing-seen' } : { is: 'no-issues', label: scene.config.facilitate.label };
  if (verdicts.every((each) => each.state === 'done' || isDashboard(each, scene))) return { is: 'all-done' };
  const on = turnsOf(scene)
    .slice(0, 5)
    .map(({ ref, who, why }) => ({ ref: shown(ref), who, why }));
  return on.length > 0 ? { is: 'waits', on } : { is: 'all-taken' };
}

/** There is something, and this scan could not read it. */
const isUnseen = ({ board }: Scene): boolean => board.missing.some(({ bound }) => !bound);

export interface Recommended {
  readonly recommendation: Recommendation;
  /** What is next is known, be it that somebody has to act or that all is done. */
  readonly isClear: boolean;
  /** Agents that were found and can never be called. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Its own name, where crew itself is what has to run again. */
export const SELF = 'facilitator';

/** Suggestions that are printed. */
const MOST = 10;

/** The recommendation for a board. */
export function recommend(scene: Scene, registry: AgentRegistry): Recommended {
  const candidates = candidatesOf(scene);
  const taken = new Map<string, number>();
  const best = candidates.flatMap((candidate) => {
    const option = bestOf(candidate, { scene, registry, taken });
    if (option) taken.set(option.suggestion.agent, (taken.get(option.suggestion.agent) ?? 0) + 1);
    return option ? [{ candidate, option }] : [];
  });
  const ranked = best.toSorted((a, b) => byRank(a.option, b.option));
  const sorted = ranked.map(({ option }) => option);
  const nextAgent = sorted.find(({ suggestion }) => suggestion.agent !== 'none')?.suggestion.agent ?? 'none';
  const targets = sorted.filter(({ suggestion }) => suggestion.agent === nextAgent);
  const more = alternatives(ranked, { scene, registry, taken });
  const suggestions = [...sorted, ...more].sort(byRank).slice(0, MOST);
  const reason = reasonOf({ scene, candidates, nextAgent, options: sorted });
  return {
    recommendation: {
      nextAgent,
      targetIssues: [...new Set(targets.flatMap(({ about }) => about.map(scene.number)))],
      reason: scene.say.reason(reason),
      availableAgents: registry.agents.map(({ name }) => name),
      suggestions: suggestions.map(({ suggestion }) => suggestion),
    },
    isClear: suggestions.length > 0 || ['all-done', 'all-taken', 'waits', 'no-issues'].includes(reason.is),
    problems: problemsOf(scene, registry),
  };
}

interface Choosing {
  readonly scene: Scene;
  readonly registry: AgentRegistry;
  readonly taken: ReadonlyMap<string, number>;
}

/** For the first issue every other able agent; for an agent that takes a whole board, that. */
function alternatives(
  ranked: readonly { readonly candidate: Candidate; readonly option: Option }[],
  { scene, registry }: Choosing,
): readonly Option[] {
  const first = ranked.find(({ candidate }) => candidate.for === 'agent');
  if (first?.candidate.for !== 'agent') return [];
  const { candidate, option } = first;
  const others = agentOptions(candidate, { scene, registry }).filter(
    ({ suggestion }) => suggestion.agent !== option.suggestion.agent,
  );
  return [...others, ...boardOptions(candidate, { scene, registry })];
}

/** One suggestion for the whole board, of each able agent that has a parameter for it. */
function boardOptions(
  candidate: Extract<Candidate, { for: 'agent' }>,
  { scene, registry }: Pick<Choosing, 'scene' | 'registry'>,
): readonly Option[] {
  const { project, 'command-template': template } = scene.config.facilitate;
  if (project === undefined) return [];
  return registry.getByCapability(candidate.needed).flatMap((agent) => {
    const parameter = agent.parameters.project;
    if (!parameter?.cli || agent.own) return [];
    const pattern = (agent.command ?? template)?.replace(/(?:--\S+[ =])?\{issue\}/, `${parameter.cli} {project}`);
    const values = { name: agent.name, project: String(project) };
    const built = pattern === undefined ? undefined : commandOf({ ...agent, command: pattern }, values, template);
    if (!built || 'why' in built) return [];
    return optionOf({ ...candidate, proposal: 'board', agent, command: built.command, name: agent.name }, scene);
  });
}

/**
 * The best option of an issue. An agent takes its issues one after the other, so each issue goes to the agent that suits it
 * best; equal ones share the work.
 */
function bestOf(candidate: Candidate, { scene, registry, taken }: Choosing): Option | undefined {
  if (candidate.for === 'crew') return selfOption(candidate, scene);
  if (candidate.for === 'person') return personOption(candidate, scene);
  const load = ({ suggestion }: Option) => taken.get(suggestion.agent) ?? 0;
  return agentOptions(candidate, { scene, registry }).reduce<Option | undefined>((best, option) => {
    if (!best) return option;
    const gain = option.suggestion.score - best.suggestion.score || load(best) - load(option);
    return gain > 0 ? option : best;
  }, undefined);
}

/** The able agents. The repository's own know it; crew's roles are for repositories that have none. */
function agentOptions(
  candidate: Extract<Candidate, { for: 'agent' }>,
  { scene, registry }: Pick<Choosing, 'scene' | 'registry'>,
): readonly Option[] {
  const able = registry.getByCapability(candidate.needed);
  const optionsOf = (agents: readonly AgentInfo[]) =>
    agents.flatMap((agent) => agentOption(candidate, { agent, scene }) ?? []);
  const theirs = optionsOf(able.filter(({ own }) => !own));
  return theirs.length > 0 ? theirs : optionsOf(able.filter(isAskedInThreads));
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
  const { verdict, proposal, pull, root } = candidate;
  const [ref, act] =
    pull !== undefined
      ? [pull, proposal === 'merge' ? 'pr merge' : 'pr view']
      : root !== undefined
        ? [root, 'issue view']
        : [verdict.issue, 'issue close'];
  const command = `gh ${act} ${numberIn(ref)} --repo ${quoted(repoOf(ref))}`;
  return optionOf({ ...candidate, agent: personOf('a person'), needed: 'a person', command, name: 'none' }, scene);
}

/** One look is enough for all that could not be judged. */
function selfOption({ verdict, all }: Extract<Candidate, { for: 'crew' }>, scene: Scene): Option {
  const { project, 'project-owner': owner, label } = scene.config.facilitate;
  const command = [
    `crew facilitate --repo ${quoted(scene.board.repo)}`,
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
  const { config, board, say } = scene;
  const folder = config.facilitate.agentDiscoveryPath.replace(/\/?$/, '/');
  return agents.flatMap((agent) => {
    const built = commandFor(agent, scene, `${board.repo}#1`);
    return 'why' in built && agent.capabilities.some(isWork)
      ? [{ path: `${folder}${agent.name}/agent.json`, message: say.uncallable({ agent: agent.name, why: built.why }) }]
      : [];
  });
}

const isWork = (capability: string): boolean => capability === 'issue-action' || capability === 'review-action';
