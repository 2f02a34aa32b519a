// Phase 4 of a build: full, light, or only the signals, by the front matter of report_summary.md and the configuration.
import type { Learning } from '../retrospect/learning.js';
import { type PhaseEnd, retrospectPhase } from '../retrospect/phase.js';
import { endedIn, modeOf } from '../retrospect/rules/mode.js';
import { sourcesOf } from '../retrospect/sources.js';
import { yamlHead } from './rules/result.js';
import type { Site } from './site.js';

export async function phaseFour(
  site: Site,
  { failed, learning }: { readonly failed: readonly number[]; readonly learning: Learning | null },
): Promise<PhaseEnd> {
  const { ctx, config, folder, order } = site;
  const { retrospect, lp_system: lp } = config;
  const ended = endedIn(yamlHead((await folder.head('report_summary.md')) ?? ''));
  const mode = modeOf(
    { ...ended, failedTasks: Math.max(ended.failedTasks, failed.length) },
    { retrospect: retrospect.enabled, collects: lp.enabled !== false && lp.collect_signals },
  );
  const request = (await ctx.history.load(ctx.run))?.record.request;
  return retrospectPhase(site, {
    ...{ cmd: order.cmd, run: ctx.run, taskKind: 'build', learning },
    // Of a dry run nothing is learned.
    mode: order.dryRun ? 'none' : mode,
    sources: order.dryRun ? [] : await ctx.step('messages', () => sourcesOf({ ...ctx, request })),
  });
}
