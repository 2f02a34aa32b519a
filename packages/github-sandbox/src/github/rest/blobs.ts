// REST routes of git blobs. Loaded by rest/index.ts; contents.ts uses `base64Lines`.

import { z } from 'zod';
import { notFound } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { readBlob, writeBlob } from '../git/objects.js';
import { typeOf } from '../git/refs.js';
import { created, ok } from '../http/message.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';

const draft = z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') });

const urlOf = ({ world, repository }: RepositoryCall, sha: string): string =>
  `${world.urls.api}/repos/${fullName(repository)}/git/blobs/${sha}`;

export const blobRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/git/blobs/{file_sha}',
    { operation: 'git/get-blob', need: reads('contents') },
    async (call) => {
      const sha = call.params.file_sha ?? '';
      const dir = call.repository.gitDir;
      if ((await typeOf(dir, sha)) !== 'blob') throw notFound();
      const content = await readBlob(dir, sha);
      return ok({
        sha,
        node_id: `B_${sha}`,
        size: content.length,
        url: urlOf(call, sha),
        content: base64Lines(content),
        encoding: 'base64',
      });
    },
  ),
  repositoryAct(
    'POST …/git/blobs',
    { operation: 'git/create-blob', need: writes({ role: 'write' }, 'contents'), hasContentRateLimit: false },
    async (call) => {
      const { content, encoding } = readBody(call, draft);
      const sha = await writeBlob(
        call.repository.gitDir,
        Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'),
      );
      return created({ sha, url: urlOf(call, sha) });
    },
  ),
];

/** Base64 with a line break every 60 characters, as GitHub sends it, so that clients that cannot handle it fail here. */
export function base64Lines(content: Buffer): string {
  return content.toString('base64').replace(/.{1,60}/g, '$&\n');
}
