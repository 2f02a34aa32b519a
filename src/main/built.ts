import { commands } from '../commands/index.js';
import type { CommandInfo } from '../core/workflow.js';
import { workflows } from '../workflows/index.js';

/** The commands whose workflow is in this version. */
export function built(): readonly CommandInfo[] {
  const names = workflows.map(({ name }) => name);
  return commands
    .filter(({ workflow }) => names.includes(workflow))
    .map(({ name, usage, summary, access }) => ({ name, usage, summary, access }));
}
