// The recommendation in the report: scored suggestions and the agent to call next. Every suggested command can be run as it is.

import type { Recommendation } from '../../../ports/report.js';
import { type AgentInfo, type AgentRegistry, commandOf, quoted } from './agents.js';
import { type BoardFacts, compareNumbers, isDashboard, numberIn } from './board-facts.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { readyPullsOf } from './facts.js';
import { repoOf } from './links.js';
import { boardOptions, isIssueCapability, type Option, optionOf, personAgent } from './options.js';
import type { Reason } from './statements.js';
import { turnsOf } from './turns.js';

interface ReasonInput {
  readonly boardFacts: BoardFacts;
  readonly candidates: readonly Candidate[];
  readonly nextAgent: string;
  readonly options: readonly Option[];
}

/** Why `nextAgent` is this agent, or none, and for which issues. */
function reasonOf({ boardFacts, candidates, nextAgent, options }: ReasonInput): Reason {
  const { shown, verdicts } = boardFacts;
  const chosen = options.filter(({ suggestion }) => suggestion.agent === nextAgent);
  const issues = [...new Map(chosen.map(({ verdict }) => [verdict.issue, verdict])).values()].sort((a, b) =>
    compareNumbers(a.issue, b.issue),
  );
  const refs = [...new Set(chosen.flatMap(({ about }) => about))].map((ref) => shown(ref));
  if (nextAgent === SCAN_AGAIN_AGENT) return { is: 'scan-again', issues: refs };
  if (nextAgent !== 'none') {
    const commands = new Set(chosen.map(({ suggestion }) => suggestion.command));
    const command = commands.size === 1 ? [...commands].find((each) => each.startsWith('/crew ')) : undefined;
    const states = issues.map((verdict) => {
      const pull = command === '/crew review' ? readyPullsOf(verdict.case)[0]?.ref : undefined;
      return { ref: shown(verdict.issue), state: verdict.state, ...(pull === undefined ? {} : { pull: shown(pull) }) };
    });
    return { is: 'agent', agent: nextAgent, command, issues: states };
  }
  const lackingCapabilities = candidates.flatMap((each) => (each.for === 'agent' ? [each.needed] : []));
  if (lackingCapabilities.length > 0)
    return { is: 'nobody-can', capabilities: [...new Set(lackingCapabilities)].sort() };
  if (refs.length > 0) return { is: 'person', issues: refs };
  if (verdicts.length === 0)
    return hasUnreadData(boardFacts)
      ? { is: 'nothing-seen' }
      : { is: 'no-issues', label: boardFacts.config.facilitate.label };
  if (verdicts.every((each) => each.state === 'done' || isDashboard(each, boardFacts))) return { is: 'all-done' };
  const pending = turnsOf(boardFacts)
    .slice(0, 5)
    .map(({ ref, who, why }) => ({ ref: shown(ref), who, why }));
  return pending.length > 0 ? { is: 'waits', people: pending } : { is: 'all-taken' };
}

/** Whether this scan failed to read something. Data that is expected to be missing does not count. */
const hasUnreadData = ({ board }: BoardFacts): boolean => board.missing.some(({ isExpected }) => !isExpected);

