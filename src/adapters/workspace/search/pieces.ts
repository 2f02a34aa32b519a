import { StringDecoder } from 'node:string_decoder';

export interface Pieces {
  /** False when it is enough. */
  take(chunk: Buffer): boolean;
  /** The last piece, which nothing ends. */
  end(): void;
  /** Whether a piece was so long that it was let go. */
  lost(): boolean;
}

/** A longer piece is no line that anybody reads, and would not fit into a text. */
const LONGEST = 64 * 1024 * 1024;

/** Cuts what comes in chunks into pieces. What is open is kept as it came: a text that grows would be copied with every chunk. */
export function piecesAt(separator: string, each: (piece: string) => boolean | undefined): Pieces {
  const decoder = new StringDecoder('utf8');
  let open: string[] = [];
  let length = 0;
  let lost = false;
  const add = (text: string) => {
    length += text.length;
    if (length <= LONGEST) open.push(text);
    else [open, lost] = [[], true];
  };
  const close = (): boolean => {
    const piece = length <= LONGEST ? open.join('') : null;
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
