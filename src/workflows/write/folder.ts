// The files of a run, below `workspace/` in its folder. They follow from the journal, so a continued run writes them again.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface RunFiles {
  /** Whole or not at all: readers never see half a file. */
  write(file: string, text: string): Promise<void>;
  json(file: string, value: unknown): Promise<void>;
  read(file: string): Promise<string | null>;
}

export function openFiles(folder: string): RunFiles {
  const root = path.join(folder, 'workspace');
  const write = async (file: string, text: string): Promise<void> => {
    const to = path.join(root, file);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(`${to}.new`, text);
    await rename(`${to}.new`, to);
  };
  return {
    write,
    json: (file, value) => write(file, `${JSON.stringify(value, null, 2)}\n`),
    read: (file) => readFile(path.join(root, file), 'utf8').catch(() => null),
  };
}
