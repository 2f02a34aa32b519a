// Pictures of the issue, for the model. They are fetched again in each life of a run: a journal is redacted as text, and no picture
// survives that.

import type { Web } from '../../ports/index.js';
import type { Picture } from '../../ports/model.js';
import { leadsToUpload, mediaTypeOf } from './rules/images.js';

/** The service takes 5 MB; more is a photograph of something. */
const MOST_BYTES = 3_500_000;
const MOST_HOPS = 3;
const PATIENCE_MS = 15_000;

/** Those that can be had; one that cannot is left out, since the text says what it is about. */
export async function picturesOf(addresses: readonly string[], web: Pick<Web, 'get'>): Promise<readonly Picture[]> {
  const all = await Promise.all(addresses.map((address) => pictureAt(address, web).catch(() => null)));
  return all.flatMap((each) => each ?? []);
}

async function pictureAt(address: string, web: Pick<Web, 'get'>): Promise<Picture | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let next = address;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const reply = await web.get(next, {
      redirect: 'manual',
      signal,
      headers: { accept: 'image/*', 'user-agent': 'crew' },
    });
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null) return reply.ok ? await readPicture(reply) : null;
    await reply.body?.cancel();
    if (!leadsToUpload(location)) return null;
    next = location;
  }
  return null;
}

async function readPicture(reply: Response): Promise<Picture | null> {
  if (Number(reply.headers.get('content-length') ?? 0) > MOST_BYTES) return null;
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const mediaType = bytes.length > MOST_BYTES ? undefined : mediaTypeOf(bytes);
  return mediaType === undefined ? null : { kind: 'image', mediaType, data: Buffer.from(bytes).toString('base64') };
}
