// Reads a range of lines of a file in pieces, for the tool `read`.

import { createHash } from 'node:crypto';
import type { Workspace } from '../../ports/index.js';
import { shortened } from './file-facts.js';

/** Some lines of a file, and facts about the whole file. */
export interface Scanned {
  readonly lines: readonly string[];
  /** The number of lines of the file, up to the most bytes that are read. */
  readonly total: number;
  /** The digest of the whole file; null if it is too long. */
  readonly digest: string | null;
  /** How many of its lines end in CRLF. */
  readonly crlf: 'all' | 'some' | 'none';
}

const CHUNK_BYTES = 1024 * 1024;
/** The most bytes read of a file. */
const MAX_BYTES = 64 * CHUNK_BYTES;
/** The most bytes stored of a line. */
const MAX_LINE_BYTES = 8_000;
const [LF, CR] = [10, 13];

/** Reads some lines of a file in pieces, so that memory use does not depend on its length. */
export async function scan(
  workspace: Workspace,
  { path, from, count }: { path: string; from: number; count: number },
): Promise<Scanned> {
  const hash = createHash('sha256');
  const reader = lineReader({ from, to: from + count });
  let isComplete = false;
  for (let at = 0; at < MAX_BYTES && !isComplete; at += CHUNK_BYTES) {
    const chunk = (await workspace.read(path, { from: at, to: at + CHUNK_BYTES })) ?? new Uint8Array();
    hash.update(chunk);
    reader.take(chunk);
    isComplete = chunk.length < CHUNK_BYTES;
  }
  return { ...reader.end(), digest: isComplete ? shortened(hash.digest('hex')) : null };
}

function lineReader({ from, to }: { from: number; to: number }) {
  const lines: string[] = [];
  let number = 1;
  let parts: Uint8Array[] = [];
  let remaining = MAX_LINE_BYTES;
  let lineBytes = 0;
  let lastByte = 0;
  const lineBreaks = { crlf: 0, all: 0 };
  const add = (bytes: Uint8Array) => {
    lineBytes += bytes.length;
    if (bytes.length > 0) lastByte = bytes.at(-1) ?? 0;
    if (number < from || number >= to || remaining <= 0) return;
    parts.push(bytes.subarray(0, remaining));
    remaining -= bytes.length;
  };
  const close = () => {
    if (number >= from && number < to) lines.push(lineOf(Buffer.concat(parts), lineBytes));
    [parts, remaining, lineBytes] = [[], MAX_LINE_BYTES, 0];
    number += 1;
  };
  return {
    take(chunk: Uint8Array) {
      let start = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
        add(chunk.subarray(start, at));
        lineBreaks.all += 1;
        lineBreaks.crlf += lineBytes > 0 && lastByte === CR ? 1 : 0;
        close();
        start = at + 1;
      }
      add(chunk.subarray(start));
    },
    end() {
      if (lineBytes > 0) close();
      return { lines, total: number - 1, crlf: crlfOf(lineBreaks) };
    },
  };
}

function crlfOf({ crlf, all }: { readonly crlf: number; readonly all: number }): Scanned['crlf'] {
  if (crlf === 0) return 'none';
  return crlf === all ? 'all' : 'some';
}

/** A stored line with the number of bytes that were left out. */
function lineOf(bytes: Buffer, lineBytes: number): string {
  const text = bytes.toString('utf8');
  return lineBytes > bytes.length ? `${text}… (${lineBytes - bytes.length} bytes more)` : text;
}
