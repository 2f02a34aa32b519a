import type { At } from '../files/age.js';
import type { WrittenOut } from './write-out.js';

/** What is needed to make a seed of a file: when things were, and what commits leave behind. */
export type SeedOptions = { readonly at: At; readonly writtenOut: WrittenOut };
