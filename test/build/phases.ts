// The phases of a run in this process, against the embedded GitHub: records in memory, Actions runs that are only noted down.
import type { Config } from '../../src/config/index.js';
import { defaults } from '../../src/config/index.js';
import { memoryLedger } from '../../src/memory/ledger.js';
import { memorySpending } from '../../src/memory/spending.js';
import type { Clock, GitHub } from '../../src/ports/index.js';
import type { Services } from '../../src/runs/services.js';
import { memoryRunStore } from '../../src/runs/stores.js';
import { workflowsWith } from '../../src/workflows/index.js';
import { instant } from '../../src/workflows/instant.js';
import { quickClock } from './clock.js';

export interface PhasesOf {
  readonly github: GitHub;
  readonly repo: string;
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  /** The id of the Actions run that this process is a job of; null for the App. */
  readonly here?: number | null;
  /** Records of an earlier process. */
  readonly earlier?: Pick<Services, 'store' | 'spending'>;
}

export interface Phases extends Services {
  readonly github: GitHub;
  /** Runs for which an Actions run was started. */
  readonly started: readonly string[];
}

/** Services of one job. */
export function servicesOn({ github, repo, clock = quickClock(), config, here = 77, earlier }: PhasesOf): Phases {
  const learned = memoryLedger();
  const started: string[] = [];
  const dispatch: GitHub['actions']['dispatch'] = async (_file, inputs) => {
    started.push(String(inputs.run));
  };
  const noted: GitHub = { ...github, actions: { ...github.actions, dispatch } };
  const outgoing = (text: string) => text;
  return {
    workflows: workflowsWith({ ledger: () => learned, publishLedger: learned, complain: () => undefined }),
    ...{ instant, clock, started, github: noted, dryRun: false, log: () => undefined },
    store: earlier?.store ?? memoryRunStore(),
    spending: earlier?.spending ?? memorySpending(),
    target: { github: noted, repo, outgoing },
    settings: async () => ({
      ...{ lang: 'en', config: { ...defaults, ...config }, configFile: '.github/crew.yml', problems: [] },
    }),
    own: async () => ({ labelPrefix: 'crew:', me: (await github.people.me()).id }),
    asker: async (event) =>
      'actor' in event
        ? { actor: event.actor, permission: await github.people.permission(event.actor.login), bots: [], me: 0 }
        : 'local',
    ...(here === null
      ? {}
      : { here: { id: here, attempt: 1, url: `https://github.test/${repo}/actions/runs/${here}` } }),
  };
}
