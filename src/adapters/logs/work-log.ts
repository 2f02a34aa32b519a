// Parses a work log. Pure. Each line is a JSON record; the last may be incomplete if the agent was killed while writing.
import type { LogFacts } from '../../ports/board-snapshot.js';

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

const OPTION = /--issue(?:=|\s+)#?(\d+)\b/;
const ENDS = /^(?:(?:session|agent|run|runner|work)\s+)?(?:ended|end|completed?|finished|stopped|failed|aborted)\b/i;
const BADLY = /\b(?:failed|failure|aborted|error|cancel)/i;

/** The facts of a log; null if it names no issue. */
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
    ended: isEnd(last) ? { at: last.timestamp, well: isWell(last) } : undefined,
  };
}

function entryOf(line: string): readonly Entry[] {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null || !('timestamp' in record)) return [];
    const { timestamp, level = '', message = '', metadata } = record as Record<string, unknown>;
    const at = Date.parse(String(timestamp));
    if (Number.isNaN(at)) return [];
    const known = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
    const time = new Date(at).toISOString().replace('.000Z', 'Z');
    return [{ timestamp: time, level: String(level), message: String(message), metadata: known }];
  } catch {
    return [];
  }
}

/** The issue from the metadata, or from `--issue` in the recorded command line. */
function issueOf([start, ...others]: readonly Entry[]): string | null {
  if (!start) return null;
  const said = [start, ...others].map(({ metadata }) => metadata.issue).find((issue) => issue !== undefined);
  const named = /^(?:[\w.-]+\/[\w.-]+)?#?\d+$/.exec(String(said ?? ''))?.[0];
  if (named !== undefined) return named.replace(/^#/, '');
  return OPTION.exec(`${start.message} ${JSON.stringify(start.metadata).replace(/","|\\t/g, ' ')}`)?.[1] ?? null;
}

/** The name in the metadata, else the folder's name. */
function agentOf({ metadata }: Entry, path: string): string {
  const { agent } = metadata;
  return typeof agent === 'string' && agent !== '' ? agent : (path.split('/').at(-2) ?? 'agent');
}

function isEnd({ message, metadata }: Entry): boolean {
  const { event, type } = metadata;
  return ENDS.test(message) || [event, type].some((word) => typeof word === 'string' && ENDS.test(word));
}

function isWell({ level, message, metadata }: Entry): boolean {
  const { success, exitCode, status } = metadata;
  if (typeof success === 'boolean') return success;
  if (typeof exitCode === 'number') return exitCode === 0;
  if (typeof status === 'string') return !BADLY.test(status);
  return !/error|fatal/i.test(level) && !BADLY.test(message);
}
