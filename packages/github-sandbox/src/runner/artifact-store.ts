// Stores the artifacts of Actions runs in a folder. Used by the built-in artifact actions (through host.ts) and by the results
// service; exported by the runner's entry and by src/index.ts.

import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ArtifactEntry {
  id: number;
  runId: number;
  job: string;
  name: string;
  size: number;
  /** SHA-256 of the paths and contents, in hexadecimal. */
  digest: string;
  files: string[];
  /** Size and digest of the zip file, if the artifact was uploaded as one; the results service lists them. */
  archive?: Archive;
}

interface Archive {
  size: number;
  /** `sha256:` and hexadecimal. */
  digest: string;
}

export interface ArtifactUpload {
  runId: number;
  job: string;
  name: string;
  root: string;
  /** Relative to `root`. */
  files: string[];
  overwrite: boolean;
  archive?: Archive;
}

export interface ArtifactStore {
  /** Stores copies under a name that is unique in the run unless `overwrite` is set; at most 500 per job. */
  put(upload: ArtifactUpload): Promise<ArtifactEntry>;
  /** How many more artifacts a job may upload. */
  remainingUploads(input: { runId: number; job: string }): number;
  list(runId: number): Promise<ArtifactEntry[]>;
  /** Deletes an artifact. It still counts towards the limit of its job. */
  remove(wanted: { runId: number; name: string }): Promise<void>;
  /** Copies an artifact to a folder after verifying its digest. */
  extract(wanted: { runId: number; id: number; into: string }): Promise<void>;
}

const MAX_PER_JOB = 500;

/** Stores artifacts in a folder, unpacked: `<run>/<name>/artifact.json` and `<run>/<name>/files/`. */
export function createArtifactStore(folder: string, mostPerJob = MAX_PER_JOB): ArtifactStore {
  const jobs = new Map<string, number>();
  let lastId: Promise<number> | undefined;

  const keyOf = ({ runId, job }: { runId: number; job: string }): string => `${runId}/${job}`;
  const remainingUploads = (input: { runId: number; job: string }): number =>
    mostPerJob - (jobs.get(keyOf(input)) ?? 0);

  const nextId = (): Promise<number> => {
    lastId = (lastId ?? highestId(folder)).then((id) => id + 1);
    return lastId;
  };

  return {
    async put(upload) {
      if (remainingUploads(upload) <= 0) throw new Error(`a job may upload at most ${mostPerJob} artifacts`);
      jobs.set(keyOf(upload), (jobs.get(keyOf(upload)) ?? 0) + 1);
      return storeArtifact({ folder, upload, id: await nextId() });
    },
    remainingUploads,
    remove: ({ runId, name }) => rm(join(folder, String(runId), placeOf(name)), { recursive: true, force: true }),
    list: (runId) => listEntries(join(folder, String(runId))),
    async extract({ runId, id, into }) {
      const entry = (await listEntries(join(folder, String(runId)))).find((one) => one.id === id);
      if (entry === undefined) throw new Error(`Artifact not found for id: ${id}`);
      const files = join(folder, String(runId), placeOf(entry.name), 'files');
      const { digest } = await digestOf(files, entry.files);
      if (digest !== entry.digest)
        throw new Error(`artifact ${entry.name}: digest ${digest}, but ${entry.digest} was stored`);
      await mkdir(into, { recursive: true });
      await cp(files, into, { recursive: true });
    },
  };
}

/** Copies the files and then renames their folder, so that an artifact is complete or absent. Of two concurrent uploads one fails. */
async function storeArtifact({
  folder,
  upload,
  id,
}: {
  folder: string;
  upload: ArtifactUpload;
  id: number;
}): Promise<ArtifactEntry> {
  const { runId, job, name, root, files, archive } = upload;
  const incoming = join(folder, String(runId), `.incoming-${id}`);
  const place = join(folder, String(runId), placeOf(name));
  for (const file of files) {
    await mkdir(dirname(join(incoming, 'files', file)), { recursive: true });
    await copyFile(join(root, file), join(incoming, 'files', file));
  }
  const content = { ...(await digestOf(join(incoming, 'files'), files)), files, ...(archive ? { archive } : {}) };
  const entry = { id, runId, job, name, ...content };
  await writeFile(join(incoming, 'artifact.json'), JSON.stringify(entry));
  if (upload.overwrite) await rm(place, { recursive: true, force: true });
  try {
    await rename(incoming, place);
  } catch (cause) {
    await rm(incoming, { recursive: true, force: true });
    throw new Error(`Conflict: an artifact with this name already exists on the workflow run: ${name}`, { cause });
  }
  return entry;
}

async function digestOf(folder: string, files: string[]): Promise<{ size: number; digest: string }> {
  const whole = createHash('sha256');
  let size = 0;
  for (const file of files) {
    const content = await readFile(join(folder, file));
    size += content.length;
    whole.update(`${file}\0${createHash('sha256').update(content).digest('hex')}\n`);
  }
  return { size, digest: whole.digest('hex') };
}

async function listEntries(run: string): Promise<ArtifactEntry[]> {
  const names = (await readdir(run).catch(() => [])).filter((name) => !name.startsWith('.'));
  const entries = await Promise.all(
    names.map(
      async (name): Promise<ArtifactEntry> => JSON.parse(await readFile(join(run, name, 'artifact.json'), 'utf8')),
    ),
  );
  return entries.sort((a, b) => a.id - b.id);
}

async function highestId(folder: string): Promise<number> {
  const runs = await readdir(folder).catch(() => []);
  const entries = await Promise.all(runs.map((run) => listEntries(join(folder, run))));
  return Math.max(0, ...entries.flat().map((entry) => entry.id));
}

/** A folder name for an artifact name, without path traversal or leading dot. */
function placeOf(name: string): string {
  return `a-${encodeURIComponent(name)}`;
}
