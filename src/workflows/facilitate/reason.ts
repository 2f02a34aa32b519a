// Why this agent and these issues are recommended; or why nobody is.
import type { Reason } from '../../text/lang/facilitate/messages.js';
import type { Candidate } from './candidates.js';
import type { Option } from './option.js';
import { isDashboard, type Scene } from './scene.js';
import { turnsOf } from './turns.js';

export interface ReasonOf {
  readonly scene: Scene;
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
