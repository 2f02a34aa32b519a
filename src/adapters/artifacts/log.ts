// Writes the log file of one step of a verification.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../ports/errors.js';

/**
 * Opens a log file. Writes are synchronous: a program that prints faster than the disk writes is slowed down, and no output is buffered
 * in memory. Later errors do not throw: `close` then reports `full`.
 */
export function openLog(folder: string, name: string) {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = path.join(folder, name);
  let isIncomplete = false;
  let handle: number | undefined;
  try {
    handle = openSync(file, flags, 0o600);
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
    isIncomplete = true;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  let closed: { sha256: string; bytes: number; isIncomplete: boolean } | undefined;
  const write = (chunk: Uint8Array): void => {
    for (let at = 0; at < chunk.length && !isIncomplete && handle !== undefined && closed === undefined; ) {
      try {
        const written = writeSync(handle, chunk, at);
        hash.update(chunk.subarray(at, at + written));
        bytes += written;
        at += written;
      } catch (error) {
        // Any error makes the log incomplete; an incomplete log is not accepted as evidence.
        if (codeOf(error) !== 'EAGAIN') isIncomplete = true;
      }
    }
  };
  const close = () => {
    if (closed) return closed;
    closed = { sha256: hash.digest('hex'), bytes, isIncomplete };
    if (handle !== undefined) closeSync(handle);
    return closed;
  };
  return { name, write, close, tail: (most: number) => tailOf(file, most) };
}

function tailOf(file: string, most: number): string {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - most);
    const buffer = Buffer.alloc(size - from);
    const read = readSync(handle, buffer, 0, buffer.length, from);
    const text = buffer.subarray(0, read).toString('utf8');
    // The first line of a tail is usually cut, so it is dropped.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(handle);
  }
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'ENAMETOOLONG']);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Turns the error of a full or read-only disk into a UserError; returns other errors unchanged. */
export function artifactsError(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (!NO_SPACE.has(code) && !NOT_WRITABLE.has(code)) return error;
  return new UserError(
    {
      expected: `room for the logs of a verification in ${folder}`,
      found: code,
      remedy: NO_SPACE.has(code) ? 'Free some space, then run it again.' : 'Name another folder with CREW_HOME.',
      ends: 'infra_error',
    },
    { cause: error },
  );
}
