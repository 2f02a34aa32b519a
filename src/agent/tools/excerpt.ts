// Shortens the output of a command to its beginning and its end, which usually show what was run and how it ended. Used by the tool `shell`.
import { StringDecoder } from 'node:string_decoder';

interface Excerpt {
  add(chunk: Uint8Array, from: 'out' | 'err'): void;
  /** The whole output, or both ends; `left`: the number of characters left out. */
  text(): { readonly text: string; readonly left: number };
}

/** Characters stored of each end: more than is shown, because colors and overwritten lines are removed. */
const STORED_CHARACTERS = 64_000;

/** Collects an output of any length; stores only its two ends. */
export function excerptOf(max: number): Excerpt {
  const decoders = { out: new StringDecoder('utf8'), err: new StringDecoder('utf8') };
  let head = '';
  let tail = '';
  let dropped = 0;
  const add = (text: string) => {
    const space = STORED_CHARACTERS - head.length;
    head += text.slice(0, space);
    tail += text.slice(space);
    if (tail.length < 2 * STORED_CHARACTERS) return;
    dropped += tail.length - STORED_CHARACTERS;
    tail = tail.slice(-STORED_CHARACTERS);
  };
  return {
    add: (chunk, from) => add(decoders[from].write(Buffer.from(chunk))),
    text() {
      add(decoders.out.end() + decoders.err.end());
      if (dropped === 0) return cut(terminalText(head + tail), { max, dropped: 0 });
      return joined(terminalText(head), { tail: terminalText(tail), max, dropped });
    },
  };
}

function cut(text: string, { max, dropped }: { max: number; dropped: number }): { text: string; left: number } {
  if (text.length <= max) return { text, left: dropped };
  return joined(text.slice(0, max), { tail: text.slice(max), max, dropped });
}

function joined(
  head: string,
  { tail, max, dropped }: { tail: string; max: number; dropped: number },
): { text: string; left: number } {
  const half = Math.floor((max - NOTE_LENGTH) / 2);
  const [first, last] = [head.slice(0, half), tail.length > half ? tail.slice(-half) : tail];
  const left = dropped + head.length - first.length + tail.length - last.length;
  return { text: `${first}\n[${left.toLocaleString('en')} characters left out]\n${last}`, left };
}

/** Reserved for the note about characters that are left out. */
const NOTE_LENGTH = 60;

const ESC = '\u001B';
/** Escape sequences: colors and cursor movements, titles and links, and others. */
const SEQUENCES = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}[\\]PX^_][^${ESC}\\u0007]*(?:\\u0007|${ESC}\\\\)?|${ESC}[ -/]*[0-~]?|\\u009B[0-?]*[ -/]*[@-~]`,
  'g',
);

/** The output as a terminal would finally show it: without escape sequences, and overwritten lines in their last state. */
export function terminalText(text: string): string {
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
