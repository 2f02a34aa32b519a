// Reads agents' work logs in a clone: `tmp/logs/agents/<agent>/<session>.jsonl`.
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { LogFacts } from '../../ports/board-snapshot.js';
import { workLogOf } from './work-log.js';

const FOLDER = 'tmp/logs/agents';

/** Maximum number of logs read, newest names first. */
const MOST = 1000;

/** Bytes read at the beginning and at the end of a long log, which hold its issue and its result. */
const WINDOW = 64 * 1024;

/** The logs of a clone that name an issue, and the paths of unreadable ones. */
export async function readWorkLogs(
  root: string,
  repo: string,
): Promise<{ readonly logs: readonly LogFacts[]; readonly unread: readonly string[] }> {
  const folder = path.join(root, FOLDER);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // Plain files only, since a link could lead outside the clone.
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
    .slice(-MOST);
  const logs: LogFacts[] = [];
  const unread: string[] = [];
  for (const file of files) {
    const text = await endsOf(path.join(root, file)).catch(() => null);
    const log = text === null ? null : workLogOf({ path: file, repo, text });
    if (text === null) unread.push(file);
    else if (log) logs.push(log);
  }
  return { logs, unread };
}

async function endsOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead).toString('utf8');
    };
    if (size <= 2 * WINDOW) return await read(size, 0);
    return `${await read(WINDOW, 0)}\n${await read(WINDOW, size - WINDOW)}`;
  } finally {
    await handle.close();
  }
}
