// The code that bench/facilitate.mjs measures: one scan of a board.
import { gate } from '../src/runs/gate.js';
import { readEnv } from '../src/services/env.js';
import { githubServices } from '../src/services/wire.js';
import type { FacilitateView } from '../src/workflows/facilitate/index.js';

export { noLimits, startGitHub } from 'github-sandbox';

/** The embedded GitHub: its addresses, a token, and a clone of the repository. */
interface Place {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly url: string;
  readonly token: string;
  readonly clone: string;
}

/** Scans the board once; returns what it cost. Waiting for rate limits takes no real time and is added to the seconds. */
export async function scanBoard(
  { apiUrl, graphqlUrl, url, token, clone }: Place,
  { now, dryRun, key }: { readonly now: number; readonly dryRun: boolean; readonly key: string },
) {
  const began = performance.now();
  let waited = 0;
  const clock = {
    now: () => now + performance.now() - began + waited,
    sleep: async (ms: number) => {
      waited += Math.max(ms, 0);
    },
  };
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const services = githubServices({
    ...{ env, clock, repo: 'acme/app', token: async () => token },
    ...{ log: () => undefined, boardScope: { project: 1, projectOwner: 'acme', clone }, dryRun },
  });
  const [handled] = await gate({ kind: 'scheduled', key, repo: 'acme/app', command: 'facilitate' }, services);
  const report = (handled?.outcome?.shows as FacilitateView | undefined)?.report;
  if (!report || report.coverage.missing.length > 0)
    throw new Error(JSON.stringify(handled?.outcome?.says ?? report?.coverage));
  const { requests, graphqlPoints: points } = services.github.spent();
  const seconds = (performance.now() - began + waited) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { requests, points, seconds, megabytes, written: report.changes.written };
}
