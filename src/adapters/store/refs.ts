// Logs in refs of the repository itself: `refs/crew/<log>`, one file in a commit, its parents the versions before.
// A ref moves only forward from the commit that was read, so two writers can never both succeed.
import type { Refs, Store } from '../../ports.js';

const FILE = 'log.jsonl';
const refOf = (log: string): string => `crew/${log}`;

/** Where a log lies. */
export const placeOf = (log: string) => ({ ref: refOf(log), file: FILE });

/** A store in refs. */
export function refsStore(refs: Refs): Store {
  // What was written last, so that appending to it need not read it again.
  const written = new Map<string, { readonly at: string; readonly text: string }>();
  const textAt = async (log: string, at: string): Promise<string> => {
    const known = written.get(log);
    return known?.at === at ? known.text : ((await refs.read(refOf(log), FILE, at))?.text ?? '');
  };
  return {
    list: async (prefix) => (await refs.list(refOf(prefix))).map((ref) => ref.slice('crew/'.length)).sort(),
    read: (log) => refs.read(refOf(log), FILE),
    async append(log, lines, at) {
      const text = (at === null ? '' : await textAt(log, at)) + lines;
      const next = await refs.write(refOf(log), { file: FILE, text, at, message: `crew: ${log}` });
      written.set(log, { at: next, text });
      return next;
    },
    remove: (log) => refs.remove(refOf(log)),
  };
}
