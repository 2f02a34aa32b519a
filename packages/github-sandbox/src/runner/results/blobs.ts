import { randomUUID } from 'node:crypto';

/** What a signed address leads to. */
export interface Blob {
  id: string;
  /** What the address is signed with: whoever knows it may upload, and nobody else. */
  signature: string;
  bytes: Buffer | undefined;
}

export interface Blobs {
  open(): Blob;
  at(id: string): Blob | undefined;
  forget(blob: Blob): void;
}

/** The store behind the signed addresses, in memory: what is in it waits to be finished. */
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
