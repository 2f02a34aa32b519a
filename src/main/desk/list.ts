import { systemClock } from '../../adapters/clock.js';
import { runsOf } from '../../core/runs.js';
import type { RunSummary } from '../../core/workflow.js';
import { type Language, messages } from '../../text/lang/index.js';
import { columns, type Paint } from '../../view/paint.js';
import { plain } from '../../view/run/terminal/plain.js';
import { homeStore } from '../wire.js';
import type { DeskCommand } from './desk.js';
import { hubOf } from './hub.js';

/** `crew list`: the runs of this folder, or with --repo those that the repository keeps. */
export const list: DeskCommand = async (call) => {
  const { flags, env, paint } = call;
  const all = flags.repo
    ? await (await hubOf(call, flags.repo)).runs(flags.issue)
    : await runsOf(homeStore(env, flags.root), { issue: flags.issue, now: systemClock(env.now).now() });
  const runs = all.filter(({ workflow }) => workflow !== 'word');
  return { text: runsPage(runs, { paint, lang: flags.lang ?? 'en' }), json: { runs }, exit: 0 };
};

/** What was only said, answered at once or handed on is written down as a run, too, and is no work that anybody asks for. */
export const workIn = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  runs.filter(({ workflow }) => !['answer', 'word', 'handover'].includes(workflow));

/** Runs at a terminal, a line each; below one that waits, what for, and how to reply. */
export function runsPage(runs: readonly RunSummary[], { paint, lang }: { paint: Paint; lang: Language }): string {
  const say = messages(lang);
  if (runs.length === 0) return say.status({ issue: undefined, runs });
  const rows = columns(
    runs.map(({ run, status, repo, issue, startedAt }) => [
      run,
      say.statusWord(status),
      `${repo ?? ''}${issue === undefined ? '' : `#${issue}`}`,
      paint.faint(startedAt),
    ]),
  );
  return runs.flatMap((run, n) => [rows[n] ?? '', ...askedLines(run, { paint, lang })]).join('\n');
}

const WIDEST = 100;

function askedLines({ run, awaits }: RunSummary, { paint, lang }: { paint: Paint; lang: Language }): readonly string[] {
  if (!awaits) return [];
  const { id, kind, question } = awaits;
  const reply =
    kind === 'selection' || kind === 'storage'
      ? []
      : [paint.faint(`    ${messages(lang).agent.asking.reply({ run, id, kind, place: 'terminal' })}`)];
  return [`  ${paint.accent('?')} ${plain(question.replace(/^[>\s]+/gm, ''), WIDEST)}`, ...reply];
}
