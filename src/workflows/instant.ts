// Answers commands that need no run: help, status, profile, forget, usage errors, facilitation. The Services (src/services/wire.ts) pass
// `instant` to the gate; the command line also uses the lists of commands and of waiting runs.

import type { Command, CommandInfo } from '../commands/index.js';
import { commands } from '../commands/index.js';
import type { ParsedCommand } from '../commands/parse.js';
import type { SpendingEntry } from '../memory/spending.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Outcome, RunRecord } from '../ports/run.js';
import { iso, isRefusedByGate, stateOf, statusOf } from '../runs/record.js';
import { apply, historyOf, type Instant, type Services, subjectAt } from '../runs/services.js';
import { threadOf } from '../runs/thread.js';
import { inLanguage, type Language, messages } from '../text/lang/index.js';
import type { CommandLine, RunLine } from '../text/lang/rows.js';
import { runMessages } from '../text/lang/thread/index.js';
import { nearest } from '../text/nearest.js';
import type { FacilitateView } from './facilitate/index.js';
import { workflowNames } from './index.js';
import type { ProfileCommand } from './profile/index.js';

/** The slash commands of these workflows, and those that have no run. */
export function threadCommands(names: readonly string[] = workflowNames): readonly CommandInfo[] {
  const available = [...names, 'answer', 'signal', 'facilitate'];
  return commands
    .filter(({ workflow }) => available.includes(workflow))
    .map(({ name, usage, summary, explained, example, terminalExample, access }) => ({
      name,
      usage,
      summary,
      explained,
      example,
      terminalExample,
      access,
    }));
}

/** Returns the answer to a command, with a note if the configuration has problems. */
export const instant: Instant = async ({ event, asked, services }) => {
  if (!('wrong' in asked) && asked.definition.workflow === 'facilitate') return scan({ event, asked, services });
  const settings = await services.settings();
  const says = await answerTo(asked, services, event);
  const { configFile: file, problems } = settings;
  const problemNotes = problems.length > 0 ? [messages(settings.lang).brokenConfig({ file, problems })] : [];
  return { name: 'done', says: [says, ...problemNotes].join('\n\n') };
};

