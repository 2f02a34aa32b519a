import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const VERSION = 20;
/** The name is UTF-8. */
const UTF8 = 0x0800;
const DEFLATED = 8;
/** The first of January 1980, where this calendar begins: the same document is the same archive whenever it is packed. */
const DATE = 0x0021;

/** A zip archive of one file. */
export function zipOf(file: string, content: Uint8Array): Uint8Array {
  const name = Buffer.from(file, 'utf8');
  const { deflated, crc } = deflate(content);
  const shared = Buffer.concat([
    ...[VERSION, UTF8, DEFLATED, 0, DATE].map(two),
    ...[crc, deflated.length, content.length].map(four),
    two(name.length),
    two(0),
  ]);
  const entry = Buffer.concat([four(0x0403_4b50), shared, name, deflated]);
  // Of the directory's own fields none says anything: no comment, first disk, no attributes, and the file stands at the beginning.
  const own = [...[0, 0, 0].map(two), ...[0, 0].map(four)];
  const directory = Buffer.concat([four(0x0201_4b50), two(VERSION), shared, ...own, name]);
  const end = [four(0x0605_4b50), ...[0, 0, 1, 1].map(two), ...[directory.length, entry.length].map(four), two(0)];
  return Buffer.concat([entry, directory, ...end]);
}

/** What zip wants stands in a gzip as well: between ten bytes of head and eight of tail, whose first four are the CRC. */
function deflate(content: Uint8Array): { deflated: Buffer; crc: number } {
  const gzip = gzipSync(content);
  return { deflated: gzip.subarray(10, -8), crc: gzip.readUInt32LE(gzip.length - 8) };
}

function two(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function four(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What is uploaded, and what it is known by. */
export interface Archive {
  readonly bytes: Uint8Array;
  /** As the service writes it. */
  readonly digest: string;
}

/** The archive of one document; its file has the artifact's name, so that two that are unpacked into one folder stand side by side. */
export function pack(name: string, document: Uint8Array): Archive {
  const bytes = zipOf(`${name}.json`, document);
  return { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}
