import { statfs } from 'node:fs/promises';

const LOOK_EVERY_MS = 250;

export interface Watch {
  readonly folder: string;
  /** How many bytes always stay free. */
  readonly floor: number;
}

/** Calls when a disk gets nearly full; the function that comes back ends that. One that was so before is nobody's fault here. */
export function watchDisk({ folder, floor }: Watch, full: () => void): () => void {
  let wasFree = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
    const isFree = bavail * bsize > floor;
    if (wasFree && !isFree) full();
    wasFree = isFree;
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
