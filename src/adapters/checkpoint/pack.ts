import { createHash } from 'node:crypto';
import { zipOf } from './zip.js';

/** What is uploaded, and what it is known by. */
export interface Archive {
  readonly bytes: Uint8Array;
  /** As the service writes it. */
  readonly digest: string;
}

/** The archive of one document; its file has the artifact's name, so that two that are unpacked into one folder stand side by side. */
export function pack(name: string, document: Uint8Array): Archive {
  const bytes = zipOf(`${name}.json`, document);
  return { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}
