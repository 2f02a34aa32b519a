// Reads zip archives. Used for uploaded artifacts (artifact-service.ts), and by the package's src/index.ts.

import { deflateRawSync, gunzipSync } from 'node:zlib';

export interface ZipFile {
  path: string;
  content: Buffer;
}

// Signatures of the records of a zip archive, and two compression methods.
const END_RECORD = 0x0605_4b50;
const DIRECTORY_RECORD = 0x0201_4b50;
const LOCAL_RECORD = 0x0403_4b50;
const STORED = 0;
const DEFLATED = 8;

/** The files of a zip archive; throws if it is damaged. */
export function unzip(zip: Buffer): ZipFile[] {
  const end = zip.lastIndexOf(uint32(END_RECORD));
  if (end < 0) throw new Error('this is no zip archive');
  const files: ZipFile[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== DIRECTORY_RECORD) throw new Error('the directory of the zip archive is broken');
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const path = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (!path.endsWith('/')) files.push({ path: safePath(path), content: contentOf(zip, at) });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** The content of a file, given the position of its directory record. It is unpacked as gzip, which checks length and checksum. */
function contentOf(zip: Buffer, listed: number): Buffer {
  const method = zip.readUInt16LE(listed + 10);
  const [crc, packed, size] = [16, 20, 24].map((offset) => zip.subarray(listed + offset, listed + offset + 4));
  const local = zip.readUInt32LE(listed + 42);
  if (zip.readUInt32LE(local) !== LOCAL_RECORD)
    throw new Error('a file of the zip archive is not where its directory says');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const raw = zip.subarray(start, start + (packed ?? uint32(0)).readUInt32LE());
  if (method !== STORED && method !== DEFLATED) throw new Error(`the zip method ${method} is not known`);
  const deflated = method === DEFLATED ? raw : deflateRawSync(raw, { level: 0 });
  return gunzipSync(Buffer.concat([GZIP_HEAD, deflated, crc ?? uint32(0), size ?? uint32(0)]));
}

/** A gzip header without name and time. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The path; throws if it would leave the folder into which the archive is unpacked. */
function safePath(path: string): string {
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) {
    throw new Error(`the path ${path} leaves the zip archive`);
  }
  return path;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
