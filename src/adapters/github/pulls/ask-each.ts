import { UserError } from '../../../errors.js';
import { type Client, statusOf } from '../client.js';

interface Pulled {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** Somebody cannot be asked, or a word cannot be a label: GitHub then refuses all of them together. A limit is no such answer. */
const isRefusal = (error: unknown): boolean =>
  [403, 404, 422].includes(statusOf(error) ?? 0) && !(error instanceof UserError && error.ends === 'infra_error');

/** All at once; where that is refused each on its own. Gives those that were refused then. */
async function eachOrAll(
  all: readonly string[],
  send: (some: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (all.length === 0) return [];
  try {
    return await send(all);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (all.length === 1) return all;
  }
  const refused: string[] = [];
  for (const one of all) refused.push(...(await eachOrAll([one], send)));
  return refused;
}

/** Puts labels on; gives those that could not be put. */
export const labelEach = ({ rest }: Client, { number, ...at }: Pulled, labels: readonly string[]) =>
  eachOrAll(labels, async (some) => {
    await rest.issues.addLabels({ ...at, issue_number: number, labels: [...some] });
    return [];
  });

/** Asks people, and teams as `org/team`; gives those who could not be asked, also where GitHub left them out in silence. */
export const askEach = ({ rest }: Client, { number, ...at }: Pulled, reviewers: readonly string[]) =>
  eachOrAll(reviewers, async (some) => {
    const { data } = await rest.pulls.requestReviewers({
      ...at,
      pull_number: number,
      reviewers: some.filter((one) => !one.includes('/')),
      team_reviewers: some.filter((one) => one.includes('/')).map(slugOf),
    });
    const people = new Set((data.requested_reviewers ?? []).map(({ login }) => login.toLowerCase()));
    const teams = new Set((data.requested_teams ?? []).map(({ slug }) => slug.toLowerCase()));
    return some.filter((one) =>
      one.includes('/') ? !teams.has(slugOf(one).toLowerCase()) : !people.has(one.toLowerCase()),
    );
  });

const slugOf = (team: string): string => team.slice(team.indexOf('/') + 1);
