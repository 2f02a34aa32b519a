import type { Show } from '../progress.js';
import { watcher as watching } from '../view/run/index.js';
import type { Call } from './commands/call.js';

/** Shows at the terminal what happens, a line for each thing that is done. */
export const watcher = ({ log, paint, flags }: Call): Show => watching({ paint, log, lang: flags.lang ?? 'en' });
