// READ FIRST. Everything crew needs from outside, by need. Each port is small, and has a user today.
export type * from './ports/checkpoint.js';
export type * from './ports/github.js';
export type * from './ports/model.js';
export type * from './ports/store.js';
export type * from './ports/tree.js';

/** For operators, never for the thread. */
export type Log = (line: string, fields?: Readonly<Record<string, string | number>>) => void;
