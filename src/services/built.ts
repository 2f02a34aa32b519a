import { workflowNames } from '../workflows/index.js';
import { builtCommands } from '../workflows/instant.js';

/** The commands of this version. */
export const built = () => builtCommands(workflowNames);