export interface Recommended {
  readonly recommendation: Recommendation;
  /** Whether the next step is known: there is a suggestion, a person must act, or all issues are done. */
  readonly isClear: boolean;
  /** Agents whose command cannot be built. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** The agent that a suggestion to scan again names: crew's facilitation itself. */
export const SCAN_AGAIN_AGENT = 'facilitator';

/** The largest number of suggestions. */
const MAX_SUGGESTIONS = 10;

/** The recommendation for a board. */
export function recommend(boardFacts: BoardFacts, registry: AgentRegistry): Recommended {
  const candidates = candidatesOf(boardFacts);
  const issueCounts = new Map<string, number>();
  const best = candidates.flatMap((candidate) => {
    const option = bestOf(candidate, { boardFacts, registry, issueCounts });
    if (!option) return [];
    const { agent } = option.suggestion;
    issueCounts.set(agent, (issueCounts.get(agent) ?? 0) + 1);
    return [{ candidate, option }];
  });
  const ranked = best.toSorted((a, b) => compareRank(a.option, b.option));
  const sorted = ranked.map(({ option }) => option);
  const nextAgent = sorted.find(({ suggestion }) => suggestion.agent !== 'none')?.suggestion.agent ?? 'none';
  const targets = sorted.filter(({ suggestion }) => suggestion.agent === nextAgent);
  const others = alternatives(ranked, { boardFacts, registry });
  const suggestions = [...sorted, ...others].sort(compareRank).slice(0, MAX_SUGGESTIONS);
  const reason = reasonOf({ boardFacts, candidates, nextAgent, options: sorted });
  return {
    recommendation: {
      nextAgent,
      targetIssues: [...new Set(targets.flatMap(({ about }) => about.map(boardFacts.number)))],
      reason: boardFacts.say.reason(reason),
      availableAgents: registry.agents.map(({ name }) => name),
      suggestions: suggestions.map(({ suggestion }) => suggestion),
    },
    isClear: sorted.length > 0 || ['all-done', 'all-taken', 'waits', 'no-issues'].includes(reason.is),
    problems: problemsOf(boardFacts, registry),
  };
}

interface ChoiceContext {
  readonly boardFacts: BoardFacts;
  readonly registry: AgentRegistry;
  /** By agent: how many issues it was suggested for so far. */
  readonly issueCounts: ReadonlyMap<string, number>;
}

/** The other agents that can take the first issue, and the agents that take a whole board. */
function alternatives(
  ranked: readonly { readonly candidate: Candidate; readonly option: Option }[],
  { boardFacts, registry }: Pick<ChoiceContext, 'boardFacts' | 'registry'>,
): readonly Option[] {
  const forAgents = ranked.flatMap(({ candidate, option }) =>
    candidate.for === 'agent' ? [{ candidate, option }] : [],
  );
  const [first] = forAgents;
  if (!first) return [];
  const others = agentOptions(first.candidate, { boardFacts, registry }).filter(
    ({ suggestion }) => suggestion.agent !== first.option.suggestion.agent,
  );
  const candidates = forAgents.map(({ candidate }) => candidate);
  return [...others, ...boardOptions(candidates, { boardFacts, registry })];
}

/** The best suggestion for an issue. With equal scores, the agent with fewer issues so far wins. */
function bestOf(candidate: Candidate, { boardFacts, registry, issueCounts }: ChoiceContext): Option | undefined {
  if (candidate.for === 'crew') return scanAgainOption(candidate, boardFacts);
  if (candidate.for === 'person') return personOption(candidate, boardFacts);
  const issueCountOf = ({ suggestion }: Option) => issueCounts.get(suggestion.agent) ?? 0;
  const [best] = agentOptions(candidate, { boardFacts, registry }).toSorted(
    (a, b) => b.suggestion.score - a.suggestion.score || issueCountOf(a) - issueCountOf(b),
  );
  return best;
}

/** A suggestion for each of the repository's agents with the capability. If there is none, for crew's own roles. */
function agentOptions(
  candidate: Extract<Candidate, { for: 'agent' }>,
  { boardFacts, registry }: Pick<ChoiceContext, 'boardFacts' | 'registry'>,
): readonly Option[] {
  const able = registry.getByCapability(candidate.needed);
  const optionsOf = (agents: readonly AgentInfo[]) =>
    agents.flatMap((agent) => agentOption(candidate, { agent, boardFacts }) ?? []);
  const repositoryOptions = optionsOf(able.filter(({ own }) => !own));
  return repositoryOptions.length > 0 ? repositoryOptions : optionsOf(able.filter(isStartedByComment));
}

/** Whether an agent is one of crew's own roles that a comment (`/crew …`) can start. */
const isStartedByComment = ({ own, command = '' }: AgentInfo): boolean => own === true && command.startsWith('/crew ');

function agentOption(
  candidate: Extract<Candidate, { for: 'agent' }>,
  { agent, boardFacts }: { agent: AgentInfo; boardFacts: BoardFacts },
): Option | undefined {
  const built = commandFor(agent, boardFacts, candidate.verdict.issue);
  if ('why' in built) return undefined;
  // `/crew review` is written on the pull request, so the suggestion must name the pull request.
  const isCrewReview = candidate.proposal === 'review' && built.command === '/crew review';
  const pull = isCrewReview ? readyPullsOf(candidate.verdict.case)[0]?.ref : undefined;
  return optionOf({ ...candidate, pull, agent, command: built.command, name: agent.name }, boardFacts);
}

function commandFor(agent: AgentInfo, { number, config: { facilitate } }: BoardFacts, issue: string) {
  const { project, 'command-template': template } = facilitate;
  const values = {
    name: agent.name,
    issue: String(number(issue)),
    project: project === undefined ? undefined : String(project),
  };
  return commandOf(agent, values, template);
}

/** A suggestion to a person, with the `gh` command for it. */
function personOption(candidate: Extract<Candidate, { for: 'person' }>, boardFacts: BoardFacts): Option {
  // The score asks for a capability. Nobody else has this one, so the person gets the full score for it.
  const needed = 'a person';
  const command = ghCommandFor(candidate);
  return optionOf({ ...candidate, agent: personAgent(needed), needed, command, name: 'none' }, boardFacts);
}

function ghCommandFor({ verdict, proposal, pull, root }: Extract<Candidate, { for: 'person' }>): string {
  const gh = (command: string, ref: string) => `gh ${command} ${numberIn(ref)} --repo ${quoted(repoOf(ref))}`;
  if (pull !== undefined) return gh(proposal === 'merge' ? 'pr merge' : 'pr view', pull);
  return root === undefined ? gh('issue close', verdict.issue) : gh('issue view', root);
}

/** The suggestion to scan again for all issues that could not be judged. */
function scanAgainOption({ verdict, issues }: Extract<Candidate, { for: 'crew' }>, boardFacts: BoardFacts): Option {
  const { project, 'project-owner': owner, label } = boardFacts.config.facilitate;
  const command = [
    `crew facilitate --repo ${quoted(boardFacts.board.repo)}`,
    ...(project === undefined ? [] : [`--project ${project}`]),
    ...(owner === undefined ? [] : [`--project-owner ${quoted(owner)}`]),
    ...(label === undefined ? [] : [`--label ${quoted(label)}`]),
  ].join(' ');
  const needed = 'facilitate-action';
  const agent = personAgent(needed);
  return optionOf(
    { verdict, about: issues, proposal: 'scan-again', agent, needed, command, name: SCAN_AGAIN_AGENT },
    boardFacts,
  );
}

/** Compares by score, then by the number of issues freed, then by age (oldest first), then by number. */
function compareRank(a: Option, b: Option): number {
  return (
    b.suggestion.score - a.suggestion.score ||
    b.frees - a.frees ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    numberIn(a.ref) - numberIn(b.ref) ||
    (a.ref < b.ref ? -1 : 1)
  );
}

/** Agents whose command cannot be built. They are reported as problems and never suggested. */
function problemsOf(boardFacts: BoardFacts, { agents }: AgentRegistry): Recommended['problems'] {
  const { config, board, say } = boardFacts;
  const folder = config.facilitate.agentDiscoveryPath.replace(/\/?$/, '/');
  return agents.flatMap((agent) => {
    const built = commandFor(agent, boardFacts, `${board.repo}#1`);
    return 'why' in built && agent.capabilities.some(isIssueCapability)
      ? [{ path: `${folder}${agent.name}/agent.json`, message: say.uncallable({ agent: agent.name, why: built.why }) }]
      : [];
  });
}
