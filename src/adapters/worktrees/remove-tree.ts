import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes a folder with all in it, also where a build has taken its own right to write there. Links are never followed. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(String((error as { code?: unknown }).code))) throw error;
    await open(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await open(path.join(folder, entry.name));
}
