import type { Crew } from './crew.js';
import type { Input, WrittenInput } from './workflow.js';

/** A run to be carried through, and whoever carries it. */
export interface Carried {
  readonly run: string;
  readonly crew: Crew;
  readonly input: Input;
  readonly written: WrittenInput;
}
