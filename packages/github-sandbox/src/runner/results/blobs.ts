// Stores the uploaded content of artifacts in memory until they are finished.

import { randomUUID } from 'node:crypto';

/** The target of a signed URL. */
export interface Blob {
  id: string;
  /** The signature in the URL; required for uploads. */
  signature: string;
  bytes: Buffer | undefined;
}

export interface Blobs {
  open(): Blob;
  at(id: string): Blob | undefined;
  forget(blob: Blob): void;
}

/** Blobs in memory until their artifact is finalized. */
export function openBlobs(): Blobs {
  const all = new Map<string, Blob>();
  return {
    open() {
      const blob: Blob = { id: randomUUID(), signature: randomUUID(), bytes: undefined };
      all.set(blob.id, blob);
      return blob;
    },
    at: (id) => all.get(id),
    forget: ({ id }) => void all.delete(id),
  };
}
