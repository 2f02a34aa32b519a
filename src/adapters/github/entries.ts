import type { FileChange } from '../../ports.js';

/** One file of a tree, as GitHub takes it: its text, or the name of bytes that are there already, or gone. */
export type Entry = {
  readonly path: string;
  readonly mode: Mode;
  readonly type: 'blob';
} & ({ readonly content: string } | { readonly sha: string | null });

const modes = ['100644', '100755', '120000'] as const;
type Mode = (typeof modes)[number];

/** Above this a text goes as a blob of its own: a request of many megabytes is a request that breaks off. */
const LONGEST_INLINE = 512 * 1024;

/** The text that stands for exactly these bytes, or null: then they have to go as bytes. */
export function inlineText(bytes: Uint8Array): string | null {
  // Of an empty text GitHub cannot tell whether it was meant; of a mark at the beginning, whether it belongs to the file.
  if (bytes.length === 0 || bytes.length > LONGEST_INLINE || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\uFEFF') ? null : text;
  } catch {
    return null;
  }
}

/** The entries of a change. Texts go along with the tree; only for other bytes somebody is asked to keep them first. */
export async function entriesOf(
  files: readonly FileChange[],
  keep: (bytes: Uint8Array) => Promise<string>,
): Promise<readonly Entry[]> {
  const kept = new Map<string, Promise<string>>();
  const once = (bytes: Uint8Array): Promise<string> => {
    const key = Buffer.from(bytes).toString('base64');
    const sha = kept.get(key) ?? keep(bytes);
    kept.set(key, sha);
    return sha;
  };
  return Promise.all(
    files.map(async ({ path, mode, bytes }) => {
      const place = { path, mode: modeOf(mode), type: 'blob' as const };
      if (bytes === null) return { ...place, sha: null };
      const content = inlineText(bytes);
      return content === null ? { ...place, sha: await once(bytes) } : { ...place, content };
    }),
  );
}

/** A submodule is no file of ours to write. */
function modeOf(mode: string): Mode {
  const known = modes.find((each) => each === mode);
  if (known === undefined) throw new Error(`no file has the mode ${mode}`);
  return known;
}