async function answerTo(asked: ParsedCommand, services: Services, event: Event): Promise<string> {
  const issue = threadOf(event);
  const { lang } = await services.settings();
  const say = messages(lang);
  const available = threadCommands(services.workflows.map(({ name }) => name));
  if ('wrong' in asked) {
    const { found, why, usage = '', meant } = asked.wrong;
    const suggestion = available.some(({ name }) => name === meant) ? meant : undefined;
    if (why.is === 'no-command') return say.unknownCommand({ found, meant: suggestion });
    const isWithoutId = found === 'approve' && why.is === 'missing';
    if (isWithoutId && !(await mayAwaitApproval(event, services))) return say.nothingToApprove;
    return say.wrongCommand({ complaint: why, usage });
  }
  if (!available.some(({ name }) => name === asked.command.name))
    return say.unknownCommand({ found: asked.command.name, meant: undefined });
  if (asked.command.name === 'help') return helpText(lang, available, asked.command.args.command);
  const aboutProfile = profileCommand(asked.command);
  if (aboutProfile) {
    const { profileAnswer } = await import('./profile/index.js');
    return profileAnswer(aboutProfile, issue === undefined ? 'terminal' : 'thread', services);
  }
  // The remaining command is `status`.
  const runs = await runsAt(event, services);
  const lines = runs.map((record) => lineOf(record, services.clock.now()));
  const tasks = await tasksText(runs, services);
  const waiting = waitingLines(runs, services.clock.now(), lang);
  return [say.status({ issue, runs: lines }), waiting, tasks, await statisticsText(services)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * The started runs of a thread, newest first: those of its issue and of crew's pull request for the issue. Without a thread, all runs.
 */
async function runsAt(event: Event, services: Services): Promise<readonly RunRecord[]> {
  const { store } = services;
  const issue = threadOf(event);
  const listed = await historyOf(store).list(issue);
  const { runs } = issue === undefined ? { runs: [] } : await store.read(await subjectAt(event, services));
  const others = runs.filter(({ run }) => !listed.some((each) => each.run === run));
  return [...listed, ...others]
    .filter((record) => !isRefusedByGate(record))
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** Whether a run here waits for a person, or a retrospective may have left proposals. */
const mayAwaitApproval = async (event: Event, services: Services): Promise<boolean> =>
  (await runsAt(event, services)).some(
    (record) => record.workflow === 'retrospect' || statusOf(record, services.clock.now()) === 'awaiting',
  );

/** The command as profile/index.ts reads it; undefined if it is another command. */
function profileCommand(command: Command): ProfileCommand | undefined {
  if (command.name === 'profile') return { name: 'profile', what: command.args.what };
  if (command.name === 'forget') return { name: 'forget', entry: command.args.name };
  return undefined;
}

/** The list of commands, or the explanation of one. */
function helpText(lang: Language, available: readonly CommandInfo[], requested: string | undefined): string {
  const say = messages(lang);
  if (requested === undefined) return say.help({ commands: available.map((info) => commandLine(info, lang)) });
  const name = requested.replace(/^\//, '').toLowerCase();
  const info = available.find((each) => each.name === name);
  const names = available.map((each) => each.name);
  return info ? say.helpOf(commandLine(info, lang)) : say.unknownCommand({ found: name, meant: nearest(name, names) });
}

const commandLine = ({ usage, summary, explained, example, access }: CommandInfo, lang: Language): CommandLine => ({
  usage,
  example,
  summary: summary[lang],
  open: access === 'anyone',
  explained: explained.map((each) => ({ name: each.name, text: each[lang] })),
});

const lineOf = (record: RunRecord, now: number): RunLine => ({
  run: record.run,
  command: record.request.command.name,
  state: stateOf(record, now),
  startedAt: record.startedAt,
  costUsd: record.spent?.usd ?? 0,
});

/** A line for each run that waits for a person, with the commands that continue it. */
export const waitingLines = (runs: readonly RunRecord[], now: number, lang: Language): string =>
  runs
    .filter((record) => statusOf(record, now) === 'awaiting')
    .map(({ run, end }) => `- ${runMessages(lang).waiting({ run, awaits: end?.awaits })}`)
    .join('\n');

/** The last tasks among these runs, for `status`; '' if there are none. */
async function tasksText(records: readonly RunRecord[], { clock, settings }: Services): Promise<string> {
  const { en } = await import('./task/messages.en.js');
  const { ja } = await import('./task/messages.ja.js');
  const { statusSection } = await import('./task/rules/dashboard.js');
  const { statisticsOf } = await import('./task/rules/statistics.js');
  const statistics = statisticsOf({ records, entries: [], axes: [], now: clock.now() });
  const { lang } = await settings();
  return statistics.rows.length === 0 ? '' : statusSection(statistics, inLanguage(lang, { en, ja }));
}

const DAYS = 90;
/** Each pull request is one request to GitHub. */
const MAX_PULLS_READ = 100;

/**
 * The repository's last 90 days, for `status`: pull requests opened and merged, how many of the merged ones needed no correction, and the
 * cost of all runs. '' if there are none.
 */
async function statisticsText({ spending, github, clock, settings }: Services): Promise<string> {
  const since = iso(clock.now() - DAYS * 24 * 60 * 60 * 1000);
  const lines = (await spending.read()).filter(({ kind, at }) => kind === 'ended' && at >= since);
  // A continued run has a line for each ending. The last line has its whole cost.
  const ended = [...new Map(lines.map((each) => [each.run, each])).values()];
  const pulls = [...new Set(ended.flatMap(({ pull }) => pull ?? []))];
  if (pulls.length === 0 || !github) return '';
  const read = await Promise.all(pulls.slice(-MAX_PULLS_READ).map((pull) => github.pulls.read(pull)));
  const merged = read.flatMap((pull) => (pull?.state === 'merged' ? [pull.number] : []));
  const { lang } = await settings();
  return messages(lang).lastDays({
    days: DAYS,
    opened: pulls.length,
    merged: merged.length,
    firstPass: merged.filter((pull) => isFirstPass(ended, pull)).length,
    usd: ended.reduce((sum, { usd }) => sum + usd, 0),
  });
}

/** Whether a pull request needed no correction: only one run published to it, and that run is no further round (`….r1`). */
export function isFirstPass(ended: readonly SpendingEntry[], pull: number): boolean {
  const runs = new Set(ended.filter((each) => each.pull === pull).map(({ run }) => run));
  return runs.size === 1 && [...runs].every((run) => !/\.r\d+$/.test(run));
}

async function scan({ event, asked, services }: Parameters<Instant>[0]): Promise<Outcome> {
  const { board, dryRun } = services;
  if (!board) throw noRepository();
  const settings = await services.settings();
  const { facilitate } = await import('./facilitate/index.js');
  const outcome = await facilitate({
    reader: board,
    settings,
    dryRun,
    apply: (changes) => apply(changes, services),
  });
  const view = outcome.shows as FacilitateView;
  // In a thread the answer is one sentence; the report is the job summary.
  const isThread = threadOf(event) !== undefined;
  const says = isThread ? await threadSentence(asked, settings.lang, view) : outcome.says;
  return { ...outcome, says, shows: { ...view, summary: outcome.says } };
}

/** The answer in a thread: for `quiet` and `wake` what they switched, for a scan what it found. */
async function threadSentence(asked: ParsedCommand, lang: Language, { report }: FacilitateView): Promise<string> {
  const name = 'command' in asked ? asked.command.name : '';
  if (name !== 'quiet' && name !== 'wake') return messages(lang).looked(report);
  const { en } = await import('./facilitate/messages.en.js');
  const { ja } = await import('./facilitate/messages.ja.js');
  return inLanguage(lang, { en, ja }).switched(name);
}

const noRepository = (): UserError =>
  new UserError({
    expected: 'a repository on GitHub',
    found: 'none',
    remedy: 'Name it with --repo OWNER/NAME, or go to a clone of it.',
  });
