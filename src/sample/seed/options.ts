import type { At } from '../files/age.js';
import type { WrittenOut } from './write-out.js';

/** What making a seed of a file needs: times, and the files of commits. */
export type SeedOptions = { readonly at: At; readonly writtenOut: WrittenOut };
