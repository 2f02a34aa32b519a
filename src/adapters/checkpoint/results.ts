// The results service of GitHub Actions, as the toolkit's own artifact client speaks to it: JSON over POST, and a blob store for the bytes.
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

/** One artifact of the run, as it is listed. */
export interface Listed extends StoredCheckpoint {
  readonly digest: string | undefined;
}

/** An answer that is not what was asked for. Its message holds no address: an upload's is a secret. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

const SERVICE = 'twirp/github.actions.results.api.v1.ArtifactService';
/** Of the client that this follows: version 4 artifacts are zip archives that never change. */
const VERSION = 4;

const CREATED = z.object({ ok: z.literal(true), signed_upload_url: z.string() });
const REMOVED = z.object({ ok: z.literal(true) });
const FINISHED = z.object({ ok: z.literal(true), artifact_id: z.coerce.number() });
const LISTED = z.object({
  artifacts: z
    .array(
      z.object({
        workflow_job_run_backend_id: z.string(),
        // 64 bits are written as a text.
        database_id: z.coerce.number(),
        name: z.string(),
        digest: z.string().optional(),
      }),
    )
    .default([]),
});

export type Results = ReturnType<typeof resultsService>;

/** The five things that are asked of it, each sent once. */
export function resultsService({ token, url, ids, fetch }: ResultsOptions) {
  const own = { workflow_run_backend_id: ids.run, workflow_job_run_backend_id: ids.job };
  const call = async (method: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const answer = await fetch(new URL(`/${SERVICE}/${method}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'crew' },
      body: JSON.stringify({ ...own, ...body }),
      // The token goes to this one address and no further.
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
        // Gone is what it was to be.
        if (!(error instanceof Refused) || error.status !== 404) throw error;
      }
    },
    /** Takes the name, and says where the bytes go. */
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
    /** From now on it is there for all, and never changes. */
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
