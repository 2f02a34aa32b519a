// What a terminal would show of an output, without being one.

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
