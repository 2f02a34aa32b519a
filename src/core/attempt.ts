// An attempt at a run of Actions. Its jobs are over before another attempt at it can begin, so that what one of them holds is nobody's
// any more in the next.
import type { Crew } from './crew.js';

type Attempt = Pick<Crew, 'details' | 'attempt'>;

/** The page of an attempt, which names it; none where nothing runs in Actions. */
export function attemptPage({ details, attempt = '1' }: Attempt): string | undefined {
  return details ? `${details}/attempts/${attempt}` : undefined;
}

/** Which attempt at this very run of Actions a page is of; undefined: it is of none. */
function numberOf(page: string | undefined, { details }: Attempt): number | undefined {
  const [, number] = page?.split(`${details}/attempts/`) ?? [];
  return details && number ? Number(number) : undefined;
}

/** Whether a page is that of an earlier attempt at the very run of Actions that this is. */
export const isEarlier = (page: string | undefined, of: Attempt): boolean =>
  (numberOf(page, of) ?? Number.POSITIVE_INFINITY) < Number(of.attempt ?? '1');

/** Whether a page is that of a later attempt, or of another run of Actions. */
export const isAnother = (page: string | undefined, of: Attempt): boolean =>
  page !== undefined && (numberOf(page, of) ?? Number.POSITIVE_INFINITY) > Number(of.attempt ?? '1');
