// Builds the suggestions of recommend.ts with their scores, and the data that breaks ties between equal scores.
import type { Ref } from '../../../ports/board-snapshot.js';
import type { Suggestion } from '../../../ports/report.js';
import { type AgentInfo, type AgentRegistry, commandOf } from './agents.js';
import { type BoardFacts, waitingFor } from './board-facts.js';
import type { Candidate } from './candidates.js';
import { evidenceDigestOf, type Verdict } from './judge.js';
import { addendsOf, bandOf, levelOf, type ScoreInput, scoreOf } from './score.js';
import type { CloseReason, Proposal } from './statements.js';

/** A suggestion, with what sorts it among the others. */
export interface Option {
  readonly suggestion: Suggestion;
  /** The issues that the suggestion names. */
  readonly about: readonly Ref[];
  /** The issue or pull request that the command acts on. */
  readonly ref: Ref;
  /** The number of issues that wait for `ref`. */
  readonly frees: number;
  readonly createdAt: string;
  readonly verdict: Verdict;
}

interface OptionInput {
  readonly verdict: Verdict;
  /** The issues that the suggestion names, if not only the verdict's issue. */
  readonly about?: readonly Ref[] | undefined;
  readonly proposal: Proposal;
  /** The pull request to review or merge, or that others wait for. */
  readonly pull?: Ref | undefined;
  /** A root blocker outside the board. */
  readonly root?: Ref | undefined;
  readonly agent: AgentInfo;
  /** The capability that the issue needs. */
  readonly needed: string;
  readonly command: string;
  /** The agent's name in the report; `none` for a person. */
  readonly name: string;
}

/** A person, or crew itself, as an agent for the score: has the capability, no description and no parameters. */
export const personAgent = (capability: string): AgentInfo => ({
  name: 'none',
  displayName: '',
  description: '',
  parameters: {},
  capabilities: [capability],
});

/** The suggestion for a candidate, by one agent. */
export function optionOf(input: OptionInput, boardFacts: BoardFacts): Option {
  const { verdict, agent, needed, command, name, about = [verdict.issue] } = input;
  const { issue } = verdict.case;
  const ref = subjectOf(input);
  const { all } = boardFacts.frees(ref);
  const scored = scoreInputOf(verdict, boardFacts, { needed, freesOthers: all.length > 0 });
  const addends = addendsOf(scored, agent, successRateOf(agent, boardFacts));
  const score = scoreOf(addends);
  const suggestion: Suggestion = {
    agent: name,
    command,
    description: headlineOf(input, boardFacts),
    priority: levelOf(scored, score),
    score,
    rationale: boardFacts.say.rationale({
      proposal: input.proposal,
      closeReason: closeReasonOf(verdict),
      state: verdict.state,
      band: bandOf(score),
      waiting: waitingFor(ref, boardFacts, boardFacts.shown),
      due: issue.due,
      // The text names the capability of an agent, not of a person or of crew.
      capability:
        agent.name === name && name !== 'none' ? { name: needed, inferred: agent.inferred === true } : undefined,
    }),
    ...(about.length === 1 && input.proposal !== 'board' ? { issue: boardFacts.number(issue.ref) } : {}),
    addends,
  };
  return { about, ref, frees: all.length, createdAt: issue.createdAt, verdict, suggestion };
}

function closeReasonOf({ rule }: Verdict): CloseReason {
  if (rule === 'children-done') return 'sub-issues';
  return rule === 'landed' ? 'landed' : 'merged';
}

/** The subject of the suggestion: the issue, or the pull request or issue that others wait for. */
const subjectOf = ({ proposal, pull, root, verdict }: OptionInput): Ref =>
  proposal === 'unblock' ? (pull ?? root ?? verdict.issue) : verdict.issue;

function headlineOf(input: OptionInput, { say, shown }: BoardFacts): string {
  const { proposal, pull, verdict, about = [verdict.issue] } = input;
  const subject = subjectOf(input);
  const issues = subject === verdict.issue ? about : [subject];
  return say.proposal({
    proposal,
    issues: issues.map((ref) => shown(ref)),
    pull: pull === undefined ? undefined : shown(pull),
    closeReason: closeReasonOf(verdict),
  });
}

function scoreInputOf(
  verdict: Verdict,
  boardFacts: BoardFacts,
  input: { needed: string; freesOthers: boolean },
): ScoreInput {
  const { issue, now } = verdict.case;
  return {
    ...input,
    state: verdict.state,
    title: issue.title,
    body: issue.body,
    labels: issue.labels.map(({ name }) => name),
    due: issue.due,
    now,
    freshness: boardFacts.freshness(issue.ref),
    changed: hasChanged(verdict, boardFacts),
    isDue: verdict.due !== undefined,
  };
}

