// Commands without a run, answered at once: help, status, usage errors, facilitation.

import type { Command, CommandInfo } from '../commands/index.js';
import { commands } from '../commands/index.js';
import type { Asked } from '../commands/parse.js';
import type { SpendingEntry } from '../memory/spending.js';
import { UserError } from '../ports/errors.js';
import type { Outcome, RunRecord } from '../ports/run.js';
import { iso, statusOf } from '../runs/record.js';
import { apply, historyOf, type Instant, type Services } from '../runs/services.js';
import { threadOf } from '../runs/thread.js';
import { inLanguage, type Language, messages } from '../text/lang/index.js';
import type { CommandLine } from '../text/lang/rows.js';
import { runMessages } from '../text/lang/thread/index.js';
import { nearest } from '../text/nearest.js';
import type { FacilitateView } from './facilitate/index.js';
import { workflowNames } from './index.js';
import type { Asked as AskedOfProfile } from './profile/index.js';

/** The slash commands of these workflows, and those without a work phase. */
export function threadCommands(names: readonly string[] = workflowNames): readonly CommandInfo[] {
  const built = [...names, 'answer', 'signal', 'facilitate'];
  return commands
    .filter(({ workflow }) => built.includes(workflow))
    .map(({ name, usage, summary, explained, example, typed, access }) => ({
      ...{ name, usage, summary, explained, example, typed, access },
    }));
}

export const instant: Instant = async ({ event, asked, services }) => {
  if (!('wrong' in asked) && asked.kind.workflow === 'facilitate') return scan({ event, asked, services });
  const settings = await services.settings();
  const issue = threadOf(event);
  const says = await answerTo(asked, services, issue);
  const { configFile: file, problems } = settings;
  const broken = problems.length > 0 ? [messages(settings.lang).brokenConfig({ file, problems })] : [];
  return { name: 'done', says: [says, ...broken].join('\n\n') };
};

