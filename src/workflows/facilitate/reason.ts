// Why this agent and these issues are recommended; or why nobody is.
import type { Reason } from '../../text/lang/facilitate/messages.js';
import type { Candidate } from './candidates.js';
import type { AgentRegistry } from './discover.js';
import type { Option } from './option.js';
import type { Scene } from './scene.js';

export interface ReasonOf {
  readonly scene: Scene;
  readonly registry: AgentRegistry;
  readonly candidates: readonly Candidate[];
  readonly nextAgent: string;
  readonly options: readonly Option[];
}

/** The reason, as data. */
export function reasonOf({ scene, candidates, nextAgent, options }: ReasonOf): Reason {
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
  return verdicts.every(({ state }) => state === 'done') ? { is: 'all-done' } : { is: 'all-taken' };
}
