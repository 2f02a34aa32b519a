// Runs a program and splits its output into lines or other pieces. Used to list and search files with git.

import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

interface Splitter {
  /** Returns false if the receiver wants no more pieces. */
  take(chunk: Buffer): boolean;
  /** Passes on the last, unterminated piece. */
  end(): void;
  /** Whether a piece was too long and was dropped. */
  hasDropped(): boolean;
}

/** Longer pieces are dropped. */
const MAX_PIECE_BYTES = 64 * 1024 * 1024;

/**
 * Splits chunks into pieces. The unfinished piece is stored as an array of parts, because appending to a string would copy it with every
 * chunk.
 */
function splitterAt(separator: string, each: (piece: string) => boolean | undefined): Splitter {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  let hasDropped = false;
  const add = (text: string) => {
    length += text.length;
    if (length <= MAX_PIECE_BYTES) parts.push(text);
    else [parts, hasDropped] = [[], true];
  };
  const close = (): boolean => {
    const piece = length <= MAX_PIECE_BYTES ? parts.join('') : null;
    [parts, length] = [[], 0];
    return piece === null || each(piece) !== false;
  };
  return {
    take(chunk) {
      const [first = '', ...others] = decoder.write(chunk).split(separator);
      add(first);
      for (const text of others) {
        if (!close()) return false;
        add(text);
      }
      return true;
    },
    end() {
      if (length > 0) close();
    },
    hasDropped: () => hasDropped,
  };
}

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly separator?: string;
  /** Called for each piece; returning false stops the program. */
  readonly each: (piece: string) => boolean | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface ProcessResult {
  /** Null if it was stopped or could not be started. */
  readonly exit: number | null;
  /** The beginning of its standard error. */
  readonly stderr: string;
  readonly hasTimedOut: boolean;
  /** A piece was too long and was dropped. */
  readonly hasDropped: boolean;
}

/** Runs a program and passes the pieces of its output to `each`. Default time limit: 30 seconds. Rejects if `signal` is aborted. */
export async function linesOf({
  separator = '\n',
  timeoutMs = 30_000,
  ...request
}: ProcessRequest): Promise<ProcessResult> {
  const child = spawn(request.command, request.args, {
    cwd: request.cwd,
    env: { ...request.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const splitter = splitterAt(separator, request.each);
  let isStopped = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (isStopped || splitter.take(chunk)) return;
    isStopped = true;
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 4_000) stderr += text;
  });
  const exit = await exitOf(child);
  clearTimeout(timer);
  if (!isStopped && !hasTimedOut) splitter.end();
  request.signal?.throwIfAborted();
  return { exit, stderr: stderr.slice(0, 4_000), hasTimedOut, hasDropped: splitter.hasDropped() };
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}
