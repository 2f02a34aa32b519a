// Reads and writes git objects, where possible without a git process. Used by the other files of git/.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { git } from './git.js';

export type ObjectType = 'commit' | 'tag' | 'tree' | 'blob';
type StoredObject = { readonly type: ObjectType; readonly content: Buffer };

/** Packed objects that were read before, by repository and id. Objects never change, so no entry becomes outdated. */
const packedObjects = new Map<string, StoredObject>();
const cacheLimits = { entries: 2_000, bytes: 65_536 };

/** Reads an object. Loose objects are read directly, which saves a process for most requests; packed ones by git, once. */
export async function readObject(dir: string, sha: string): Promise<StoredObject | null> {
  if (!isSha(sha)) return null;
  const loose = await readLoose(dir, sha);
  if (loose !== null) return loose;
  const key = `${dir}:${sha}`;
  const found = packedObjects.get(key) ?? (await readPacked(dir, sha));
  if (found !== null && found.content.length <= cacheLimits.bytes) {
    if (packedObjects.size >= cacheLimits.entries) packedObjects.clear();
    packedObjects.set(key, found);
  }
  return found;
}

/** Whether a text is a full object id. */
export const isSha = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** Reads a loose object. */
export async function readLoose(dir: string, sha: string): Promise<StoredObject | null> {
  const bytes = await readFile(pathOf(dir, sha)).catch(() => null);
  return bytes === null ? null : split(inflateSync(bytes), '\0');
}

async function readPacked(dir: string, sha: string): Promise<StoredObject | null> {
  const output = await git({ dir, args: ['cat-file', '--batch'], input: `${sha}\n` });
  const line = output.subarray(0, output.indexOf('\n')).toString();
  if (line.endsWith(' missing')) return null;
  return split(output.subarray(sha.length + 1), '\n');
}

/** Splits an object into header and content. */
function split(bytes: Buffer, mark: string): StoredObject | null {
  const end = bytes.indexOf(mark);
  const [type = '', size = ''] = bytes.subarray(0, end).toString().split(' ');
  return isType(type) ? { type, content: bytes.subarray(end + 1, end + 1 + Number(size)) } : null;
}

export const isType = (type: string): type is ObjectType => ['commit', 'tag', 'tree', 'blob'].includes(type);

/** Writes an object atomically and returns its id. */
export async function writeObject(dir: string, { type, content }: StoredObject): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const sha = createHash('sha1').update(bytes).digest('hex');
  const path = pathOf(dir, sha);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, deflateSync(bytes));
  await rename(draft, path);
  return sha;
}

const pathOf = (dir: string, sha: string): string => join(dir, 'objects', sha.slice(0, 2), sha.slice(2));
