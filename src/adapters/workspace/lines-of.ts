// Runs a program and splits its output into lines or other pieces. Used to list and search files with git.

import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

interface Pieces {
  /** False if no more is wanted. */
  take(chunk: Buffer): boolean;
  /** Passes on the last, unterminated piece. */
  end(): void;
  /** Whether a piece was dropped because of its length. */
  lost(): boolean;
}

/** Longer pieces are dropped. */
const MAX_PIECE_BYTES = 64 * 1024 * 1024;

/**
 * Splits chunks into pieces. An open piece is stored as an array of parts, because appending to a string would copy it with every chunk.
 */
function piecesAt(separator: string, each: (piece: string) => boolean | undefined): Pieces {
  const decoder = new StringDecoder('utf8');
  let open: string[] = [];
  let length = 0;
  let lost = false;
  const add = (text: string) => {
    length += text.length;
    if (length <= MAX_PIECE_BYTES) open.push(text);
    else [open, lost] = [[], true];
  };
  const close = (): boolean => {
    const piece = length <= MAX_PIECE_BYTES ? open.join('') : null;
    [open, length] = [[], 0];
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
    lost: () => lost,
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
  readonly timedOut: boolean;
  /** A piece was too long and was dropped. */
  readonly lost: boolean;
}

/** Runs a program and splits its output. Stops it when `each` returns false. */
export async function linesOf({
  separator = '\n',
  timeoutMs = 30_000,
  ...ask
}: ProcessRequest): Promise<ProcessResult> {
  const child = spawn(ask.command, ask.args, {
    cwd: ask.cwd,
    env: { ...ask.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(ask.signal === undefined ? {} : { signal: ask.signal }),
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const pieces = piecesAt(separator, ask.each);
  let enough = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (enough || pieces.take(chunk)) return;
    enough = true;
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 4_000) stderr += text;
  });
  const exit = await ended(child);
  clearTimeout(timer);
  if (!enough && !timedOut) pieces.end();
  ask.signal?.throwIfAborted();
  return { exit, stderr: stderr.slice(0, 4_000), timedOut, lost: pieces.lost() };
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}
