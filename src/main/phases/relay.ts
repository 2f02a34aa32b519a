// What goes from job to job of one run: its journal, as a file. Nothing else of the work leaves its machine.
import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openWorkspace } from '../../adapters/workspace/index.js';
import { type Journal, readJournal } from '../../core/journal.js';
import type { Workspace } from '../../ports.js';
import type { StepProcess } from './step.js';

/** Below the runner's temporary folder: where the job that works leaves it, and where the others find what was left. */
export const LEFT = { folder: 'crew-run', file: 'run.journal' } as const;

/** What a run that is not over leaves on its way, under two names and more. */
const CHECKPOINT = /^crew-run-[\w-]+\.json$/;

/** No journal is larger. */
const LARGEST = 50_000_000;

type StepEnv = StepProcess['env'];

export const digestOfFile = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Leaves the journal, whole or not at all; gives its digest. */
export async function leaveJournal({ RUNNER_TEMP: temp = '' }: StepEnv, text: string): Promise<string> {
  const folder = path.join(temp, LEFT.folder);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${LEFT.file}.new`), text);
  await rename(path.join(folder, `${LEFT.file}.new`), path.join(folder, LEFT.file));
  return digestOfFile(text);
}

/**
 * The journal that was left. Where the job came to its end, the very one that it named by its digest; else the furthest of what it
 * left on its way. Through no link, and none that is damaged or too large.
 */
export async function leftJournal(
  { RUNNER_TEMP: temp }: StepEnv,
  { folder, run, digest }: { folder: string; run: string; digest: string | undefined },
): Promise<Journal | null> {
  if (!temp) return null;
  const workspace = openWorkspace(temp);
  const there = (await workspace.look(folder))?.kind === 'folder' ? await workspace.list(folder) : [];
  const found: Journal[] = [];
  for (const { name } of there.filter((each) => each.name === LEFT.file || CHECKPOINT.test(each.name))) {
    const text = await textIn(workspace, path.posix.join(folder, name));
    if (text === null || (digest && digestOfFile(text) !== digest)) continue;
    const journal = readJournal(text);
    const [first] = 'damage' in journal ? [] : journal.entries;
    if (!('damage' in journal) && first?.kind === 'begin' && first.run === run) found.push(journal);
  }
  return found.sort((a, b) => b.entries.length - a.entries.length)[0] ?? null;
}

async function textIn(workspace: Workspace, file: string): Promise<string | null> {
  const standing = await workspace.look(file);
  if (standing?.kind !== 'file' || standing.size > LARGEST) return null;
  const bytes = await workspace.read(file);
  return bytes && new TextDecoder().decode(bytes);
}
