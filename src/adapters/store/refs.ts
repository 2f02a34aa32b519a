// Logs in refs of the repository itself: `refs/crew/<log>`, one file in a commit, its parents the versions before.
// A ref moves only forward from the commit that was read, so two writers can never both succeed.
import type { Refs, Store } from '../../ports.js';

const FILE = 'log.jsonl';

/** A store in refs. */
export function refsStore(refs: Refs): Store {
  const refOf = (log: string) => `crew/${log}`;
  return {
    list: async (prefix) => (await refs.list(refOf(prefix))).map((ref) => ref.slice('crew/'.length)).sort(),
    read: (log) => refs.read(refOf(log), FILE),
    async append(log, lines, at) {
      const before = at === null ? '' : ((await refs.read(refOf(log), FILE, at))?.text ?? '');
      return refs.write(refOf(log), { file: FILE, text: before + lines, at, message: `crew: ${log}` });
    },
    remove: (log) => refs.remove(refOf(log)),
  };
}
