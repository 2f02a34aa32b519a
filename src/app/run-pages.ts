// Pages about runs of a public repository: the dashboard of its tasks, and one run. Read when somebody asks for them.
import { refsLedger } from '../memory/ledger.js';
import { ownFile } from '../ports/own-file.js';
import { historyOf } from '../runs/services.js';
import type { GitHubServices } from '../services/wire.js';
import { runPage, runPolicy, shownOf } from '../view/run/index.js';
import { picturesOf } from '../workflows/pictures.js';
import { readDefinitions } from '../workflows/task/definitions.js';
import { taskMessages } from '../workflows/task/messages.js';
import { dashboard, dashboardPolicy } from '../workflows/task/rules/dashboard.js';
import { statisticsOf } from '../workflows/task/rules/statistics.js';

export interface Page {
  readonly body: string;
  readonly policy: string;
}

/** Tasks of the last 90 days: pass rates, debt, coverage, escalations. */
export async function tasksPage(repo: string, services: GitHubServices): Promise<Page> {
  const { github, store, clock, settings } = services;
  const [records, entries, { sessions }, { lang }] = await Promise.all([
    historyOf(store).list(),
    refsLedger(github.refs, (text) => text).read(),
    readDefinitions(ownFile('.agent')),
    settings(),
  ]);
  const axes = [...new Set(sessions.flatMap((session) => session.axes))];
  const statistics = statisticsOf({ records, entries, axes, now: clock.now() });
  return { body: dashboard({ statistics, say: taskMessages(lang), lang, title: repo }), policy: dashboardPolicy };
}

/** A run as `crew show --html` writes it; null where there is none of that name. */
export async function onePage(run: string, { store, clock, settings }: GitHubServices): Promise<Page | null> {
  const history = await historyOf(store).load(run);
  if (!history) return null;
  const seen = { now: clock.now(), lang: (await settings()).lang };
  return { body: runPage(shownOf(history, { ...seen, pictures: picturesOf(history, seen) })), policy: runPolicy };
}
