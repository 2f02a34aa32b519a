import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ArtifactEntry, ArtifactStore } from '../artifact-store.js';
import { at, type JsonObject, sentenceOf, textAt } from '../json.js';
import type { Blob, Blobs } from './blobs.js';
import { TwirpError } from './door.js';
import { type Bearer, backendId } from './runtime-token.js';
import { unzip, type ZipFile } from './unzip.js';

export interface Service {
  store: ArtifactStore;
  blobs: Blobs;
  /**
   * By run and name, what was begun and not finished. As on GitHub it holds its name for the rest of the run, nobody sees it, and it cannot
   * be deleted: who never finished one needs another name.
   */
  begun: Map<string, Begun>;
}

interface Begun extends Bearer {
  name: string;
  blob: Blob;
}

interface Asking {
  bearer: Bearer;
  asked: JsonObject;
  /** Where the service was reached, and its blobs are too. */
  origin: string;
}

type Call = (service: Service, asking: Asking) => Promise<JsonObject>;

/** THE LIST of the calls that are answered: those of GitHub's ArtifactService that upload, list and delete. */
export const ARTIFACT_CALLS: Readonly<Record<string, Call>> = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  DeleteArtifact: remove,
};

async function create(service: Service, { bearer, asked, origin }: Asking): Promise<JsonObject> {
  const { store, blobs, begun } = service;
  mustBeOwn(bearer, asked);
  const name = nameIn(asked);
  const open = [...begun.values()].filter(({ runId, job }) => runId === bearer.runId && job === bearer.job);
  if (open.length >= store.room(bearer)) {
    throw new TwirpError('resource_exhausted', 'this job has uploaded as many artifacts as it may');
  }
  const place = placeOf(bearer, name);
  if (begun.has(place)) throw taken();
  const blob = blobs.open();
  // Held before the first look, so that of two that come at once one is refused.
  begun.set(place, { ...bearer, name, blob });
  if ((await named(service, bearer, name)) !== undefined) {
    begun.delete(place);
    throw taken();
  }
  return { ok: true, signed_upload_url: `${origin}/blobs/${blob.id}?sig=${blob.signature}` };
}

async function finalize({ store, blobs, begun }: Service, { bearer, asked }: Asking): Promise<JsonObject> {
  mustBeOwn(bearer, asked);
  const place = placeOf(bearer, nameIn(asked));
  const one = begun.get(place);
  if (one === undefined || one.job !== bearer.job) throw unknown();
  const archive = wholeIn(one.blob, asked);
  const { id } = await keepArchive(store, { bearer, name: one.name, ...archive });
  begun.delete(place);
  blobs.forget(one.blob);
  return { ok: true, artifact_id: String(id) };
}

async function list({ store }: Service, { bearer, asked }: Asking): Promise<JsonObject> {
  mustBeOwn(bearer, asked);
  const [name, id] = [textAt(asked, 'name_filter'), textAt(asked, 'id_filter')];
  const fits = (entry: ArtifactEntry): boolean =>
    (name === '' || entry.name === name) && (id === '' || String(entry.id) === id);
  return { artifacts: (await store.list(bearer.runId)).filter(fits).map(listed) };
}

/** Of any job of the run: what an earlier attempt left may be replaced. */
async function remove(service: Service, { bearer, asked }: Asking): Promise<JsonObject> {
  mustBeOfRun(bearer, asked);
  const entry = await named(service, bearer, nameIn(asked));
  const job = textAt(asked, 'workflow_job_run_backend_id');
  if (entry === undefined || backendId(entry) !== job) throw unknown();
  await service.store.remove(entry);
  return { ok: true, artifact_id: String(entry.id) };
}

const placeOf = ({ runId }: Bearer, name: string): string => `${runId}/${name}`;

const unknown = (): TwirpError => new TwirpError('not_found', 'artifact not found');

const taken = (): TwirpError =>
  new TwirpError('already_exists', 'an artifact with this name already exists on the workflow run');

async function named({ store }: Service, { runId }: Bearer, name: string): Promise<ArtifactEntry | undefined> {
  return (await store.list(runId)).find((entry) => entry.name === name);
}

function listed({ id, runId, job, name, size, digest, archive }: ArtifactEntry): JsonObject {
  return {
    workflow_run_backend_id: backendId({ runId }),
    workflow_job_run_backend_id: backendId({ runId, job }),
    // 64 bits are written as a text.
    database_id: String(id),
    name,
    size: String(archive?.size ?? size),
    digest: archive?.digest ?? `sha256:${digest}`,
  };
}

/** What no file system may hold in a name. */
const FORBIDDEN = /["<>|*?:\r\n\\/]/;

function nameIn(asked: JsonObject): string {
  const name = textAt(asked, 'name');
  if (name === '' || FORBIDDEN.test(name)) throw new TwirpError('invalid_argument', 'the artifact name is not valid');
  return name;
}

function mustBeOfRun({ runId }: Bearer, asked: JsonObject): void {
  if (textAt(asked, 'workflow_run_backend_id') === backendId({ runId })) return;
  throw new TwirpError('permission_denied', 'the token is not for this workflow run');
}

function mustBeOwn(bearer: Bearer, asked: JsonObject): void {
  mustBeOfRun(bearer, asked);
  if (textAt(asked, 'workflow_job_run_backend_id') === backendId(bearer)) return;
  throw new TwirpError('permission_denied', 'the token is not for this job');
}

/** The bytes that were uploaded, when they are those that are spoken of. */
function wholeIn({ bytes }: Blob, asked: JsonObject): { bytes: Buffer; digest: string } {
  if (bytes === undefined) throw new TwirpError('not_found', 'nothing was uploaded for this artifact');
  const hash = textAt(asked, 'hash');
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (Number(at(asked, 'size')) === bytes.length && (hash === '' || hash === digest)) return { bytes, digest };
  throw new TwirpError('invalid_argument', 'size or hash is not that of what was uploaded');
}

interface Upload {
  bearer: Bearer;
  name: string;
  bytes: Buffer;
  digest: string;
}

/** Keeps an uploaded archive unpacked, so that whoever downloads it finds files like any other artifact's. */
export async function keepArchive(
  store: ArtifactStore,
  { bearer, name, bytes, digest }: Upload,
): Promise<ArtifactEntry> {
  const files = filesIn(bytes);
  const root = await mkdtemp(join(tmpdir(), 'github-sandbox-artifact-'));
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    const paths = files.map(({ path }) => path);
    const archive = { size: bytes.length, digest };
    return await store.put({ ...bearer, name, root, files: paths, overwrite: false, archive });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function filesIn(bytes: Buffer): ZipFile[] {
  try {
    return unzip(bytes);
  } catch (thrown) {
    throw new TwirpError('invalid_argument', sentenceOf(thrown));
  }
}
