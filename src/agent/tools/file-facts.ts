// Facts about files that several tools report: kind, digest, line count, and similar names of a missing file. Used by the
// tools of this folder, and by src/workflows/fix/scouts.ts.
import { createHash } from 'node:crypto';
import { UserError } from '../../ports/errors.js';
import type { Workspace } from '../../ports/index.js';
import { nearest } from '../../text/nearest.js';
import type { ToolResult } from '../tool.js';
import { pathOnOneLine } from './visible-text.js';

interface FileKind {
  readonly what: string;
  /** The bytes by which the kind is known, as latin1. */
  readonly begins: string;
  /** Where these bytes are. Default: 0. */
  readonly offset?: number;
}

const KINDS: readonly FileKind[] = [
  { what: 'a PNG image', begins: '\x89PNG' },
  { what: 'a JPEG image', begins: '\xff\xd8\xff' },
  { what: 'a GIF image', begins: 'GIF8' },
  { what: 'a WebP image', begins: 'WEBP', offset: 8 },
  { what: 'an icon', begins: '\0\0\x01\0' },
  { what: 'a PDF', begins: '%PDF-' },
  { what: 'a ZIP archive', begins: 'PK\x03\x04' },
  { what: 'a gzip archive', begins: '\x1f\x8b' },
  { what: 'an ELF program', begins: '\x7fELF' },
  { what: 'WebAssembly', begins: '\0asm' },
  { what: 'a SQLite database', begins: 'SQLite format 3\0' },
  { what: 'UTF-16 text (iconv makes it readable)', begins: '\xff\xfe' },
  { what: 'UTF-16 text (iconv makes it readable)', begins: '\xfe\xff' },
];

/** The kind of a binary file by its first bytes; null for text. */
export function kindOfBytes(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, 8_000)).toString('latin1');
  const known = KINDS.find(({ begins, offset = 0 }) => text.startsWith(begins, offset));
  return known?.what ?? (text.includes('\0') ? 'binary' : null);
}

const SHORT_DIGEST_LENGTH = 8;

/** A short digest of a file. `read` shows it, and `write` requires it to replace the file. */
export const shortDigest = (bytes: Uint8Array): string => shortened(createHash('sha256').update(bytes).digest('hex'));

/** The first characters of a digest. */
export const shortened = (digest: string): string => digest.slice(0, SHORT_DIGEST_LENGTH);

/** The result for a missing file, with similar paths. */
export async function missingFile(workspace: Workspace, path: string): Promise<ToolResult> {
  const name = path.split('/').at(-1) ?? path;
  const files = await workspace.files({});
  const sameName = files.filter((file) => file === name || file.endsWith(`/${name}`));
  const similar = nearest(path, files.slice(0, 5_000));
  const suggestions = [...new Set([...sameName, ...(similar === undefined ? [] : [similar])])].slice(0, 5);
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(pathOnOneLine).join(', ')}?`;
  return { text: `There is no file ${pathOnOneLine(path)}.${hint}`, failed: true };
}

/** The number of lines; a last line without a line break counts. */
export function lineCount(bytes: Uint8Array): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The number of lines of a text file in the workspace; null if it does not exist or cannot be read. */
export async function linesIn(workspace: Workspace, path: string): Promise<number | null> {
  const bytes = await workspace.read(path).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  return bytes === null ? null : lineCount(bytes);
}
