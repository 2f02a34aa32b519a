// Which knowledge candidates may be proposed at all. Pure.
import type { Knowledge } from './proposals.js';

/** `{domain}:{category}:{identifier}` */
const NAME = /^[\w.-]+(?::[\w.-]+){2,}$/;

/** Candidates that the quality rules let pass. */
export const worthyOnes = (candidates: readonly Knowledge[]): readonly Knowledge[] =>
  candidates.filter(({ name }) => NAME.test(name));
