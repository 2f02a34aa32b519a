// Logs that end with the process: for answers at a terminal, which change nothing and need no journal on the disk.
import { Conflict } from '../../errors.js';
import type { Store } from '../../ports.js';

/** A store in memory. */
export function memoryStore(): Store {
  const logs = new Map<string, readonly string[]>();
  return {
    list: async (prefix) => [...logs.keys()].filter((name) => name.startsWith(prefix)).sort(),
    async read(log) {
      const found = logs.get(log);
      return found ? { text: found.join(''), at: String(found.length) } : null;
    },
    async append(log, lines, at) {
      const found = logs.get(log) ?? [];
      if (String(found.length) !== (at ?? '0')) throw new Conflict(log);
      logs.set(log, [...found, lines]);
      return String(found.length + 1);
    },
    async remove(log) {
      logs.delete(log);
    },
  };
}
