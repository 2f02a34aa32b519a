// Client of GitHub Actions' results service, with the protocol of actions/toolkit: JSON over POST, and a blob store for the content.
import * as z from 'zod';
import type { Archive } from './archive.js';

interface ResultsOptions {
  readonly token: string;
  readonly url: string;
  readonly ids: BackendIds;
  readonly fetch: typeof fetch;
}

/** A finished artifact with its digest; undefined if the service does not send one. */
export interface ListedArtifact extends FinishedArtifact {
  readonly digest: string | undefined;
}

/** An error response. Its message holds no URL, because an upload URL is a secret. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusedRequest';
    this.status = status;
  }
}

const SERVICE = 'twirp/github.actions.results.api.v1.ArtifactService';
/** The version that actions/upload-artifact@v4 sends: artifacts are zip archives, and immutable. */
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

/** The five requests. Each function sends its request once, without retries. */
export function resultsService({ token, url, ids, fetch }: ResultsOptions) {
  const idFields = { workflow_run_backend_id: ids.run, workflow_job_run_backend_id: ids.job };
  const call = async (method: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const answer = await fetch(new URL(`/${SERVICE}/${method}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'crew' },
      body: JSON.stringify({ ...idFields, ...body }),
      // The token must not be sent to another address.
      redirect: 'error',
      signal,
    });
    const text = await answer.text();
    if (!answer.ok) throw new RefusedRequest(answer.status, reasonIn(text));
    return JSON.parse(text);
  };
  return {
    async list(signal: AbortSignal): Promise<readonly ListedArtifact[]> {
      const { artifacts } = LISTED.parse(await call('ListArtifacts', {}, signal));
      return artifacts.map((one) => ({
        name: one.name,
        id: one.database_id,
        job: one.workflow_job_run_backend_id,
        digest: one.digest,
      }));
    },
    async remove({ name, job }: FinishedArtifact, signal: AbortSignal): Promise<void> {
      try {
        REMOVED.parse(await call('DeleteArtifact', { name, workflow_job_run_backend_id: job }, signal));
      } catch (error) {
        // Already deleted.
        if (!(error instanceof RefusedRequest) || error.status !== 404) throw error;
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
      if (!answer.ok) throw new RefusedRequest(answer.status, 'the blob store refused the bytes');
    },
    /** Publishes the artifact; it is immutable from now on. */
    async finalize(name: string, { bytes, digest }: Archive, signal: AbortSignal): Promise<ListedArtifact> {
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

/** The ids of this run and job in the results service. */
interface BackendIds {
  readonly run: string;
  readonly job: string;
}

/**
 * Reads the ids from the scope `Actions.Results:<run>:<job>` of the runner's token, without verifying the token; the service does. Undefined if the
 * token has no such scope.
 */
export function backendIdsIn(token: string): BackendIds | undefined {
  for (const scope of scopesOf(token)) {
    const [kind, run, job, ...more] = scope.split(':');
    if (kind === 'Actions.Results' && run && job && more.length === 0) return { run, job };
  }
  return undefined;
}

function scopesOf(token: string): readonly string[] {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const isScoped = typeof claims === 'object' && claims !== null && 'scp' in claims;
    return isScoped && typeof claims.scp === 'string' ? claims.scp.split(' ') : [];
  } catch {
    return [];
  }
}

/** A finished artifact, which can be downloaded. */
export interface FinishedArtifact {
  readonly name: string;
  /** The service counts up: the highest id is the newest artifact. */
  readonly id: number;
  /** The backend id of the job that uploaded it, maybe in an earlier attempt. */
  readonly job: string;
}
