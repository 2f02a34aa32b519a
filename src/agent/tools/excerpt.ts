// The head and the tail of a long output: how it began says what it was, how it ended says what came of it.
import { StringDecoder } from 'node:string_decoder';

interface Excerpt {
  add(chunk: Uint8Array, from: 'out' | 'err'): void;
  /** All of it, or both ends and how much was between them. */
  text(): { readonly text: string; readonly left: number };
}

/** Kept of each end while it comes, in characters: more than is shown, since colours and overwritten lines go. */
const KEPT = 64_000;

/** Listens to an output of any length, in the room of its two ends. */
export function excerptOf(most: number): Excerpt {
  const decoders = { out: new StringDecoder('utf8'), err: new StringDecoder('utf8') };
  let head = '';
  let tail = '';
  let between = 0;
  const add = (text: string) => {
    const room = KEPT - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length < 2 * KEPT) return;
    between += tail.length - KEPT;
    tail = tail.slice(-KEPT);
  };
  return {
    add: (chunk, from) => add(decoders[from].write(Buffer.from(chunk))),
    text() {
      add(decoders.out.end() + decoders.err.end());
      if (between === 0) return cut(plain(head + tail), { most, before: 0 });
      return joined(plain(head), { tail: plain(tail), most, between });
    },
  };
}

function cut(text: string, { most, before }: { most: number; before: number }): { text: string; left: number } {
  if (text.length <= most) return { text, left: before };
  return joined(text.slice(0, most), { tail: text.slice(most), most, between: before });
}

function joined(
  head: string,
  { tail, most, between }: { tail: string; most: number; between: number },
): { text: string; left: number } {
  const half = Math.floor((most - NOTE) / 2);
  const [first, last] = [head.slice(0, half), tail.length > half ? tail.slice(-half) : tail];
  const left = between + head.length - first.length + tail.length - last.length;
  return { text: `${first}\n[${left.toLocaleString('en')} characters left out]\n${last}`, left };
}

const NOTE = 60;

const ESC = '\u001B';
/** Colours and cursor moves; titles and links, which end in a bell or a backslash; the rest of what escape begins. */
const SEQUENCES = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}[\\]PX^_][^${ESC}\\u0007]*(?:\\u0007|${ESC}\\\\)?|${ESC}[ -/]*[0-~]?|\\u009B[0-?]*[ -/]*[@-~]`,
  'g',
);

/** Text as it stands in the end: sequences gone, lines that overwrite themselves shown as they ended, letters taken back gone. */
export function plain(text: string): string {
  return text
    .replace(SEQUENCES, '')
    .split('\n')
    .map((line) => lastWritten(line.replace(/\r$/, '')))
    .join('\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '');
}

function lastWritten(line: string): string {
  return line.includes('\r') ? line.slice(line.lastIndexOf('\r') + 1) : line;
}
