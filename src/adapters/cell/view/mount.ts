/** A place inside of a cell, and what is seen there. Later ones lie over earlier ones. */
export type Mount =
  | { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string }
  | { readonly kind: 'link'; readonly to: string; readonly at: string };

/** The same path inside and outside. */
export const read = (path: string): Mount => ({ kind: 'read', from: path, at: path });
export const write = (path: string): Mount => ({ kind: 'write', from: path, at: path });
