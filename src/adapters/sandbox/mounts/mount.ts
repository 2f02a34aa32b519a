// The type of a mount inside a sandbox, for the levels, the pool and the other files of this folder.

/** A path inside the sandbox (`at`) and what is mounted there: a path outside (`from`), or a symbolic link. Later mounts cover earlier ones. */
export type Mount =
  | { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string }
  | { readonly kind: 'link'; readonly to: string; readonly at: string };

/** Mounts of a path at the same path inside. */
export const mountReadOnly = (path: string): Mount => ({ kind: 'read', from: path, at: path });
export const mountWritable = (path: string): Mount => ({ kind: 'write', from: path, at: path });
