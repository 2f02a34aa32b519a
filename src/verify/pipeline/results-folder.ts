// The folder for results of test runners. It is in the sandbox's home, so that nothing is written to the tree. It is read after all processes of
// the command have ended, because each of them could write there. Used by index.ts and run-step.ts.
import { randomBytes } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { Sandbox } from '../../ports/index.js';
import type { ResultFiles } from '../results/read-results.js';

/** The results folder of one command. */
export interface ResultsFolder {
  /** Absolute path in the sandbox, without characters that need quoting. The command creates it. */
  readonly folder: string;
  /** Reads and removes the folder. `copy` also receives the bytes, each file after a line with its size. */
  fetch(copy: (chunk: Uint8Array) => void): ResultFiles;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** A new folder; null if the path of the sandbox's home would need quoting. */
export function resultsFolderIn(sandbox: Sandbox): ResultsFolder | null {
  const home = sandbox.home.replace(/\/+$/, '');
  if (!/^\/[\w/.@%+=:,-]{1,1000}$/.test(home)) return null;
  // A random name, so that no program writes to it by accident.
  const name = `.crew-results-${randomBytes(12).toString('hex')}`;
  return {
    folder: `${home}/${name}`,
    fetch: (copy) => ({ read: (open) => takeResults(sandbox, { folder: name, copy, open }) }),
  };
}

interface TakeInput {
  readonly folder: string;
  readonly copy: (chunk: Uint8Array) => void;
  readonly open: Parameters<ResultFiles['read']>[0];
}

async function takeResults(sandbox: Sandbox, { folder, copy, open }: TakeInput): ReturnType<ResultFiles['read']> {
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
    const how = await sandbox.takeFiles({ folder, maxBytes: MAX_BYTES, open: begin });
    return how === 'taken' ? 'read' : how;
  } catch {
    return 'not fetched';
  }
}
