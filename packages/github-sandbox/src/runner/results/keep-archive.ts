import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ArtifactEntry, ArtifactStore } from '../artifact-store.js';
import { sentenceOf } from '../refusal.js';
import type { Bearer } from './runtime-token.js';
import { TwirpError } from './twirp-error.js';
import { unzip, type ZipFile } from './unzip.js';

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
