// Client of GitHub Actions' results service, with the protocol of actions/toolkit: JSON over POST, and a blob store for the content.
import * as z from 'zod';
import type { BackendIds } from './backend-ids.js';
import type { Archive } from './pack.js';
import type { StoredCheckpoint } from './policy.js';

export interface ResultsOptions {
  readonly token: string;
  readonly url: string;
  readonly ids: BackendIds;
  readonly fetch: typeof fetch;
}

/** One listed artifact of the run. */
export interface Listed extends StoredCheckpoint {
  readonly digest: string | undefined;
}

/** An error response. Its message holds no URL, because an upload URL is a secret. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

const SERVICE = 'twirp/github.actions.results.api.v1.ArtifactService';
/** Version of artifacts/v4: immutable zip archives. */
const VERSION = 4;

const CREATED = z.object({ ok: z.literal(true), signed_upload_url: z.string() });
const REMOVED = z.object({ ok: z.literal(true) });
const FINISHED = z.object({ ok: z.literal(true), artifact_id: z.coerce.number() });
const LISTED = z.object({
  artifacts: z
    .array(
      z.object({
        workflow_job_run_backend_id: z.string(),
        // 64-bit numbers are sent as strings.
        database_id: z.coerce.number(),
        name: z.string(),
        digest: z.string().optional(),
      }),
    )
    .default([]),
});

export type Results = ReturnType<typeof resultsService>;

/** The five requests, each sent once without retries. */
export function resultsService({ token, url, ids, fetch }: ResultsOptions) {
  const own = { workflow_run_backend_id: ids.run, workflow_job_run_backend_id: ids.job };
  const call = async (method: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const answer = await fetch(new URL(`/${SERVICE}/${method}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'crew' },
      body: JSON.stringify({ ...own, ...body }),
      // The token must not be sent to another address.
      redirect: 'error',
      signal,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, reasonIn(text));
    return JSON.parse(text);
  };
  return {
    async list(signal: AbortSignal): Promise<readonly Listed[]> {
      const { artifacts } = LISTED.parse(await call('ListArtifacts', {}, signal));
      return artifacts.map((one) => ({
        name: one.name,
        id: one.database_id,
        job: one.workflow_job_run_backend_id,
        digest: one.digest,
      }));
    },
    async remove({ name, job }: StoredCheckpoint, signal: AbortSignal): Promise<void> {
      try {
        REMOVED.parse(await call('DeleteArtifact', { name, workflow_job_run_backend_id: job }, signal));
      } catch (error) {
        // Already deleted.
        if (!(error instanceof Refused) || error.status !== 404) throw error;
      }
    },
    /** Reserves the name and returns the upload URL. */
    async create(name: string, signal: AbortSignal): Promise<string> {
      return CREATED.parse(await call('CreateArtifact', { name, version: VERSION }, signal)).signed_upload_url;
    },
    async put(to: string, { bytes }: Archive, signal: AbortSignal): Promise<void> {
      const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'application/zip' };
      const body = new Uint8Array(bytes);
      const answer = await fetch(to, { method: 'PUT', headers, body, redirect: 'error', signal });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Refused(answer.status, 'the blob store refused the bytes');
    },
    /** Publishes the artifact; it is immutable from now on. */
    async finalize(name: string, { bytes, digest }: Archive, signal: AbortSignal): Promise<Listed> {
      const body = { name, size: String(bytes.length), hash: digest };
      const { artifact_id: id } = FINISHED.parse(await call('FinalizeArtifact', body, signal));
      return { name, id, job: ids.job, digest };
    },
  };
}

function reasonIn(text: string): string {
  try {
    return z.object({ msg: z.string() }).parse(JSON.parse(text)).msg;
  } catch {
    return 'no reason was given';
  }
}
