// facilitate: scans the whole board, judges every issue by a table, and keeps it ready to be worked on. Only workflows/instant.ts calls it;
// the App, the terminal and the bench import the type of its view.
//
//   started by   the schedule, events, /crew facilitate, /crew quiet, /crew wake
//   writes       labels, one comment on each issue that a person must act on, the digest issue; an answer to a command
//   returns      the report, which becomes the job summary
//   ends         when every planned change is written, refused, or deferred to the next scan
//
// It calls no model. It closes no issue of a person, and never merges, assigns, edits a person's text or moves cards.

import type { BoardReader, Scan, ScanRecord } from '../../ports/board.js';
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
import { buildReport, withRefusals } from './rules/build-report.js';
import { decideScan } from './rules/decide.js';
import { digestPlan } from './rules/digest.js';
import { isChanged, scanRecordOf } from './rules/scan-record.js';
import {
  countWritten,
  existingDigestsIn,
  isTokenRefused,
  type Planned,
  presentIn,
  refusedIn,
  type WriteResult,
  type WriteResults,
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

/** What a scan needs. `apply` writes changes to GitHub; `dryRun` plans them only. */
export interface Facilitation {
  readonly reader: BoardReader;
  readonly settings: Settings;
  readonly dryRun: boolean;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** Performs one scan: reads the board, judges every issue, writes what changed, and returns the report. */
export async function facilitate(ctx: Facilitation): Promise<Outcome> {
  const { reader, dryRun } = ctx;
  const scan = await reader.scan();
  const { config, lang } = ctx.settings;
  const decisions = decideScan(scan, { config, say: inLanguage(lang, { en, ja }), reader });
  const { boardFacts, registry, quiet, maintained, recommended } = decisions;
  const results = dryRun ? [] : await writeAll(ctx, scan.board, maintained.planned);
  const onGitHub = presentIn(results);
  const writtenCount = countWritten(results);
  const built = buildReport({
    boardFacts,
    total: scan.total,
    registry,
    maintained,
    recommended,
    written: writtenCount,
    present: onGitHub.length - writtenCount,
    refused: refusedIn(results, maintained.planned),
    dryRun,
    cost: scan.cost(),
    translate: (text) => translated(lang, text),
  });
  const digest = digestPlan({ boardFacts, report: built, lang, host: reader.host, outgoing: reader.redact });
  const digestRefusal = dryRun || !digest?.change ? null : await refusalOfWrite(ctx, digest.change);
  const record = scanRecordOf({
    boardFacts,
    maintained,
    written: onGitHub,
    existingDigests: existingDigestsIn(results),
    quiet,
    report: built,
    // A digest issue that GitHub refused is not recorded, so the next scan writes it again.
    digest: digestRefusal === null ? digest?.digest : undefined,
  });
  const digestChange = digestRefusal === null && digest?.change ? [digest.change] : [];
  const existing = [...onGitHub.map(({ change }) => change), ...digestChange];
  const recordRefusal = dryRun ? null : await storeRecord(ctx, { record, scan, existing });
  const refusals = [
    { what: 'the digest issue', why: digestRefusal },
    { what: 'the record of this scan', why: recordRefusal },
  ];
  const report = withRefusals(
    built,
    refusals.flatMap(({ what, why }) =>
      why === null ? [] : [{ what: translated(lang, what), why: translated(lang, why) }],
    ),
  );
  const { complete, changes } = report;
  return {
    name: outcomeNameOf(complete, dryRun),
    says: boardSummary(report, { lang, host: reader.host }),
    result: { complete, changes },
    shows: {
      report,
      changes: maintained.changes,
      public: scan.board.repos.every((each) => !each.private),
      lang,
    } satisfies FacilitateView,
  };
}

function outcomeNameOf(complete: boolean, dryRun: boolean): Outcome['name'] {
  if (!complete) return 'partial';
  return dryRun ? 'planned' : 'done';
}

/**
 * Writes labels in batches, then comments one by one. A refused change does not stop the others, but after several refused comments
 * in a row no further comment is tried.
 */
async function writeAll(ctx: Facilitation, board: BoardSnapshot, planned: readonly Planned[]): Promise<WriteResults> {
  const labels = planned.flatMap((each) =>
    each.change.kind === 'label' ? [{ planned: each, change: each.change }] : [],
  );
  const labelResults = await writeLabels(ctx.reader, board, labels);
  const comments: WriteResults[number][] = [];
  for (const each of planned.filter(({ change }) => change.kind === 'comment')) {
    if (isTokenRefused(comments)) break;
    comments.push({ planned: each, result: await writeOne(ctx, each.change) });
  }
  return [...labelResults, ...comments];
}

async function writeLabels(
  reader: BoardReader,
  board: BoardSnapshot,
  labels: readonly { readonly planned: Planned; readonly change: LabelChange }[],
): Promise<WriteResults> {
  const changes = labels.map(({ change }) => change);
  const written = await reader
    .label(changes, board)
    .catch((error: unknown) => changes.map(() => ({ why: refusalOf(error) })));
  return labels.map(({ planned }, index) => {
    const why = written[index]?.why ?? null;
    return { planned, result: why === null ? { did: 'written' } : { did: 'refused', why } };
  });
}

async function writeOne({ apply }: Facilitation, change: Change): Promise<WriteResult> {
  try {
    const [applied] = await apply([change]);
    return applied ?? { did: 'skipped' };
  } catch (error) {
    return { did: 'refused', why: refusalOf(error) };
  }
}

/** Writes one change. Returns the reason if GitHub refuses it, else null. */
async function refusalOfWrite(ctx: Facilitation, change: Change): Promise<string | null> {
  const result = await writeOne(ctx, change);
  return result.did === 'refused' ? result.why : null;
}

interface Storing {
  readonly record: ScanRecord;
  readonly scan: Scan;
  /** The changes of this scan that exist on GitHub now. */
  readonly existing: readonly Change[];
}

/**
 * Replaces the record of the last scan if it changed. Returns the reason if GitHub refuses, else null. Two concurrent scans may both
 * create the same comment or digest issue, because neither sees the other's. The scan that replaces the record last applies its changes
 * again, which removes the duplicates.
 */
async function storeRecord(
  { reader, apply }: Facilitation,
  { record, scan, existing }: Storing,
): Promise<string | null> {
  if (!isChanged(record, scan.previous)) return null;
  try {
    const hasConcurrentScan = await reader.remember(record, scan.board);
    if (hasConcurrentScan) await apply(existing.filter(({ kind }) => kind !== 'label'));
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** The message of a refusal by GitHub, for the report. Any other error is thrown again and ends the run. */
function refusalOf(error: unknown): string {
  if (error instanceof UserError && error.ends === 'refused') return error.message;
  throw error;
}
