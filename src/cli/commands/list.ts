import { systemClock } from '../../adapters/clock.js';
import { lastHeld } from '../../core/journal.js';
import { loadJournal } from '../../core/kept.js';
import { runsOf } from '../../core/runs.js';
import type { RunSummary } from '../../core/workflow.js';
import type { Store } from '../../ports.js';
import { type Language, messages } from '../../text/lang/index.js';
import { columns, type Paint } from '../../view/paint.js';
import { plain } from '../../view/run/terminal/plain.js';
import { thisProcess } from '../holder.js';
import { homeStore } from '../../services/wire.js';
import type { DeskCommand } from './desk.js';
import { hubOf } from './hub.js';
import { storeOf } from './named-run.js';

/** `crew list`: the runs of this folder, or with --repo those that the repository keeps. */
export const list: DeskCommand = async (call) => {
  const { flags, env, paint } = call;
  const all = flags.repo
    ? await (await hubOf(call, flags.repo)).runs(flags.issue)
    : await runsOf(homeStore(env, flags.root), { issue: flags.issue, now: systemClock(env.now).now() });
  const runs = await listed(
    all.filter(({ workflow }) => workflow !== 'word'),
    await storeOf(call),
  );
  return { text: runsPage(runs, { paint, lang: flags.lang ?? 'en' }), json: { runs }, exit: 0 };
};

/** A run, and whether it runs by its journal while its process is no more: of this machine's that is known. */
export type Listed = RunSummary & { readonly interrupted?: true };

/** Looks after those that are said to run. */
export function listed(runs: readonly RunSummary[], store: Store): Promise<readonly Listed[]> {
  const { isGone } = thisProcess();
  return Promise.all(
    runs.map(async (run) => {
      const found = run.status === 'running' ? await loadJournal(store, run.run) : null;
      const last = found && lastHeld(found.journal);
      // What was put down waits for another job, whoever put it there.
      return last && last.kind !== 'rest' && isGone(last.by) ? { ...run, interrupted: true as const } : run;
    }),
  );
}

/** What was only said, answered at once or handed on is written down as a run, too, and is no work that anybody asks for. */
export const workIn = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  runs.filter(({ workflow }) => !['answer', 'word', 'handover'].includes(workflow));

/** Runs at a terminal, a line each; below one that waits, what for, and how to reply. */
export function runsPage(runs: readonly Listed[], { paint, lang }: { paint: Paint; lang: Language }): string {
  const say = messages(lang);
  if (runs.length === 0) return say.status({ issue: undefined, runs });
  const rows = columns(
    runs.map(({ run, status, interrupted, repo, issue, startedAt }) => [
      run,
      say.statusWord(interrupted ? 'interrupted' : status),
      `${repo ?? ''}${issue === undefined ? '' : `#${issue}`}`,
      paint.faint(startedAt),
    ]),
  );
  return runs.flatMap((run, n) => [rows[n] ?? '', ...askedLines(run, { paint, lang })]).join('\n');
}

const WIDEST = 100;

function askedLines(
  { run, awaits, interrupted }: Listed,
  { paint, lang }: { paint: Paint; lang: Language },
): readonly string[] {
  if (interrupted)
    return [paint.faint(`    ${messages(lang).fix.can({ is: 'continue', run, money: false }, 'terminal')}`)];
  if (!awaits) return [];
  const { id, kind, question, lifts = true } = awaits;
  const reply =
    kind === 'selection' || kind === 'storage'
      ? []
      : [paint.faint(`    ${messages(lang).agent.asking.reply({ run, id, kind, place: 'terminal', lifts })}`)];
  return [`  ${paint.accent('?')} ${plain(question.replace(/^[>\s]+/gm, ''), WIDEST)}`, ...reply];
}
