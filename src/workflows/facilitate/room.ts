// How much GitHub still bears: looks that follow each other closely share one hour's writes.
import type { Observation } from '../../observation.js';

const HOUR = 60 * 60 * 1000;
/** Of the 400 that may be sent: labels that come into being, the digest and an answer want theirs, or the last would wait an hour. */
const MOST_AN_HOUR = 380;

type Wrote = NonNullable<Observation['wrote']>;

/** What was written within the hour before a moment. */
const recentOf = (previous: Observation | undefined, at: string): Wrote =>
  (previous?.wrote ?? []).filter((each) => Date.parse(at) - Date.parse(each.at) < HOUR);

/** How many writes fit now. */
export function roomAt(at: string, previous: Observation | undefined): number {
  const wrote = recentOf(previous, at).reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, MOST_AN_HOUR - wrote);
}

/** The same, told to the next look. A look that wrote nothing leaves nothing, so that nothing new stays nothing new. */
export function wroteBy(at: string, of: { previous: Observation | undefined; count: number }): Wrote | undefined {
  if (of.count === 0) return of.previous?.wrote;
  return [...recentOf(of.previous, at), { at, count: of.count }];
}
