import type { Show } from '../ports/progress.js';
import { watcher as watching } from '../view/run/index.js';
import type { Call } from './commands/call.js';

/** Prints the progress of a run, a line for each step. */
export const watcher = ({ log, paint, flags }: Call): Show => watching({ paint, log, lang: flags.lang ?? 'en' });
