// Reads agents' work logs from the local files of a clone: `tmp/logs/agents/<agent>/<session>.jsonl`. Facilitation reads them with its board
// (adapters/github/board/read-board.ts), because they say who works on which issue.
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { LogFacts } from '../../ports/board-snapshot.js';

const FOLDER = 'tmp/logs/agents';

/** The maximum number of logs that are read: those with the last file names. The agents name their files by the time of the session. */
const MAX_LOGS = 1000;

/** The number of bytes that are read at the beginning and at the end of a long log. They contain its issue and its result. */
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
    .sort(byFileName)
    .slice(-MAX_LOGS)
    .sort();
  const logs: LogFacts[] = [];
  const unread: string[] = [];
  for (const file of files) {
    const text = await readBothEnds(path.join(root, file)).catch(() => null);
    const log = text === null ? null : workLogOf({ path: file, repo, text });
    if (text === null) unread.push(file);
    else if (log) logs.push(log);
  }
  return { logs, unread };
}

/** By file name, since the folder is the agent's. Equal names are ordered by path. */
function byFileName(a: string, b: string): number {
  const [nameA, nameB] = [path.posix.basename(a), path.posix.basename(b)];
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a < b ? -1 : 1;
}

async function readBothEnds(file: string): Promise<string> {
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

interface Entry {
  readonly timestamp: string;
  readonly level: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface WorkLog {
  readonly path: string;
  /** The repository of issue numbers in the log. */
  readonly repo: string;
  readonly text: string;
}

/** The option in a recorded command line: `--issue 12`, `--issue=#12`. */
const ISSUE_OPTION = /--issue(?:=|\s+)#?(\d+)\b/;
/** A message that says that the work ended: "Session completed", "failed". */
const END_MESSAGE =
  /^(?:(?:session|agent|run|runner|work)\s+)?(?:ended|end|completed?|finished|stopped|failed|aborted)\b/i;
const FAILURE_MESSAGE = /\b(?:failed|failure|aborted|error|cancel)/i;

/** The facts of a log; null if it has no entry or names no issue. */
export function workLogOf({ path, repo, text }: WorkLog): LogFacts | null {
  const entries = text.split('\n').flatMap(entryOf);
  const [first] = entries;
  const last = entries.at(-1);
  const issue = issueOf(entries);
  if (!first || !last || issue === null) return null;
  return {
    path,
    agent: agentOf(first, path),
    issue: issue.includes('#') ? issue : `${repo}#${issue}`,
    startedAt: first.timestamp,
    lastAt: last.timestamp,
    ended: isEnd(last) ? { at: last.timestamp, succeeded: isSuccess(last) } : undefined,
  };
}

function entryOf(line: string): readonly Entry[] {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null || !('timestamp' in record)) return [];
    const { timestamp, level = '', message = '', metadata } = record as Record<string, unknown>;
    const at = Date.parse(String(timestamp));
    if (Number.isNaN(at)) return [];
    const fields = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
    const time = new Date(at).toISOString().replace('.000Z', 'Z');
    return [{ timestamp: time, level: String(level), message: String(message), metadata: fields }];
  } catch {
    return [];
  }
}

/** The issue from the metadata, or from `--issue` in the recorded command line. */
function issueOf([start, ...others]: readonly Entry[]): string | null {
  if (!start) return null;
  const value = [start, ...others].map(({ metadata }) => metadata.issue).find((issue) => issue !== undefined);
  const reference = /^(?:[\w.-]+\/[\w.-]+)?#?\d+$/.exec(String(value ?? ''))?.[0];
  if (reference !== undefined) return reference.replace(/^#/, '');
  // The command line may be recorded as an array of arguments. In its JSON, `","` and escaped tabs are
  // replaced by spaces, so that one pattern reads both forms.
  return ISSUE_OPTION.exec(`${start.message} ${JSON.stringify(start.metadata).replace(/","|\\t/g, ' ')}`)?.[1] ?? null;
}

/** The name in the metadata, else the folder's name. */
function agentOf({ metadata }: Entry, path: string): string {
  const { agent } = metadata;
  return typeof agent === 'string' && agent !== '' ? agent : (path.split('/').at(-2) ?? 'agent');
}

function isEnd({ message, metadata }: Entry): boolean {
  const { event, type } = metadata;
  return END_MESSAGE.test(message) || [event, type].some((word) => typeof word === 'string' && END_MESSAGE.test(word));
}

function isSuccess({ level, message, metadata }: Entry): boolean {
  const { success, exitCode, status } = metadata;
  if (typeof success === 'boolean') return success;
  if (typeof exitCode === 'number') return exitCode === 0;
  if (typeof status === 'string') return !FAILURE_MESSAGE.test(status);
  return !/error|fatal/i.test(level) && !FAILURE_MESSAGE.test(message);
}
