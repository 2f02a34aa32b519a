import { outcomes } from '../../core/outcome.js';
import { begin, nameOf, type Subject } from '../../workflows/review/index.js';
import { checkDesk, hubIn } from './hub.js';
import { leaveOutputs, type StepProcess, type Trigger } from './step.js';

/** The gate of a pull request: whether it is to be verified at all, and its check in progress where the token may write. */
export async function gatePull({ env, out }: StepProcess, trigger: Trigger, subject: Subject): Promise<number> {
  const hub = hubIn(env, { door: 'gate', repo: trigger.repo });
  const { config, configFile, problems } = await hub.known();
  const name = nameOf(trigger.run);
  if (!config.review['on-pull-requests']) {
    // A configuration that cannot be read may have asked for it; who waits for the check must be able to find out why it stays away.
    for (const problem of problems)
      out(`::warning::${configFile}: ${problem.replaceAll('%', '%25').replace(/\r?\n/g, '%0A')}\n`);
    leaveOutputs(env, { proceed: 'false', 'run-id': '', status: '', 'check-run-id': '' });
    out('Pull requests are not verified here: review.on-pull-requests is not set.\n');
    return outcomes.done.exit;
  }
  const about = { head: subject.head, name, details: trigger.details, lang: config.lang };
  const applied = await begin(await checkDesk(hub, name), about);
  const { id } = (applied?.made ?? {}) as { id?: number };
  leaveOutputs(env, {
    proceed: 'true',
    'run-id': name,
    status: '',
    'check-run-id': id === undefined ? '' : String(id),
  });
  out(
    applied
      ? `${name}: crew/verify is in progress\n`
      : `${name}: this token may only read; the check comes when this run is over\n`,
  );
  return outcomes.done.exit;
}
