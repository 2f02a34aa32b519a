// The calls of the results service: create, finalize, list and delete artifacts. The entry of this folder dispatches requests to them.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ArtifactEntry, ArtifactStore } from '../artifact-store.js';
import { at, type JsonObject, sentenceOf, textAt } from '../json.js';
import type { Blob, Blobs } from './blobs.js';
import { type Bearer, backendId } from './runtime-token.js';
import { TwirpError } from './server.js';
import { unzip, type ZipFile } from './unzip.js';

export interface Service {
  store: ArtifactStore;
  blobs: Blobs;
  /** Unfinished uploads by run and name. As on GitHub, its name is taken in the run, but it is not listed and cannot be deleted. */
  unfinished: Map<string, UnfinishedUpload>;
}

interface UnfinishedUpload extends Bearer {
  name: string;
  blob: Blob;
}

interface ServiceRequest {
  bearer: Bearer;
  input: JsonObject;
  /** The URL under which the service was reached. */
  origin: string;
}

type Call = (service: Service, request: ServiceRequest) => Promise<JsonObject>;

/** The supported calls of GitHub's ArtifactService. */
export const ARTIFACT_CALLS: Readonly<Record<string, Call>> = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  DeleteArtifact: remove,
};

async function create(service: Service, { bearer, input, origin }: ServiceRequest): Promise<JsonObject> {
  const { store, blobs, unfinished } = service;
  requireOwnJob(bearer, input);
  const name = artifactName(input);
  const open = [...unfinished.values()].filter(({ runId, job }) => runId === bearer.runId && job === bearer.job);
  if (open.length >= store.remainingUploads(bearer)) {
    throw new TwirpError('resource_exhausted', 'this job has uploaded as many artifacts as it may');
  }
  const place = placeOf(bearer, name);
  if (unfinished.has(place)) throw nameTaken();
  const blob = blobs.open();
  // Reserved before the lookup, so that one of two concurrent calls is refused.
  unfinished.set(place, { ...bearer, name, blob });
  if ((await findArtifact(service, bearer, name)) !== undefined) {
    unfinished.delete(place);
    throw nameTaken();
  }
  return { ok: true, signed_upload_url: `${origin}/blobs/${blob.id}?sig=${blob.signature}` };
}

async function finalize({ store, blobs, unfinished }: Service, { bearer, input }: ServiceRequest): Promise<JsonObject> {
  requireOwnJob(bearer, input);
  const place = placeOf(bearer, artifactName(input));
  const one = unfinished.get(place);
  if (one === undefined || one.job !== bearer.job) throw notFound();
  const archive = uploadedContent(one.blob, input);
  const { id } = await storeArchive(store, { bearer, name: one.name, ...archive });
  unfinished.delete(place);
  blobs.forget(one.blob);
  return { ok: true, artifact_id: String(id) };
}

async function list({ store }: Service, { bearer, input }: ServiceRequest): Promise<JsonObject> {
  requireOwnJob(bearer, input);
  const [name, id] = [textAt(input, 'name_filter'), textAt(input, 'id_filter')];
  const fits = (entry: ArtifactEntry): boolean =>
    (name === '' || entry.name === name) && (id === '' || String(entry.id) === id);
  return { artifacts: (await store.list(bearer.runId)).filter(fits).map(toListEntry) };
}

/** A job may delete artifacts of every job of its run, also of earlier attempts. */
async function remove(service: Service, { bearer, input }: ServiceRequest): Promise<JsonObject> {
  requireOwnRun(bearer, input);
  const entry = await findArtifact(service, bearer, artifactName(input));
  const job = textAt(input, 'workflow_job_run_backend_id');
  if (entry === undefined || backendId(entry) !== job) throw notFound();
  await service.store.remove(entry);
  return { ok: true, artifact_id: String(entry.id) };
}

const placeOf = ({ runId }: Bearer, name: string): string => `${runId}/${name}`;

const notFound = (): TwirpError => new TwirpError('not_found', 'artifact not found');

const nameTaken = (): TwirpError =>
  new TwirpError('already_exists', 'an artifact with this name already exists on the workflow run');

async function findArtifact({ store }: Service, { runId }: Bearer, name: string): Promise<ArtifactEntry | undefined> {
  return (await store.list(runId)).find((entry) => entry.name === name);
}

function toListEntry({ id, runId, job, name, size, digest, archive }: ArtifactEntry): JsonObject {
  return {
    workflow_run_backend_id: backendId({ runId }),
    workflow_job_run_backend_id: backendId({ runId, job }),
    // 64-bit numbers are strings.
    database_id: String(id),
    name,
    size: String(archive?.size ?? size),
    digest: archive?.digest ?? `sha256:${digest}`,
  };
}

/** Characters that GitHub refuses in names. */
const FORBIDDEN = /["<>|*?:\r\n\\/]/;

function artifactName(input: JsonObject): string {
  const name = textAt(input, 'name');
  if (name === '' || FORBIDDEN.test(name)) throw new TwirpError('invalid_argument', 'the artifact name is not valid');
  return name;
}

function requireOwnRun({ runId }: Bearer, input: JsonObject): void {
  if (textAt(input, 'workflow_run_backend_id') === backendId({ runId })) return;
  throw new TwirpError('permission_denied', 'the token is not for this workflow run');
}

function requireOwnJob(bearer: Bearer, input: JsonObject): void {
  requireOwnRun(bearer, input);
  if (textAt(input, 'workflow_job_run_backend_id') === backendId(bearer)) return;
  throw new TwirpError('permission_denied', 'the token is not for this job');
}

/** The uploaded content, if size and hash match. */
function uploadedContent({ bytes }: Blob, input: JsonObject): { bytes: Buffer; digest: string } {
  if (bytes === undefined) throw new TwirpError('not_found', 'nothing was uploaded for this artifact');
  const hash = textAt(input, 'hash');
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (Number(at(input, 'size')) === bytes.length && (hash === '' || hash === digest)) return { bytes, digest };
  throw new TwirpError('invalid_argument', 'size or hash is not that of what was uploaded');
}

interface Upload {
  bearer: Bearer;
  name: string;
  bytes: Buffer;
  digest: string;
}

/** Stores an uploaded archive unpacked, like other artifacts. */
export async function storeArchive(
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
