import { RUN } from '../../commands/id.js';
import { UserError } from '../../ports/errors.js';
import type { RunHistory } from '../../ports/run.js';
import { historyOf, type Services } from '../../runs/services.js';
import { githubServices, localServices } from '../../services/wire.js';
import { nearest } from '../../text/nearest.js';
import type { Call } from './call.js';
import { tokenOf } from './token.js';

/** The store of runs: this folder, or with --repo that repository. */
export function runServices({ flags, env }: Call): Services {
  const { repo, root, lang } = flags;
  return repo ? githubServices({ env, repo, token: tokenOf(env), lang }) : localServices({ env, root, lang });
}

/** The name of the run: the word that was typed, or --run. */
export function nameOf({ words, flags }: Call): string {
  const name = words[0] ?? flags.run;
  if (name !== undefined && RUN.test(name)) return name;
  throw new UserError({
    expected: 'the name of a run, such as fix-12-0a1b2c3d4e',
    found: name === undefined ? 'none' : `"${name}"`,
    remedy: 'See `crew list`.',
  });
}

/** The named run with its journal. */
export async function namedRun(call: Call): Promise<RunHistory> {
  const run = nameOf(call);
  const history = historyOf(runServices(call).store);
  const found = await history.load(run);
  if (found) return found;
  const meant = nearest(
    run,
    (await history.list()).map((each) => each.run),
  );
  throw new UserError({
    expected: 'a run that is kept here',
    found: `none of the name ${run}`,
    remedy: meant ? `Did you mean ${meant}?` : 'See `crew list`.',
  });
}
