// A folder in the cell's own home for what a test runner is asked to leave: nothing is put into the tree for it, and no wall
// stands before it. What else ran there could write there too, so it is fetched by a command of its own, when all else has ended.
import { randomBytes } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { Cell, Ran } from '../../ports.js';
import type { Left } from '../results/read-results.js';
import { quoted } from '../results/runners/runner.js';

export interface Tray {
  /** Absolute, as the cell's commands see it. It comes into being with `line`. */
  readonly folder: string;
  /** What makes it, before a command. */
  readonly line: string;
  /** What is in it, and a copy of it as it came. It is gone then. */
  fetch(copy: (chunk: Uint8Array) => void): Left;
}

export interface Trays {
  /** A new one, or null where the cell has no home. */
  next(): Promise<Tray | null>;
}

interface Around {
  readonly cell: Cell;
  readonly root: string;
  readonly signal: AbortSignal | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;
const MINUTE = 60_000;

/** The trays of a cell. Its home is asked for once. */
export function traysOf(around: Around): Trays {
  let home: Promise<string | null> | undefined;
  return {
    async next() {
      home ??= homeOf(around);
      const at = await home;
      // The name cannot be guessed: what prints, or writes somewhere, does not hit it by chance.
      return at === null ? null : trayAt(`${at}/.crew-results-${randomBytes(12).toString('hex')}`, around);
    },
  };
}

async function homeOf(around: Around): Promise<string | null> {
  let text = '';
  const ran = await say(around, {
    line: 'printf %s "$HOME"',
    hear: (chunk) => {
      text += Buffer.from(chunk).toString('utf8');
    },
  });
  return ran.exit === 0 && /^\/[^\n'"\\]{1,1000}$/.test(text) ? text.replace(/\/+$/, '') : null;
}

function say(
  { cell, root, signal }: Around,
  { line, hear }: { line: string; hear: (chunk: Uint8Array) => void },
): Promise<Ran> {
  const command = {
    line,
    cwd: root,
    timeoutMs: MINUTE,
    hear: (chunk: Uint8Array, from: 'out' | 'err') => (from === 'out' ? hear(chunk) : undefined),
  };
  return cell.run(signal ? { ...command, signal } : command);
}

function trayAt(folder: string, around: Around): Tray {
  return {
    folder,
    line: `mkdir -p ${quoted(folder)}; `,
    fetch: (copy) => ({
      read: async (open) => {
        const frames = framesOf(open);
        const hear = (chunk: Uint8Array) => {
          copy(chunk);
          frames.take(chunk);
        };
        const ran = await say(around, { line: fetching(folder), hear });
        return ran.exit === 0 ? frames.end() : 'not fetched';
      },
    }),
  };
}

/** Before each file its size in a line; a negative one says why there is no more. */
const fetching = (folder: string): string => `
PATH=/usr/bin:/bin
cd ${quoted(folder)} 2>/dev/null || exit 0
left=${MOST_BYTES}
for file in *; do
  [ -e "$file" ] || [ -L "$file" ] || continue
  if [ -L "$file" ] || [ ! -f "$file" ]; then echo -2; break; fi
  size=$(wc -c < "$file"); size=$((size)); left=$((left - size))
  if [ "$left" -lt 0 ]; then echo -1; break; fi
  echo "$size"; head -c "$size" "$file"
done
cd / && rm -rf ${quoted(folder)}
exit 0`;

/** Sizes and files, however the stream is cut. */
function framesOf(open: (name: string) => (text: string) => void) {
  const decoder = new StringDecoder('utf8');
  let head = '';
  let left = 0;
  let count = 0;
  let ended: 'too large' | 'no files' | undefined;
  let file: ((text: string) => void) | undefined;

  const begin = (size: number) => {
    if (!(size >= 0)) ended = size === -2 ? 'no files' : 'too large';
    else {
      left = size;
      count += 1;
      file = open(String(count));
    }
  };
  const takeHead = (chunk: Buffer): Buffer => {
    const at = chunk.indexOf(10);
    head += chunk.toString('utf8', 0, at === -1 ? chunk.length : at);
    if (at === -1) return chunk.subarray(chunk.length);
    begin(Number(head.trim() || 'none'));
    head = '';
    return chunk.subarray(at + 1);
  };
  const takeBody = (chunk: Buffer): Buffer => {
    const part = chunk.subarray(0, left);
    file?.(decoder.write(part));
    left -= part.length;
    if (left === 0) file?.(decoder.end());
    return chunk.subarray(part.length);
  };
  return {
    take(chunk: Uint8Array): void {
      let rest: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      while (rest.length > 0 && ended === undefined) rest = left > 0 ? takeBody(rest) : takeHead(rest);
    },
    end: () => (ended === undefined && (left > 0 || head !== '') ? 'too large' : (ended ?? 'read')),
  } as const;
}