async function answerTo(asked: Asked, services: Services, issue: number | undefined): Promise<string> {
  const { lang } = await services.settings();
  const say = messages(lang);
  const built = threadCommands(services.workflows.map(({ name }) => name));
  if ('wrong' in asked) {
    const { found, why, usage = '', meant } = asked.wrong;
    const near = built.some(({ name }) => name === meant) ? meant : undefined;
    return why.is === 'no-command'
      ? say.unknownCommand({ found, meant: near })
      : say.wrongCommand({ complaint: why, usage });
  }
  if (!built.some(({ name }) => name === asked.command.name))
    return say.unknownCommand({ found: asked.command.name, meant: undefined });
  if (asked.command.name === 'help') return helpIn(lang, built, asked.command.args.command);
  const learned = learnedIn(asked.command);
  if (learned) {
    const { profileAnswer } = await import('./profile/index.js');
    return profileAnswer(learned, issue === undefined ? 'terminal' : 'thread', services);
  }
  const runs = await historyOf(services.store).list(issue);
  const lines = runs.map((record) => lineOf(record, services.clock.now()));
  const tasks = await lastTasks(services);
  const waiting = waitingLines(runs, services.clock.now(), lang);
  return [say.status({ issue, runs: lines }), waiting, tasks, await lastDays(services)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The command, if it is about what crew has learned. */
function learnedIn(command: Command): AskedOfProfile | undefined {
  if (command.name === 'profile') return { name: 'profile', what: command.args.what };
  if (command.name === 'forget') return { name: 'forget', entry: command.args.name };
  return undefined;
}

/** The list of commands, or one of them explained. */
function helpIn(lang: Language, built: readonly CommandInfo[], named: string | undefined): string {
  const say = messages(lang);
  const lines = built.map((info) => commandLine(info, lang));
  if (named === undefined) return say.help({ commands: lines });
  const name = named.replace(/^\//, '').toLowerCase();
  const at = built.findIndex((each) => each.name === name);
  const names = built.map((each) => each.name);
  const line = lines[at];
  return line ? say.helpOf(line) : say.unknownCommand({ found: name, meant: nearest(name, names) });
}

const commandLine = ({ usage, summary, explained, example, access }: CommandInfo, lang: Language): CommandLine => ({
  ...{ usage, example, summary: summary[lang], open: access === 'anyone' },
  explained: explained.map((each) => ({ name: each.name, text: each[lang] })),
});

const lineOf = (record: RunRecord, now: number) => ({
  run: record.run,
  workflow: record.workflow,
  status: statusOf(record, now),
  startedAt: record.startedAt,
});

/** A line for each run that waits for a person, with the commands that continue it. */
export const waitingLines = (runs: readonly RunRecord[], now: number, lang: Language): string =>
  runs
    .filter((record) => statusOf(record, now) === 'awaiting')
    .map(({ run, end }) => `- ${runMessages(lang).waiting({ run, awaits: end?.awaits })}`)
    .join('\n');

/** The last tasks of the repository; '' without any. */
async function lastTasks({ store, clock, settings }: Services): Promise<string> {
  const records = await historyOf(store).list();
  const { en } = await import('./task/messages.en.js');
  const { ja } = await import('./task/messages.ja.js');
  const { statusSection } = await import('./task/rules/dashboard.js');
  const { statisticsOf } = await import('./task/rules/statistics.js');
  const statistics = statisticsOf({ records, entries: [], axes: [], now: clock.now() });
  const { lang } = await settings();
  return statistics.rows.length === 0 ? '' : statusSection(statistics, inLanguage(lang, { en, ja }));
}

const DAYS = 90;
const MOST_READ = 100;

/** The repository's last 90 days: pull requests opened and merged, first-pass checks, cost for each merged one. */
async function lastDays({ spending, github, clock, settings }: Services): Promise<string> {
  const since = iso(clock.now() - DAYS * 24 * 60 * 60 * 1000);
  const lines = (await spending.read()).filter(({ kind, at }) => kind === 'ended' && at >= since);
  // A continued run has a line for each ending, with all that it spent.
  const ended = [...new Map(lines.map((each) => [each.run, each])).values()];
  const pulls = [...new Set(ended.flatMap(({ pull }) => pull ?? []))];
  if (pulls.length === 0 || !github) return '';
  const states = await Promise.all(pulls.slice(-MOST_READ).map((pull) => github.pulls.read(pull)));
  const merged = states.filter((pull) => pull?.state === 'merged').length;
  const { lang } = await settings();
  return messages(lang).lastDays({
    days: DAYS,
    opened: pulls.length,
    merged,
    firstPass: pulls.filter((pull) => isFirstPass(ended, pull)).length,
    usdEach: merged === 0 ? undefined : ended.reduce((sum, { usd }) => sum + usd, 0) / merged,
  });
}

/** The pull request needed no correction: one run published to it, and that was no further round. */
export function isFirstPass(ended: readonly SpendingEntry[], pull: number): boolean {
  const runs = new Set(ended.filter((each) => each.pull === pull).map(({ run }) => run));
  return runs.size === 1 && [...runs].every((run) => !/\.r\d+$/.test(run));
}

async function scan({ event, asked, services }: Parameters<Instant>[0]): Promise<Outcome> {
  const { board, dryRun } = services;
  if (!board) throw noRepository();
  const known = await services.settings();
  const { facilitate } = await import('./facilitate/index.js');
  const outcome = await facilitate({
    ...{ reader: board, settings: known, dryRun },
    apply: (changes) => apply(changes, services),
  });
  const shown = outcome.shows as FacilitateView;
  // In a thread the answer is one sentence; the report is the job summary.
  const isThread = threadOf(event) !== undefined;
  const says = isThread ? await sentence(asked, known.lang, shown) : outcome.says;
  return { ...outcome, says, shows: { ...shown, summary: outcome.says } };
}

/** `quiet` and `wake` are answered by what they switched, a scan by what it found. */
async function sentence(asked: Asked, lang: Language, { report }: FacilitateView): Promise<string> {
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
