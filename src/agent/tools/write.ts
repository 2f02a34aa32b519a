// The tool `write`: creates or replaces a file.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import { lineCount, shortDigest } from './file-facts.js';
import * as schemas from './input-schemas.js';
import { pathOnOneLine } from './visible-text.js';

const input = z.strictObject({
  path: schemas.path,
  content: schemas.content.describe('the whole content of the file'),
  over: schemas
    .phrase(64)
    .optional()
    .describe('to replace an existing file: its digest, as `read` shows it; leave it out for a new file'),
});

/** Writes a whole file. */
export const write: GuardedTool<z.infer<typeof input>> = {
  name: 'write',
  description:
    'Writes a whole file and creates missing folders. To replace an existing file, read it first and pass its digest as `over`. To change a part of a file, use edit.',
  input,
  isReadOnly: false,
  touches: ({ path }) => [{ tool: 'Write', command: path }],
  async run({ path, content, over }, { workspace }) {
    const before = await workspace.read(path);
    const refusal = refusalOf({ path, before, over });
    if (refusal !== null) return { text: `${refusal} Nothing was written.`, failed: true };
    const bytes = Buffer.from(before === null ? content : withLineEndsOf(before, content));
    await workspace.write(path, bytes);
    const what = before === null ? 'new' : `replaced ${lineCount(before)} lines`;
    return { text: `${pathOnOneLine(path)}: ${lineCount(bytes)} lines, ${what} · digest ${shortDigest(bytes)}` };
  },
};

/**
 * Returns why the file may not be written, or null. To replace a file, the model must pass the digest that `read` showed, which proves that
 * it read the current version.
 */
function refusalOf(request: { path: string; before: Uint8Array | null; over: string | undefined }): string | null {
  const { path, before, over } = request;
  if (before === null)
    return over === undefined ? null : `${pathOnOneLine(path)} does not exist. To create it, leave out \`over\`.`;
  if (over === undefined)
    return `${pathOnOneLine(path)} exists, with ${lineCount(before)} lines. Read it; then use edit, or pass its digest as \`over\`.`;
  return over === shortDigest(before)
    ? null
    : `${pathOnOneLine(path)} has changed since its digest was ${pathOnOneLine(over)}. Read it again.`;
}

/**
 * Returns the content with the byte order mark of the existing file, and with CRLF if all of its lines have it. Models write LF without a
 * mark.
 */
function withLineEndsOf(before: Uint8Array, content: string): string {
  const oldText = Buffer.from(before).toString('latin1');
  const hasOnlyCrlf = oldText.includes('\r\n') && !/(?<!\r)\n/.test(oldText) && !content.includes('\r');
  const byteOrderMark = oldText.startsWith('\xEF\xBB\xBF') && !content.startsWith('\uFEFF') ? '\uFEFF' : '';
  return byteOrderMark + (hasOnlyCrlf ? content.replaceAll('\n', '\r\n') : content);
}
