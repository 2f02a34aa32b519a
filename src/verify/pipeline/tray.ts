// A folder in the cell's own home for what a test runner is asked to leave: nothing is put into the tree for it, and no wall
// stands before it. What else ran there could write there too, so it is taken out when all else has ended.
import { randomBytes } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { Sandbox } from '../../ports.js';
import type { Left } from '../results/read-results.js';

export interface Tray {
  /** Absolute, as commands of the sandbox see it; text of a shell that needs no quotation marks. The command that is asked makes it. */
  readonly folder: string;
  /** What is in it; a copy has before each file its size in a line. It is gone then. */
  fetch(copy: (chunk: Uint8Array) => void): Left;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** A new tray, or null where the name of the cell's home cannot be said in a command. */
export function trayIn(cell: Sandbox): Tray | null {
  const home = cell.home.replace(/\/+$/, '');
  if (!/^\/[\w/.@%+=:,-]{1,1000}$/.test(home)) return null;
  // The name cannot be guessed: what prints, or writes somewhere, does not hit it by chance.
  const name = `.crew-results-${randomBytes(12).toString('hex')}`;
  return {
    folder: `${home}/${name}`,
    fetch: (copy) => ({ read: (open) => taken(cell, { folder: name, copy, open }) }),
  };
}

interface Taking {
  readonly folder: string;
  readonly copy: (chunk: Uint8Array) => void;
  readonly open: Parameters<Left['read']>[0];
}

async function taken(cell: Sandbox, { folder, copy, open }: Taking): ReturnType<Left['read']> {
  const begin = (bytes: number, name: string) => {
    copy(Buffer.from(`${bytes}\n`));
    const decoder = new StringDecoder('utf8');
    const file = open(name);
    let left = bytes;
    return (chunk: Uint8Array) => {
      copy(chunk);
      left -= chunk.length;
      file(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
      if (left === 0) file(decoder.end());
    };
  };
  try {
    const how = await cell.take({ folder, most: MOST_BYTES, open: begin });
    return how === 'taken' ? 'read' : how;
  } catch {
    return 'not fetched';
  }
}
