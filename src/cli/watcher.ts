import type { Show } from '../progress.js';
import { watcher as watching } from '../view/run/index.js';
import type { Call } from './commands/desk.js';

/** Shows at the terminal what happens, a line for each thing that is done. */
export const watcher = ({ tell, paint, flags }: Call): Show => watching({ paint, tell, lang: flags.lang ?? 'en' });
