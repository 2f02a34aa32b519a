// Reads a range of lines of a file in pieces, for the tool `read`.

import { createHash } from 'node:crypto';
import type { Workspace } from '../../ports/index.js';
import { short } from './file-facts.js';

/** Some lines of a file, and facts about the whole file. */
export interface Scanned {
  readonly lines: readonly string[];
  readonly total: number;
  /** The digest of the whole file; null if it is too long. */
  readonly digest: string | null;
  readonly crlf: 'all' | 'some' | 'none';
}

const PIECE = 1024 * 1024;
/** The most bytes read of a file. */
const MAX_BYTES = 64 * PIECE;
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
  let whole = false;
  for (let at = 0; at < MAX_BYTES && !whole; at += PIECE) {
    const piece = (await workspace.read(path, { from: at, to: at + PIECE })) ?? new Uint8Array();
    hash.update(piece);
    reader.take(piece);
    whole = piece.length < PIECE;
  }
  return { ...reader.end(), digest: whole ? short(hash.digest('hex')) : null };
}

function lineReader({ from, to }: { from: number; to: number }) {
  const lines: string[] = [];
  let number = 1;
  let open: Uint8Array[] = [];
  let room = MAX_LINE_BYTES;
  let width = 0;
  let last = 0;
  const breaks = { crlf: 0, all: 0 };
  const add = (bytes: Uint8Array) => {
    width += bytes.length;
    if (bytes.length > 0) last = bytes.at(-1) ?? 0;
    if (number < from || number >= to || room <= 0) return;
    open.push(bytes.subarray(0, room));
    room -= bytes.length;
  };
  const close = () => {
    if (number >= from && number < to) lines.push(lineOf(Buffer.concat(open), width));
    [open, room, width] = [[], MAX_LINE_BYTES, 0];
    number += 1;
  };
  return {
    take(piece: Uint8Array) {
      let start = 0;
      for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, start)) {
        add(piece.subarray(start, at));
        breaks.all += 1;
        breaks.crlf += width > 0 && last === CR ? 1 : 0;
        close();
        start = at + 1;
      }
      add(piece.subarray(start));
    },
    end() {
      if (width > 0) close();
      const crlf = breaks.crlf === 0 ? 'none' : breaks.crlf === breaks.all ? 'all' : 'some';
      return { lines, total: number - 1, crlf } as const;
    },
  };
}

/** A stored line with the number of bytes that were left out. */
function lineOf(bytes: Buffer, width: number): string {
  const text = bytes.toString('utf8');
  return width > bytes.length ? `${text}… (${width - bytes.length} bytes more)` : text;
}
