import type { Call } from '../http/route.js';
import { nodeId } from '../ids.js';
import { unprocessable } from '../refusal.js';
import type { Issue } from '../state.js';
import { sees } from '../who/authorize.js';

/** The issue with a database id, wherever it stands, if the caller may see it. */
export function issueWithId({ world, who }: Pick<Call, 'world' | 'who'>, id: number): Issue {
  const node = world.state.nodes.get(nodeId('I', id));
  if (node?.kind === 'Issue' && sees(who, node.repository)) return node;
  throw unprocessable('The provided issue does not exist');
}
