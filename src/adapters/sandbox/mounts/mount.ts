// The type of a mount inside a sandbox, and the two usual ones.

/** A path inside the sandbox and what is mounted there. Later mounts cover earlier ones. */
export type Mount =
  | { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string }
  | { readonly kind: 'link'; readonly to: string; readonly at: string };

/** A path that is the same inside and outside. */
export const read = (path: string): Mount => ({ kind: 'read', from: path, at: path });
export const write = (path: string): Mount => ({ kind: 'write', from: path, at: path });
