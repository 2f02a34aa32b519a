// facilitate: looks at the whole field, judges every issue by a table, and leaves it ready to be worked on.
//
//   a person types   nothing (schedule, events), /crew facilitate, /crew quiet or /crew wake
//   they see         labels, one comment where somebody must act, the report as the summary of the job; to a command, an answer
//   it stops         when what changed is written, or owed to the next look
//
// No model is asked. It never closes, merges, assigns, edits bodies or moves cards.

import type { Change } from '../../core/change.js';
import { replyTo } from '../../core/reply.js';
import type { Ctx, FieldDesk, Workflow } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Report } from '../../report.js';
import { buildReport } from './build-report.js';
import { digestIn, digestPlan } from './digest.js';
import { discover } from './discover.js';
import { judge } from './judge.js';
import { maintain } from './maintain.js';
import { differs, observationOf } from './observation-of.js';
import type { Planned } from './planned.js';
import { quietOf } from './quiet.js';
import { recommend } from './recommend.js';
import { roomAt } from './room.js';
import { rulesOf } from './rules.js';
import { facilitationSays } from './say.js';
import { sceneOf } from './scene.js';
import { standingIn } from './standing.js';

/** What a door gets besides: the report, all that was decided, and whether everybody may see it. */
export interface Shown {
  readonly report: Report;
  readonly changes: readonly Change[];
  readonly public: boolean;
}

export const facilitate: Workflow = {
  name: 'facilitate',
  story: 1,
  needs: ['github'],
  claims: false,
  async tell(ctx, input) {
    const desk = deskOf(ctx);
    const { field, outside, previous, agents, me, cost } = await desk.look();
    const rules = rulesOf(ctx.known.config, desk.host);
    const judged = judge(field, rules, previous, outside);
    const scene = sceneOf({
      field,
      judged,
      rules,
      config: ctx.known.config,
      say: ctx.say.facilitate,
      me,
      digestIssue: digestIn(field, me),
      previous,
    });
    const registry = discover(agents, field.observedAt);
    const quiet = quietOf(field, previous);
    const room = roomAt(field.observedAt, previous);
    const maintained = maintain(scene, { standing: standingIn(field, me), quiet, outgoing: desk.outgoing, room });
    const recommended = recommend(scene, registry);
    const written = ctx.dryRun ? [] : await writeAll(ctx, maintained.planned);
    const report = buildReport({
      scene,
      registry,
      maintained,
      recommended,
      written: written.length,
      dryRun: ctx.dryRun,
      cost: cost(),
    });
    const digest = digestPlan({ scene, report, lang: ctx.known.lang, host: desk.host, outgoing: desk.outgoing });
    if (!ctx.dryRun) {
      if (digest?.change) await writeOne(ctx, digest.change);
      const observation = observationOf({ scene, maintained, written, quiet, digest: digest?.digest });
      if (differs(observation, previous)) await desk.remember(observation);
    }
    const says = facilitationSays(report, ctx.known.lang);
    await ctx.apply(replyTo(input.event, input.asked, ctx.say.looked(report)));
    const { complete, changes } = report;
    return {
      name: complete ? (ctx.dryRun ? 'planned' : 'done') : 'partial',
      says,
      result: { complete, changes },
      shows: {
        report,
        changes: maintained.changes,
        public: field.repos.every((each) => !each.private),
      } satisfies Shown,
    };
  },
};

function deskOf({ field }: Ctx): FieldDesk {
  if (field) return field;
  throw new UserError({
    expected: 'a repository on GitHub to look at',
    found: 'none',
    remedy: 'Name it with --repo OWNER/NAME, or go to a clone of it.',
  });
}

/** One after the other; what GitHub refuses of one issue does not keep the others from theirs. */
async function writeAll(ctx: Ctx, planned: readonly Planned[]): Promise<readonly Planned[]> {
  const written: Planned[] = [];
  for (const each of planned) if (await writeOne(ctx, each.change)) written.push(each);
  return written;
}

async function writeOne({ apply }: Ctx, change: Change): Promise<boolean> {
  const done = await apply([change]).catch((error: unknown) => {
    if (error instanceof UserError && error.ends === 'refused') return [];
    throw error;
  });
  return done.some(({ did }) => did !== 'skipped');
}
