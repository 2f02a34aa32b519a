// What the App does with deliveries: commands, scans of changed boards, further rounds after failing checks. Used by serve.ts.

import path from 'node:path';
import { subjectOf } from '../changes/own-pull.js';
import type { Event } from '../ports/event.js';
import { noteClosedPull } from '../runs/closed-pulls.js';
import { gate } from '../runs/gate.js';
import { CLAIM_TIMEOUT_MS, tidy, tidyAll } from '../runs/housekeeping.js';
import { showJob } from '../runs/job-progress.js';
import type { Handled } from '../runs/launch.js';
import { issueOf } from '../runs/record.js';
import type { Env } from '../services/env.js';
import { type GitHubServices, githubServices, operatorLog } from '../services/wire.js';
import type { FacilitateView } from '../workflows/facilitate/index.js';
import { followFailedChecks } from '../workflows/fix/follow-checks.js';
import type { AppOptions, Installation } from './app.js';
import { pageOfRun, type RunPages, tasksPage } from './pages.js';
import { type Reports, reportsIn } from './reports.js';
import { type AppKey, installationTokens } from './token.js';

/** The handlers of the webhooks, and what the pages show. */
export interface AppWork extends Pick<AppOptions, 'handle' | 'checksFailed' | 'jobChanged' | 'scan'> {
  /** Boards of public repositories. */
  readonly reports: Reports;
  /** Pages about runs of repositories with a public board. */
  readonly pages: RunPages;
}

/** Creates the handlers. `home`: the folder in which the App keeps its reports. */
export function appWork(env: Env, { key, home }: { key: AppKey; home: string }): AppWork {
  const tokenFor = installationTokens(key, env.urls.api);
  const reports = reportsIn(path.join(home, 'boards'));
  const servicesOf = (repo: string, installation: Installation): GitHubServices => {
    const tokens = tokenFor(installation);
    const elsewhere = (other: string) => (ownerOf(other) === ownerOf(repo) ? tokens.elsewhere(other) : noToken);
    const { home: token, board, minted } = tokens;
    return githubServices({ env, repo, token, elsewhere, board, tokenRequests: minted, log: operatorLog });
  };
  const keepReports = async (repo: string, installation: Installation, handled: readonly Handled[]) => {
    for (const { outcome } of handled) {
      const view = outcome?.shows as FacilitateView | undefined;
      if (view?.public) await reports.keep(repo, { ...view, at: installation });
    }
  };
  const publicServices = async (repo: string) => {
    const stored = await reports.find(repo);
    return stored?.at && servicesOf(stored.repo, stored.at);
  };
  return {
    reports,
    pages: {
      async tasks(repo) {
        const services = await publicServices(repo);
        return services ? tasksPage(repo, services) : null;
      },
      async run(repo, run) {
        const services = await publicServices(repo);
        return services ? pageOfRun(run, services) : null;
      },
    },
    async handle(event, installation) {
      const repo = 'at' in event ? event.at.repo : (event.repo ?? '');
      const services = servicesOf(repo, installation);
      const handled = await gate(event, services);
      await keepReports(repo, installation, handled);
      if (handled.some(({ run, outcome }) => run !== undefined && outcome === null))
        tidyAfterTimeout(event, () => servicesOf(repo, installation));
    },
    async checksFailed({ repo, ...failed }, installation) {
      await followFailedChecks(failed, servicesOf(repo, installation));
    },
    jobChanged: (job, installation) => showJob(job, servicesOf(job.repo, installation)),
    async scan({ repo, installation, by, closedPulls = [] }) {
      const services = servicesOf(repo, installation);
      const { me } = await services.own();
      // crew's own changes start no scan.
      if (by.length > 0 && by.every((id) => id === me)) return undefined;
      // The timer started the scan.
      if (by.length === 0) await tidyAll(services);
      for (const pull of closedPulls) await noteClosedPull(pull, services);
      const event: Event = { kind: 'scheduled', key: `change-${Date.now()}`, repo, command: 'facilitate' };
      const handled = await gate(event, services);
      await keepReports(repo, installation, handled);
      const { checkInterval, iterateMax } = (await services.settings()).config.facilitate;
      const changed = handled.some(
        ({ outcome }) => ((outcome?.shows as FacilitateView | undefined)?.changes.length ?? 0) > 0,
      );
      return { pace: { everyMinutes: checkInterval, maxIdleScans: iterateMax }, changed };
    },
  };
}

/**
 * Tidies the subject of an event after the time in which its dispatched run should have been claimed, and again after the second dispatch.
 * A restart drops these timers; the next gate on the subject tidies as well.
 */
function tidyAfterTimeout(event: Event, services: () => GitHubServices): void {
  for (const n of [1, 2])
    setTimeout(
      () => {
        const current = services();
        const { github, log, target } = current;
        void subjectOf(issueOf(event) ?? 0, target?.repo ?? '', github)
          .then((subject) => tidy(subject, current))
          .catch((error: unknown) => log('not tidied', { error: String(error) }));
      },
      n * (CLAIM_TIMEOUT_MS + MARGIN_MS),
    ).unref();
}

/** The time after the limit at which the timer fires. */
const MARGIN_MS = 30_000;

const ownerOf = (repo: string): string => repo.slice(0, repo.indexOf('/'));
/** No token: an installation reaches only the repositories of its own account. */
const noToken = async (): Promise<null> => null;
