// Packs a document into a zip archive, the format of GitHub's artifacts.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** The zip version that is needed to unpack: 2.0. */
const VERSION = 20;
/** Flag: the name is UTF-8. */
const UTF8 = 0x0800;
/** Compression method: deflate. */
const DEFLATED = 8;
/** 1 January 1980, the first date that zip can store. With a fixed date the same document always gives the same archive. */
const DATE = 0x0021;

/** A zip archive with one file. */
export function zipOf(file: string, content: Uint8Array): Uint8Array {
  const name = Buffer.from(file, 'utf8');
  const { deflated, crc } = deflate(content);
  const commonFields = Buffer.concat([
    ...[VERSION, UTF8, DEFLATED, 0, DATE].map(uint16),
    ...[crc, deflated.length, content.length].map(uint32),
    uint16(name.length),
    uint16(0),
  ]);
  const entry = Buffer.concat([uint32(0x0403_4b50), commonFields, name, deflated]);
  // Fields of the directory that hold nothing: no comment, first disk, no attributes, file at offset 0.
  const directoryFields = [...[0, 0, 0].map(uint16), ...[0, 0].map(uint32)];
  const directory = Buffer.concat([uint32(0x0201_4b50), uint16(VERSION), commonFields, ...directoryFields, name]);
  const end = [
    uint32(0x0605_4b50),
    ...[0, 0, 1, 1].map(uint16),
    ...[directory.length, entry.length].map(uint32),
    uint16(0),
  ];
  return Buffer.concat([entry, directory, ...end]);
}

/** gzip contains what zip needs: deflated data between a 10-byte header and an 8-byte trailer that begins with the CRC. */
function deflate(content: Uint8Array): { deflated: Buffer; crc: number } {
  const gzip = gzipSync(content);
  return { deflated: gzip.subarray(10, -8), crc: gzip.readUInt32LE(gzip.length - 8) };
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** An uploadable archive. */
export interface Archive {
  readonly bytes: Uint8Array;
  /** `sha256:` and hexadecimal digits, as GitHub's results service expects it. */
  readonly digest: string;
}

/** The archive of one document. The file has the artifact's name, so that several can be unpacked into one folder. */
export function pack(name: string, document: Uint8Array): Archive {
  const bytes = zipOf(`${name}.json`, document);
  return { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}
