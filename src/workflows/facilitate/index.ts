// facilitate: looks at the whole field, judges every issue by a table, and leaves it ready to be worked on.
//
//   a person types   nothing (schedule, events), /crew facilitate, /crew quiet or /crew wake
//   they see         labels, one comment where somebody must act, the report as the summary of the job; to a command, an answer
//   it stops         when what changed is written, or owed to the next look
//
// No model is asked. It never closes, merges, assigns, edits bodies or moves cards.

import type { Applied, Change } from '../../changes/change.js';
import type { BoardReader } from '../../ports/board.js';
import type { Outcome } from '../../ports/run.js';
import type { Settings } from '../../ports/workflow.js';
import type { Messages } from '../../text/lang/messages.js';
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

export interface Facilitation {
  readonly field: BoardReader;
  readonly known: Settings;
  readonly say: Messages;
  readonly dryRun: boolean;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** One scan: judges every issue, writes what changed, and returns the report. */
export async function facilitate(ctx: Facilitation): Promise<Outcome> {
    const { field: desk } = ctx;
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
}

/** One after the other; what GitHub refuses of one issue does not keep the others from theirs. */
async function writeAll(ctx: Facilitation, all: readonly Planned[]): Promise<Deeds> {
  const deeds: Deeds[number][] = [];
  for (const planned of all) {
    if (areInVain(deeds)) break;
    deeds.push({ planned, deed: await writeOne(ctx, planned.change) });
  }
  return deeds;
}

async function writeOne({ apply }: Facilitation, change: Change): Promise<Deed> {
  try {
    const [deed] = await apply([change]);
    return deed ?? { did: 'skipped' };
  } catch (error) {
    return { did: 'refused', why: refusalOf(error) };
  }
}

/** Leaves what the next look needs; why it may not, where it may not. */
async function remember(desk: BoardReader, next: Observation, previous: Observation | undefined): Promise<string | null> {
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
