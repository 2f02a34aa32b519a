// The JSON document of a subject: reads and writes it, and derives run ids and the status of a run. Pure. Used in this folder, by the entry
// points, src/services, src/view/run and most workflows.

import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { FollowUp, RunRecord, Spent, SubjectRecord } from '../ports/run.js';
import { digestOf } from '../text/digest.js';
import { fieldsOf, parseJson } from '../text/json.js';
import { endedState } from '../text/lang/outcome-words.js';
import { outcomes } from './outcome.js';

/** A run whose question has no answer for this long ends. */
export const AWAIT_LIMIT_MS = 14 * 24 * 60 * 60 * 1000;

/** The number of the document's format. A document with another number is refused. */
const FORMAT = 1;

const identity = z.looseObject({ login: z.string(), id: z.number() });
const names = Object.keys(outcomes) as [keyof typeof outcomes, ...(keyof typeof outcomes)[]];

const run = z.looseObject({
  run: z.string(),
  workflow: z.string(),
  version: z.number(),
  exclusive: z.boolean(),
  request: z.looseObject({
    event: z.looseObject({ kind: z.string(), key: z.string() }),
    text: z.string(),
    command: z.looseObject({ name: z.string() }),
    by: identity.optional(),
    at: z.string(),
  }),
  startedAt: z.string(),
  signals: z.array(z.looseObject({ is: z.string(), key: z.string(), at: z.string() })),
  end: z.looseObject({ outcome: z.enum(names), at: z.string() }).optional(),
});

const document = z.looseObject({ format: z.literal(FORMAT), subject: z.string(), runs: z.array(run) });

export const emptyRecord = (subject: string): SubjectRecord => ({ subject, runs: [] });

/** Parses a document. Throws if it is damaged, of another format, or of another subject. */
export function parseRecord(subject: string, text: string): SubjectRecord {
  const read = document.safeParse(parseJson(text));
  // The schema checks the fields on which crew bases decisions, and passes all other fields unchecked.
  if (read.success && read.data.subject === subject) return { subject, runs: read.data.runs as unknown as RunRecord[] };
  throw new UserError({
    expected: `the run record of ${subject}, format ${FORMAT}`,
    found: read.success ? `the record of ${read.data.subject}` : 'another document',
    remedy: `Continue with the version of crew that wrote it, or remove it with \`crew clean\`.`,
    ends: 'error',
  });
}

/** The text of the document. */
export const recordText = ({ subject, runs }: SubjectRecord): string =>
  `${JSON.stringify({ format: FORMAT, subject, runs }, null, 1)}\n`;

/** A subject's record with one run added or replaced. */
export function withRun(record: SubjectRecord, changed: RunRecord): SubjectRecord {
  const isThere = record.runs.some(({ run: name }) => name === changed.run);
  const runs = isThere
    ? record.runs.map((each) => (each.run === changed.run ? changed : each))
    : [...record.runs, changed];
  return { ...record, runs };
}

export const runIn = (record: SubjectRecord, name: string): RunRecord | undefined =>
  record.runs.find(({ run: each }) => each === name);

/** The first part of a run id: the workflow, or `plan` for `/crew plan`, which starts the workflow `fix`. */
export const runPrefixOf = (command: string, workflow: string): string => (command === 'plan' ? command : workflow);

/** The run id. It is derived from the event, so a repeated delivery is the same run. `name`: see `runPrefixOf`. */
export function runIdFor(name: string, event: Event, text: string): string {
  return `${name}-${issueOf(event) ?? 'here'}-${digestOf([repoOf(event) ?? '', event.key, text].join('\n')).slice(0, 10)}`;
}

const ROUND = /\.r\d+$/;

/** The run id without the number of a further round, which is the id of the first round. */
export const firstRoundOf = (name: string): string => name.replace(ROUND, '');

/** The id of round `n` of a run, from 2. */
export const roundId = (name: string, n: number): string => `${firstRoundOf(name)}.r${n}`;

/** How many further rounds of a request started for a reason. `run` is any of its rounds. */
export const countRounds = (
  runs: readonly RunRecord[],
  { run: name, why }: { readonly run: string; readonly why: FollowUp['why'] },
): number =>
  runs.filter(({ run: each, follows }) => firstRoundOf(each) === firstRoundOf(name) && follows?.why === why).length;

/** Run ids, as they appear in inputs and commands. */
export const RUN_ID = /^[a-z]+-(?:[1-9]\d{0,15}|here)-[0-9a-f]{10}(?:\.r[1-9]\d{0,3})?$/;

/** The issue number in a run id; undefined for runs of the command line. */
export function issueInRunId(name: string): number | undefined {
  const [, number] = /^[a-z]+-(\d+)-/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The issue or pull request of an event; undefined if it has none. */
export function issueOf(event: Event): number | undefined {
  if ('at' in event) return event.at.issue;
  return event.kind === 'typed' || event.kind === 'dispatched' ? event.issue : undefined;
}

/** The repository of an event, `OWNER/NAME`; undefined at a terminal without one. */
export function repoOf(event: Event): string | undefined {
  return 'at' in event ? event.at.repo : event.repo;
}

/** The status of a run, as JSON output and run documents name it. */
export function statusOf({ end }: RunRecord, now: number): string {
  if (!end) return 'running';
  const { status } = outcomes[end.outcome];
  return status === 'awaiting' && now - Date.parse(end.at) > AWAIT_LIMIT_MS ? 'cancelled' : status;
}

/** Whether the gate refused a run, so that nothing was started. */
export const isRefusedByGate = ({ end, order }: RunRecord): boolean =>
  order === undefined && end?.outcome === 'refused';

/** The state of a run, as outcome-words.ts names it. */
export const stateOf = (record: RunRecord, now: number): string =>
  record.end ? endedState(statusOf(record, now), record.end) : 'running';

export const NO_SPENDING: Spent = { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };

/** The sum of costs and tokens. */
export function sumOf(all: readonly (Spent | undefined)[]): Spent {
  return all.reduce<Spent>(
    ({ usd, tokens }, one) => ({
      usd: usd + (one?.usd ?? 0),
      tokens: {
        in: tokens.in + (one?.tokens.in ?? 0),
        out: tokens.out + (one?.tokens.out ?? 0),
        cacheRead: tokens.cacheRead + (one?.tokens.cacheRead ?? 0),
        cacheWrite: tokens.cacheWrite + (one?.tokens.cacheWrite ?? 0),
      },
    }),
    NO_SPENDING,
  );
}

/** The commit that a `done` or `partial` run put on its branch; undefined if it published none. */
export function publishedCommit({ end }: RunRecord): string | undefined {
  if (end?.outcome !== 'done' && end?.outcome !== 'partial') return undefined;
  const { sha } = fieldsOf(end.result);
  return typeof sha === 'string' ? sha : undefined;
}

/** ISO time to the second. */
export const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
