import { systemClock } from '../../adapters/clock.js';
import { runsOf } from '../../core/runs.js';
import type { RunSummary } from '../../core/workflow.js';
import { messages } from '../../text/lang/index.js';
import { columns, type Paint } from '../../view/paint.js';
import { homeStore } from '../wire.js';
import type { DeskCommand } from './desk.js';
import { hubOf } from './hub.js';

/** `crew list`: the runs of this folder, or with --repo those that the repository keeps. */
export const list: DeskCommand = async (call) => {
  const { flags, env, paint } = call;
  const runs = flags.repo
    ? await (await hubOf(call, flags.repo)).runs(flags.issue)
    : await runsOf(homeStore(env, flags.root), { issue: flags.issue, now: systemClock(env.now).now() });
  return { text: page(runs, { paint, lang: flags.lang ?? 'en' }), json: { runs }, exit: 0 };
};

function page(runs: readonly RunSummary[], { paint, lang }: { paint: Paint; lang: 'en' | 'ja' }): string {
  const say = messages(lang);
  if (runs.length === 0) return say.status({ issue: undefined, runs });
  const rows = runs.map(({ run, status, repo, issue, startedAt }) => [
    run,
    say.statusWord(status),
    `${repo ?? ''}${issue === undefined ? '' : `#${issue}`}`,
    paint.faint(startedAt),
  ]);
  return columns(rows).join('\n');
}
