import type { ArtifactStore } from '../artifact-store.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { ARTIFACT_CALLS, type Service } from './artifact-service.js';
import { openBlobs } from './blobs.js';
import { type Answer, type Door, type Incoming, openDoor, TwirpError } from './door.js';
import { type Bearer, openRuntimeTokens, type RuntimeTokens } from './runtime-token.js';

/** What a job is given to speak to the results service. */
export interface Pass {
  url: string;
  token: string;
  /** The job is over. */
  end(): void;
}

export interface Results {
  /** Lets a job in. The door opens with the first that comes. */
  admit(bearer: Bearer): Promise<Pass>;
  close(): Promise<void>;
}

/**
 * The results service of GitHub Actions: a door of its own, beside GitHub's, through which JavaScript actions upload artifacts while they
 * run. What is finished there is kept in the same store as what upload-artifact keeps.
 */
export function openResults({ store, now }: { store: ArtifactStore; now: () => Date }): Results {
  const tokens = openRuntimeTokens(now);
  const service: Service = { store, blobs: openBlobs(), begun: new Map() };
  let door: Promise<Door> | undefined;
  return {
    async admit(bearer) {
      door ??= openDoor((incoming) => answer({ service, tokens }, incoming));
      const { url } = await door;
      const token = tokens.mint(bearer);
      return { url, token, end: () => tokens.end(token) };
    },
    close: async () => (await door)?.close(),
  };
}

const CALLS = '/twirp/github.actions.results.api.v1.ArtifactService/';
const BLOBS = '/blobs/';

interface ArtifactServer {
  service: Service;
  tokens: RuntimeTokens;
}

async function answer({ service, tokens }: ArtifactServer, incoming: Incoming): Promise<Answer> {
  const { method, url } = incoming;
  if (method === 'PUT' && url.pathname.startsWith(BLOBS)) return { status: take(service, incoming) };
  const call = url.pathname.startsWith(CALLS) ? ARTIFACT_CALLS[url.pathname.slice(CALLS.length)] : undefined;
  if (method !== 'POST' || call === undefined) throw new TwirpError('bad_route', 'there is no such call');
  const bearer = tokens.bearerOf(incoming.header('authorization').replace(/^bearer /i, ''));
  if (bearer === undefined) throw new TwirpError('unauthenticated', 'the token is not valid, or its job is over');
  return { status: 200, json: await call(service, { bearer, asked: askedIn(incoming.body), origin: url.origin }) };
}

/** Bytes for a signed address, as Azure's blob store takes them. */
function take({ blobs }: Service, { url, body, header }: Incoming): number {
  const blob = blobs.at(url.pathname.slice(BLOBS.length));
  if (blob === undefined || url.searchParams.get('sig') !== blob.signature) return 403;
  if (header('x-ms-blob-type') !== 'BlockBlob') return 400;
  blob.bytes = body;
  return 201;
}

function askedIn(body: Buffer): JsonObject {
  let json: Json = null;
  try {
    json = JSON.parse(body.toString());
  } catch {
    // Said below, as for JSON of another kind.
  }
  if (isObject(json)) return json;
  throw new TwirpError('malformed', 'the request is no JSON object');
}