/** Whether the evidence changed since the previous scan. False on the first scan. */
function hasChanged(verdict: Verdict, { previous }: BoardFacts): boolean {
  return previous !== undefined && previous.issues[verdict.issue]?.evidence !== evidenceDigestOf(verdict);
}

/** The role that a workflow of crew uses. */
const ROLE_BY_WORKFLOW: Readonly<Record<string, string>> = { fix: 'editor', review: 'reviewer', ask: 'explorer' };

/** The share of an agent's ended runs on this board that succeeded, by work logs and crew's own runs. Undefined if there are none. */
function successRateOf({ name, own }: AgentInfo, { board }: BoardFacts): number | undefined {
  const logs = board.logs.flatMap((log) => (log.agent === name && log.ended ? [log.ended.succeeded] : []));
  const runs = board.runs.filter(
    ({ workflow, endedAt }) => own === true && ROLE_BY_WORKFLOW[workflow] === name && endedAt !== undefined,
  );
  const ended = [...logs, ...runs.map(({ status }) => status === 'succeeded')];
  return ended.length === 0 ? undefined : ended.filter((well) => well).length / ended.length;
}

type AgentCandidate = Extract<Candidate, { for: 'agent' }>;

/** The capabilities that issues need, with the word for it in the text of a suggestion. */
const CAPABILITY_WORDS = { 'review-action': 'review', 'issue-action': 'work' } as const;

/** Whether an issue can need this capability. */
export const isIssueCapability = (capability: string): capability is keyof typeof CAPABILITY_WORDS =>
  capability in CAPABILITY_WORDS;

/** Suggestions of agents that take a whole board. `candidates` is sorted by urgency; without candidates there are no suggestions. */
export function boardOptions(
  candidates: readonly AgentCandidate[],
  { boardFacts, registry }: { readonly boardFacts: BoardFacts; readonly registry: AgentRegistry },
): readonly Option[] {
  const [first] = candidates;
  if (!first) return [];
  return registry.agents.flatMap((agent) => {
    const capability = agent.capabilities.find(isIssueCapability);
    const command = agent.own || agent.disabled ? undefined : boardCommand(agent, boardFacts);
    if (capability === undefined || command === undefined) return [];
    const wanted = candidates.find(({ needed }) => agent.capabilities.includes(needed));
    return wanted
      ? optionOf({ ...wanted, proposal: 'board', agent, command, name: agent.name }, boardFacts)
      : idleOption(agent, { command, capability, first, boardFacts });
  });
}

/** The agent's command with `--project 5` in place of `--issue 12`; undefined if the agent takes no project. */
function boardCommand(agent: AgentInfo, { config }: BoardFacts): string | undefined {
  const { project, 'command-template': template } = config.facilitate;
  const flag = agent.parameters.project?.cli;
  const pattern = agent.command ?? template;
  if (project === undefined || flag === undefined || pattern === undefined) return undefined;
  const command = pattern.replace(/(?:--\S+[ =])?\{issue\}/, `${flag} {project}`);
  const built = commandOf({ ...agent, command }, { name: agent.name, project: String(project) }, template);
  return 'why' in built ? undefined : built.command;
}

interface IdleInput {
  readonly command: string;
  readonly capability: keyof typeof CAPABILITY_WORDS;
  /** The most urgent candidate. The suggestion takes its place among equal scores from it. */
  readonly first: AgentCandidate;
  readonly boardFacts: BoardFacts;
}

/** The suggestion of an agent that no issue needs now. Its score puts it after the suggestions that advance an issue. */
function idleOption(agent: AgentInfo, { command, capability, first, boardFacts }: IdleInput): Option {
  const { verdict } = first;
  const scored: ScoreInput = {
    state: 'done',
    title: '',
    body: '',
    labels: [],
    due: undefined,
    now: boardFacts.board.observedAt,
    freshness: 'stale',
    changed: false,
    freesOthers: false,
    isDue: false,
    needed: capability,
  };
  const addends = addendsOf(scored, agent, undefined);
  const score = scoreOf(addends);
  const texts = boardFacts.say.idle({ needs: CAPABILITY_WORDS[capability], band: bandOf(score) });
  return {
    about: [],
    ref: verdict.issue,
    frees: 0,
    createdAt: verdict.case.issue.createdAt,
    verdict,
    suggestion: { agent: agent.name, command, ...texts, priority: levelOf(scored, score), score, addends },
  };
}
