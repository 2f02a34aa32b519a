// The results service, an HTTP server through which JavaScript actions upload artifacts while their job runs. The entry of the runner opens
// it, and each job gets a token for it (run/machine, run/job-frame). The package's src/index.ts exports it.

import type { ArtifactStore } from '../artifact-store.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { ARTIFACT_CALLS, type Service } from './artifact-service.js';
import { openBlobs } from './blobs.js';
import { type Bearer, openRuntimeTokens, type RuntimeTokens } from './runtime-token.js';
import { type Answer, type Endpoint, type Incoming, openServer, TwirpError } from './server.js';

/** A job's access to the results service. */
export interface ServiceAccess {
  url: string;
  token: string;
  /** To be called when the job is over. */
  end(): void;
}

export interface Results {
  /** Admits a job. The server starts with the first one. */
  admit(bearer: Bearer): Promise<ServiceAccess>;
  close(): Promise<void>;
}

/**
 * The results service of GitHub Actions: a separate server through which JavaScript actions upload artifacts. Finished artifacts are
 * stored together with those of upload-artifact.
 */
export function openResults({ store, now }: { store: ArtifactStore; now: () => Date }): Results {
  const tokens = openRuntimeTokens(now);
  const service: Service = { store, blobs: openBlobs(), unfinished: new Map() };
  let server: Promise<Endpoint> | undefined;
  return {
    async admit(bearer) {
      server ??= openServer((incoming) => answer({ service, tokens }, incoming));
      const { url } = await server;
      const token = tokens.mint(bearer);
      return { url, token, end: () => tokens.end(token) };
    },
    close: async () => (await server)?.close(),
  };
}

const CALL_PREFIX = '/twirp/github.actions.results.api.v1.ArtifactService/';
const BLOBS = '/blobs/';

interface ArtifactServer {
  service: Service;
  tokens: RuntimeTokens;
}

async function answer({ service, tokens }: ArtifactServer, incoming: Incoming): Promise<Answer> {
  const { method, url } = incoming;
  if (method === 'PUT' && url.pathname.startsWith(BLOBS)) return { status: receiveBlob(service, incoming) };
  const call = url.pathname.startsWith(CALL_PREFIX)
    ? ARTIFACT_CALLS[url.pathname.slice(CALL_PREFIX.length)]
    : undefined;
  if (method !== 'POST' || call === undefined) throw new TwirpError('bad_route', 'there is no such call');
  const bearer = tokens.bearerOf(incoming.header('authorization').replace(/^bearer /i, ''));
  if (bearer === undefined) throw new TwirpError('unauthenticated', 'the token is not valid, or its job is over');
  return { status: 200, json: await call(service, { bearer, input: parseInput(incoming.body), origin: url.origin }) };
}

/** Accepts the content for a signed URL, like Azure's blob store. */
function receiveBlob({ blobs }: Service, { url, body, header }: Incoming): number {
  const blob = blobs.at(url.pathname.slice(BLOBS.length));
  if (blob === undefined || url.searchParams.get('sig') !== blob.signature) return 403;
  if (header('x-ms-blob-type') !== 'BlockBlob') return 400;
  blob.bytes = body;
  return 201;
}

function parseInput(body: Buffer): JsonObject {
  let json: Json = null;
  try {
    json = JSON.parse(body.toString());
  } catch {
    // Text that is not JSON is refused below, like JSON that is not an object.
  }
  if (isObject(json)) return json;
  throw new TwirpError('malformed', 'the request is no JSON object');
}
