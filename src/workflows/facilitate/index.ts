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
import type { Observation } from '../../observation.js';
import type { Report } from '../../report.js';
import type { Language } from '../../text/lang/index.js';
import { buildReport, withTrouble } from './build-report.js';
import { decideOn } from './decide-on.js';
import { areInVain, type Deed, type Deeds, foundIn, heldIn, refusedIn, writtenIn } from './deeds.js';
import { digestPlan } from './digest.js';
import { differs, observationOf } from './observation-of.js';
import type { Planned } from './planned.js';
import { facilitationSays } from './say.js';

/** What a door gets besides: the report, all that was decided, and whether everybody may see it. */
export interface Shown {
  readonly report: Report;
  readonly changes: readonly Change[];
  readonly public: boolean;
  /** The language of the run, in which its sentences are. */
  readonly lang: Language;
}

export const facilitate: Workflow = {
  name: 'facilitate',
  story: 1,
  needs: ['github'],
  claims: false,
  async tell(ctx, input) {
    const desk = deskOf(ctx);
    const looked = await desk.look();
    const { config, lang } = ctx.known;
    const { scene, registry, quiet, maintained, recommended } = decideOn(looked, {
      config,
      say: ctx.say.facilitate,
      desk,
    });
    const deeds = ctx.dryRun ? [] : await writeAll(ctx, maintained.planned);
    const written = heldIn(deeds);
    const seen = buildReport({
      ...{ scene, total: looked.total, registry, maintained, recommended },
      written: writtenIn(deeds),
      there: written.length - writtenIn(deeds),
      refused: refusedIn(deeds, maintained.planned),
      dryRun: ctx.dryRun,
      cost: looked.cost(),
    });
    const digest = digestPlan({ scene, report: seen, lang, host: desk.host, outgoing: desk.outgoing });
    if (!ctx.dryRun && digest?.change) await writeOne(ctx, digest.change);
    const left = { scene, maintained, written, found: foundIn(deeds), quiet, digest: digest?.digest };
    const forgotten = ctx.dryRun ? null : await remember(desk, observationOf(left), looked.previous);
    const report =
      forgotten === null ? seen : withTrouble(seen, { what: 'this look, for the next one', why: forgotten });
    const says = facilitationSays(report, lang);
    await ctx.apply(replyTo(input.event, input.asked, ctx.say.looked(report)));
    const { complete, changes } = report;
    return {
      name: complete ? (ctx.dryRun ? 'planned' : 'done') : 'partial',
      says,
      result: { complete, changes },
      shows: {
        report,
        changes: maintained.changes,
        public: looked.field.repos.every((each) => !each.private),
        lang,
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
async function writeAll(ctx: Ctx, all: readonly Planned[]): Promise<Deeds> {
  const deeds: Deeds[number][] = [];
  for (const planned of all) {
    if (areInVain(deeds)) break;
    deeds.push({ planned, deed: await writeOne(ctx, planned.change) });
  }
  return deeds;
}

async function writeOne({ apply }: Ctx, change: Change): Promise<Deed> {
  try {
    const [deed] = await apply([change]);
    return deed ?? { did: 'skipped' };
  } catch (error) {
    return { did: 'refused', why: refusalOf(error) };
  }
}

/** Leaves what the next look needs; why it may not, where it may not. */
async function remember(desk: FieldDesk, next: Observation, previous: Observation | undefined): Promise<string | null> {
  try {
    if (differs(next, previous)) await desk.remember(next);
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** That GitHub refuses is said in the report; everything else ends the run. */
function refusalOf(error: unknown): string {
  if (error instanceof UserError && error.ends === 'refused') return error.message;
  throw error;
}
