// facilitate: scans the whole board, judges every issue by a table, and keeps it ready to be worked on.
//
//   started by   the schedule, events, /crew facilitate, /crew quiet, /crew wake
//   writes       labels, one comment on each issue that a person must act on, the digest issue; an answer to a command
//   returns      the report, which becomes the job summary
//   ends         when every planned change is written, refused, or deferred to the next scan
//
// It calls no model. It closes no issue of a person, and never merges, assigns, edits a person's text or moves cards.

import type { BoardReader, ScanRecord } from '../../ports/board.js';
import type { BoardSnapshot } from '../../ports/board-snapshot.js';
import type { Applied, Change, LabelChange } from '../../ports/change.js';
import { UserError } from '../../ports/errors.js';
import type { Report } from '../../ports/report.js';
import type { Outcome } from '../../ports/run.js';
import type { Settings } from '../../ports/workflow.js';
import { inLanguage, type Language, translated } from '../../text/lang/index.js';
import { boardSummary } from '../../view/board/markdown/summary.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { buildReport, withTrouble } from './rules/build-report.js';
import { decideOn } from './rules/decide.js';
import { digestPlan } from './rules/digest.js';
import { differs, scanRecordOf } from './rules/scan-record.js';
import {
  countWritten,
  foundIn,
  isTokenRefused,
  type Planned,
  type Result,
  type Results,
  refusedIn,
  writtenIn,
} from './rules/writes.js';

/** The data that entry points show in addition to the outcome. */
export interface FacilitateView {
  readonly report: Report;
  readonly changes: readonly Change[];
  /** Whether every repository of the board is public. */
  readonly public: boolean;
  /** The language of the run. */
  readonly lang: Language;
}

export interface Facilitation {
  readonly reader: BoardReader;
  readonly settings: Settings;
  readonly dryRun: boolean;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** Performs one scan: reads the board, judges every issue, writes what changed, and returns the report. */
export async function facilitate(ctx: Facilitation): Promise<Outcome> {
  const { reader } = ctx;
  const scan = await reader.scan();
  const { config, lang } = ctx.settings;
  const decided = decideOn(scan, { config, say: inLanguage(lang, { en, ja }), reader });
  const { boardFacts, registry, quiet, maintained, recommended } = decided;
  const results = ctx.dryRun ? [] : await writeAll(ctx, { reader, board: scan.board, planned: maintained.planned });
  const existing = writtenIn(results);
  const written = countWritten(results);
  const built = buildReport({
    reasonIn: (text) => translated(lang, text),
    ...{ boardFacts, total: scan.total, registry, maintained, recommended, written },
    present: existing.length - written,
    refused: refusedIn(results, maintained.planned),
    dryRun: ctx.dryRun,
    cost: scan.cost(),
  });
  const digest = digestPlan({ boardFacts, report: built, lang, host: reader.host, outgoing: reader.redact });
  if (!ctx.dryRun && digest?.change) await writeOne(ctx, digest.change);
  const recordInput = { boardFacts, maintained, written: existing, found: foundIn(results), quiet, report: built };
  const record = scanRecordOf({ ...recordInput, digest: digest?.digest });
  const made = [...existing.map(({ change }) => change), ...(digest?.change ? [digest.change] : [])];
  const trouble = ctx.dryRun ? null : await remember(ctx, { record, previous: scan.previous, board: scan.board, made });
  const report =
    trouble === null
      ? built
      : withTrouble(built, {
          what: translated(lang, 'the record of this scan'),
          why: translated(lang, trouble),
        });
  const { complete, changes } = report;
  return {
    name: complete ? (ctx.dryRun ? 'planned' : 'done') : 'partial',
    says: boardSummary(report, { lang }),
    result: { complete, changes },
    shows: {
      report,
      changes: maintained.changes,
      public: scan.board.repos.every((each) => !each.private),
      lang,
    } satisfies FacilitateView,
  };
}

interface Writing {
  readonly reader: BoardReader;
  readonly board: BoardSnapshot;
  readonly planned: readonly Planned[];
}

/**
 * Writes labels in batches, then comments one by one. A refused change does not stop the others, but after several refused comments
 * in a row no further comment is tried.
 */
async function writeAll(ctx: Facilitation, { reader, board, planned }: Writing): Promise<Results> {
  const labels = planned.flatMap((each) => (each.change.kind === 'label' ? [{ each, change: each.change }] : []));
  const results: Results[number][] = await labelAll(reader, board, labels);
  const comments: Results[number][] = [];
  for (const each of planned.filter(({ change }) => change.kind === 'comment')) {
    if (isTokenRefused(comments)) break;
    comments.push({ planned: each, result: await writeOne(ctx, each.change) });
  }
  return [...results, ...comments];
}

async function labelAll(
  reader: BoardReader,
  board: BoardSnapshot,
  labels: readonly { readonly each: Planned; readonly change: LabelChange }[],
): Promise<Results[number][]> {
  const refusedBy = (error: unknown) => labels.map(() => ({ why: refusalOf(error) }));
  const written = await reader
    .label(
      labels.map(({ change }) => change),
      board,
    )
    .catch(refusedBy);
  return labels.map(({ each }, n) => {
    const why = written[n]?.why ?? null;
    const result: Result = why === null ? { did: 'written' } : { did: 'refused', why };
    return { planned: each, result };
  });
}

async function writeOne({ apply }: Facilitation, change: Change): Promise<Result> {
  try {
    const [applied] = await apply([change]);
    return applied ?? { did: 'skipped' };
  } catch (error) {
    return { did: 'refused', why: refusalOf(error) };
  }
}

/**
 * Replaces the record of the last scan. Returns the reason if GitHub refuses, else null. Two concurrent scans may both create the same
 * comment or digest issue, because neither sees the other's. The scan that replaces the record last applies its changes again, which
 * removes the duplicates.
 */
async function remember(
  { reader, apply }: Facilitation,
  of: { record: ScanRecord; previous: ScanRecord | undefined; board: BoardSnapshot; made: readonly Change[] },
): Promise<string | null> {
  try {
    const isShared = differs(of.record, of.previous) && (await reader.remember(of.record, of.board));
    if (isShared) await apply(of.made.filter(({ kind }) => kind !== 'label'));
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** A refusal by GitHub goes into the report; any other error ends the run. */
function refusalOf(error: unknown): string {
  if (error instanceof UserError && error.ends === 'refused') return error.message;
  throw error;
}
