// Interfaces to everything outside of crew: GitHub, the model, storage, the clock, the worktree.

export type * from './github.js';
export type * from './model.js';
export type * from './store.js';
export type * from './tree.js';

/** For operators, never for the thread. */
export type Log = (line: string, fields?: Readonly<Record<string, string | number>>) => void;
