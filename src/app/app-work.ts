// What the App does with what it hears: the road for commands, a look at the field for changes.
import path from 'node:path';
import type { Event } from '../event.js';
import type { Store } from '../ports.js';
import { type Ended, road } from '../road.js';
import type { Shown } from '../workflows/facilitate/index.js';
import type { AppOptions, Installation } from './app.js';
import type { Env } from '../services/env.js';
import { type Reports, reportsIn } from './reports.js';
import { type AppKey, installationTokens } from './token.js';
import { hubCrew, operatorLog } from '../services/wire.js';

export interface AppWork extends Pick<AppOptions, 'travel' | 'look'> {
  /** The boards that everybody may see. */
  readonly reports: Reports;
}

/** The work of an App, with its key, its journals and a folder for its boards. */
export function appWork(env: Env, { key, store, home }: { key: AppKey; store: Store; home: string }): AppWork {
  const tokenFor = installationTokens(key, env.urls.api);
  const reports = reportsIn(path.join(home, 'boards'));
  const crewOf = (repo: string, at: Installation) => {
    const tokens = tokenFor(at);
    const elsewhere = (other: string) => (ownerOf(other) === ownerOf(repo) ? tokens.elsewhere(other) : none);
    return hubCrew({
      env,
      door: 'app',
      repo,
      token: tokens.home,
      elsewhere,
      board: tokens.board,
      minted: tokens.minted,
      store,
      log: operatorLog,
    });
  };
  const keep = async (repo: string, ended: readonly Ended[]) => {
    for (const { outcome } of ended) {
      const shown = outcome?.shows as Shown | undefined;
      if (shown?.public) await reports.keep(repo, shown);
    }
  };
  return {
    reports,
    async travel(event, at) {
      const repo = 'at' in event ? event.at.repo : (event.repo ?? '');
      await keep(repo, await road(event, crewOf(repo, at)));
    },
    async look({ repo, at, by }) {
      const crew = crewOf(repo, at);
      const { me } = await crew.own();
      // What crew itself wrote is no reason to look again.
      if (by.length > 0 && by.every((id) => id === me)) return undefined;
      const event: Event = { kind: 'scheduled', key: `change-${Date.now()}`, repo, command: 'facilitate' };
      const ended = await road(event, crew);
      await keep(repo, ended);
      const { checkInterval, iterateMax } = (await crew.known()).config.facilitate;
      const changed = ended.some(({ outcome }) => ((outcome?.shows as Shown | undefined)?.changes.length ?? 0) > 0);
      return { pace: { everyMinutes: checkInterval, most: iterateMax }, changed };
    },
  };
}

const ownerOf = (repo: string): string => repo.slice(0, repo.indexOf('/'));
/** An installation is on one account, and reaches no other's repositories. */
const none = async (): Promise<null> => null;
