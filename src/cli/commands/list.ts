// `crew list`: the runs, one line each. `crew status` shows the same lines.
import { systemClock } from '../../adapters/clock.js';
import type { Awaits, RunRecord } from '../../ports/run.js';
import { stateOf, statusOf } from '../../runs/record.js';
import { historyOf } from '../../runs/services.js';
import { isInterrupted } from '../../services/wire.js';
import { type Language, messages } from '../../text/lang/index.js';
import { momentOf } from '../../text/lang/times.js';
import { plainLine } from '../../view/run/describe.js';
import { alignColumns, type Paint } from '../../view/terminal.js';
import { fixMessages } from '../../workflows/fix/messages.js';
import type { CliCommand } from '../flags.js';
import { runServices } from '../repository.js';

/** Lists the runs of this folder, or with `--repo` those of the repository. */
export const list: CliCommand = async (call) => {
  const { flags, env, lang, paint } = call;
  const services = runServices(call);
  const now = systemClock(env.now).now();
  const records = await historyOf(services.store).list(flags.issue);
  const runs = await listRuns(records, { now, isInterrupted: (run) => isInterrupted(services, run) });
  return { text: runsPage(runs, { paint, lang }), json: { runs: withoutStates(runs) }, exit: 0 };
};

/** A run as `crew list` shows it. */
export interface ListedRun {
  readonly run: string;
  readonly workflow: string;
  /** The command that started it, such as `plan`. */
  readonly command: string;
  readonly status: string;
  /** Its state, as outcome-words.ts names it. The document for programs has only the status. */
  readonly state: string;
  readonly startedAt: string;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  readonly awaits?: Awaits | undefined;
}

/** Runs with their status. A run whose process was killed has the status `interrupted`. */
export function listRuns(
  records: readonly RunRecord[],
  { now, isInterrupted }: { now: number; isInterrupted: (run: string) => Promise<boolean> },
): Promise<readonly ListedRun[]> {
  return Promise.all(
    records.map(async (record) => {
      const { run, workflow, repo, issue, startedAt, end } = record;
      const recorded = statusOf(record, now);
      const status = recorded === 'running' && (await isInterrupted(run)) ? 'interrupted' : recorded;
      const awaits = status === 'awaiting' && end?.awaits ? { awaits: end.awaits } : {};
      const state = status === 'interrupted' ? status : stateOf(record, now);
      const command = record.request.command.name;
      return { run, workflow, command, status, state, startedAt, repo, issue, ...awaits };
    }),
  );
}

/** The runs as the JSON document lists them. */
export const withoutStates = (runs: readonly ListedRun[]): readonly Omit<ListedRun, 'state'>[] =>
  runs.map(({ state: _state, ...run }) => run);

/** A line for each run. Below a run that waits: its question, and how to reply. */
export function runsPage(runs: readonly ListedRun[], { paint, lang }: { paint: Paint; lang: Language }): string {
  const say = messages(lang);
  if (runs.length === 0) return say.status({ issue: undefined, runs: [] });
  const rows = alignColumns(
    runs.map(({ run, command, state, repo, issue, startedAt }) => [
      run,
      command,
      say.statusWord(state),
      `${repo ?? ''}${issue === undefined ? '' : `#${issue}`}`,
      paint.faint(momentOf(startedAt)),
    ]),
  );
  return runs.flatMap((run, n) => [rows[n] ?? '', ...linesBelow(run, { paint, lang })]).join('\n');
}

/** The most characters of a question. */
const MAX_QUESTION = 100;

/** The question of a run that waits and how to reply, or how to continue an interrupted run. */
function linesBelow(
  { run, awaits, status }: ListedRun,
  { paint, lang }: { paint: Paint; lang: Language },
): readonly string[] {
  if (status === 'interrupted')
    return [paint.faint(`    ${fixMessages(lang).option({ is: 'continue', run, money: false }, 'terminal')}`)];
  if (!awaits) return [];
  const { id, kind, question, lifts = true } = awaits;
  const reply =
    kind === 'selection' || kind === 'storage'
      ? []
      : [paint.faint(`    ${messages(lang).agent.asking.reply({ run, id, kind, place: 'terminal', lifts })}`)];
  return [`  ${paint.accent('?')} ${plainLine(question.replace(/^[>\s]+/gm, ''), MAX_QUESTION)}`, ...reply];
}
