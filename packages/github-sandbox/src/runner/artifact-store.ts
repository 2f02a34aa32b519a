import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ArtifactEntry {
  id: number;
  runId: number;
  job: string;
  name: string;
  size: number;
  /** sha256 over the paths and contents of its files, in hexadecimal. */
  digest: string;
  files: string[];
  /** Of the archive it came in, where it came in one: what the results service lists. */
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
  /** Keeps copies under a name that a run can give only once (unless it overwrites), at most 500 times a job. */
  put(upload: ArtifactUpload): Promise<ArtifactEntry>;
  /** How many more a job may upload. */
  room(of: { runId: number; job: string }): number;
  list(runId: number): Promise<ArtifactEntry[]>;
  /** The name is free again; the job's share is not. */
  remove(wanted: { runId: number; name: string }): Promise<void>;
  /** Copies an artifact into a folder, after its digest was found to be the one it was kept with. */
  extract(wanted: { runId: number; id: number; into: string }): Promise<void>;
}

const MOST_PER_JOB = 500;

/** Artifacts in a folder, without zip: `<run>/<name>/artifact.json` beside `<run>/<name>/files/`. */
export function createArtifactStore(folder: string, mostPerJob = MOST_PER_JOB): ArtifactStore {
  const jobs = new Map<string, number>();
  let lastId: Promise<number> | undefined;

  const keyOf = ({ runId, job }: { runId: number; job: string }): string => `${runId}/${job}`;
  const room = (of: { runId: number; job: string }): number => mostPerJob - (jobs.get(keyOf(of)) ?? 0);

  const nextId = (): Promise<number> => {
    lastId = (lastId ?? highestId(folder)).then((id) => id + 1);
    return lastId;
  };

  return {
    async put(upload) {
      if (room(upload) <= 0) throw new Error(`a job may upload at most ${mostPerJob} artifacts`);
      jobs.set(keyOf(upload), (jobs.get(keyOf(upload)) ?? 0) + 1);
      return keep({ folder, upload, id: await nextId() });
    },
    room,
    remove: ({ runId, name }) => rm(join(folder, String(runId), placeOf(name)), { recursive: true, force: true }),
    list: (runId) => listEntries(join(folder, String(runId))),
    async extract({ runId, id, into }) {
      const entry = (await listEntries(join(folder, String(runId)))).find((one) => one.id === id);
      if (entry === undefined) throw new Error(`Artifact not found for id: ${id}`);
      const files = join(folder, String(runId), placeOf(entry.name), 'files');
      const { digest } = await digestOf(files, entry.files);
      if (digest !== entry.digest)
        throw new Error(`artifact ${entry.name}: digest ${digest}, but ${entry.digest} was kept`);
      await mkdir(into, { recursive: true });
      await cp(files, into, { recursive: true });
    },
  };
}

/** Copies first and then renames: a name is either wholly there or not, and of two uploads one wins. */
async function keep({
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
  const kept = { ...(await digestOf(join(incoming, 'files'), files)), files, ...(archive ? { archive } : {}) };
  const entry = { id, runId, job, name, ...kept };
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

/** A name as a folder: no dot in front, so that it can neither hide nor climb. */
function placeOf(name: string): string {
  return `a-${encodeURIComponent(name)}`;
}
