import type { Show } from '../progress.js';
import type { Call } from './desk/desk.js';

/** Shows at the terminal what happens, a line for each thing that is done. */
export function watcher({ tell, paint }: Call): Show {
  return (progress) => {
    if (progress.kind === 'call began')
      tell(paint.faint(`  ${progress.tool} ${JSON.stringify(progress.input).slice(0, 100)}`));
  };
}
