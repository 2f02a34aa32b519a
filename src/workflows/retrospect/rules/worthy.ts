// Which knowledge candidates may be proposed at all. Pure.
import { refusalOf } from '../../../memory/rules/knowledge.js';
import type { Knowledge } from './proposals.js';

/** Candidates that the quality rules let pass. `configuration`: texts that need no repetition. */
export const worthyOnes = (
  candidates: readonly Knowledge[],
  configuration: readonly string[] = [],
): readonly Knowledge[] => candidates.filter((each) => refusalOf(each, configuration) === null);
