import { commands } from '../commands/index.js';
import type { CommandInfo, Workflow } from '../core/workflow.js';
import { workflows } from '../workflows/index.js';

/** The commands whose workflow is in this version, or among those of a door. */
export function built(among: readonly Workflow[] = workflows): readonly CommandInfo[] {
  const names = among.map(({ name }) => name);
  return commands
    .filter(({ workflow }) => names.includes(workflow))
    .map(({ name, usage, summary, access }) => ({ name, usage, summary, access }));
}
