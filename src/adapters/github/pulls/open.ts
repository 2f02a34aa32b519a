import { Conflict, UserError } from '../../../errors.js';
import type { Pull, Pulls } from '../../../ports.js';
import { type Client, statusOf } from '../client.js';
import { pullOf } from './pull-of.js';

type Wanted = Parameters<Pulls['open']>[0];

/** Opens a pull request. What GitHub refuses was not done, so a draft that cannot be one is asked for again as none. */
export async function openPull(
  { rest }: Pick<Client, 'rest'>,
  at: { owner: string; repo: string },
  wanted: Wanted,
): Promise<Pull | 'forbidden'> {
  const { branch, base, title, body, draft } = wanted;
  try {
    return pullOf((await rest.pulls.create({ ...at, head: branch, base, title, body, draft })).data);
  } catch (error) {
    const said = [403, 422].includes(statusOf(error) ?? 0) ? String(error) : '';
    if (/not permitted to create/i.test(said)) return 'forbidden';
    if (/already exists/i.test(said)) throw new Conflict(`the pull request of ${branch}`);
    if (draft && /draft pull requests are not supported/i.test(said)) {
      return openPull({ rest }, at, { ...wanted, draft: false });
    }
    throw /no commits between/i.test(said) ? nothingIn(wanted, error) : error;
  }
}

const nothingIn = ({ branch, base }: Wanted, cause: unknown): UserError =>
  new UserError(
    {
      expected: `something on ${branch} that ${base} has not`,
      found: 'nothing',
      remedy: `Most likely ${base} has it already.`,
      ends: 'refused',
    },
    { cause },
  );
