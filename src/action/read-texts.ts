import { askGit } from '../adapters/clone/git.js';

/** Larger texts were made by machines. */
export const LARGEST = 1_000_000;
/** So many gits at once. */
const SIDE_BY_SIDE = 8;

/** Blobs of a clone as texts, by their names. What is too large, or holds bytes that are no text, is left out. */
export async function readTexts(root: string, blobs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted: string[] = [];
  const input = [...new Set(blobs)].map((blob) => `${blob}\n`).join('');
  await askGit(root, {
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'],
    input,
    each: (line) => {
      const [blob = '', type, size] = line.split(' ');
      if (type === 'blob' && Number(size) <= LARGEST) wanted.push(blob);
      return undefined;
    },
  });
  const texts = new Map<string, string>();
  const read = async (): Promise<void> => {
    for (let blob = wanted.shift(); blob !== undefined; blob = wanted.shift()) {
      const text = await readText(root, blob);
      if (text !== null) texts.set(blob, text);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, read));
  return texts;
}

/** With a line break at its end, whether it had one or not: nothing that is looked for hangs on that. */
async function readText(root: string, blob: string): Promise<string | null> {
  const lines: string[] = [];
  const well = await askGit(root, { args: ['cat-file', 'blob', blob], each: (line) => void lines.push(line) });
  const text = lines.map((line) => `${line}\n`).join('');
  return well && !text.includes('\0') ? text : null;
}
