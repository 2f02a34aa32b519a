// What failed, what it has to say, and beside which lines.
import type { Annotation, CiRead } from '../../../ports.js';
import type { Client } from '../client.js';
import { type CheckRun, orUnread, type Place, type Read, seenOf } from './read.js';
import type { Run } from './runs-that-count.js';
import { wordOf } from './state.js';

// The part of a job's log in which it failed. Pure.

/** What a person would scroll up to read, and a reader with little room can hold. */
const MOST_LINES = 80;
const MOST_LETTERS = 8000;

/** GitHub writes the time before each line; programs write colours into it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const NOISE = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?|\u001B\[[\d;]*m|\r$/g;

/** The last lines of the step that failed, down to where GitHub says so; of a log that does not say where, its end. */
export function lastWords(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(NOISE, ''));
  const failed = lines.findLastIndex((line) => line.startsWith('##[error]'));
  const upTo = failed < 0 ? lines : lines.slice(0, failed + 1);
  const began = upTo.findLastIndex((line) => line.startsWith('##[group]Run '));
  const step = began < 0 ? upTo : upTo.slice(began + 1);
  const said = step.filter((line) => !line.startsWith('##[group]') && !line.startsWith('##[endgroup]'));
  const words = said.slice(-MOST_LINES).join('\n').trim();
  return words.length <= MOST_LETTERS ? words : `…${words.slice(-MOST_LETTERS)}`;
}

type Failure = CiRead['failures'][number];

/** Remarks and logs are read of so many; who has more that fail has enough to begin with. */
const MOST = 10;

/** Everything that failed, by name. */
export async function failuresOf(client: Client, at: Place, { checks, statuses, runs }: Read): Promise<Failure[]> {
  const red = checks.filter((check) => wordOf(check) === 'red');
  const jobsOf = new Set(runs.map((run) => run.check_suite_id));
  const failed: Failure[] = [];
  for (const [n, check] of red.entries()) {
    const isJob = check.check_suite !== null && jobsOf.has(check.check_suite.id);
    failed.push(n < MOST ? await closeUp(client, at, { check, isJob }) : fromAfar(check));
  }
  for (const status of statuses.filter((one) => wordOf(seenOf(one)) === 'red')) {
    const { context: name, target_url: url, description } = status;
    failed.push({ name, url: url ?? '', summary: description ?? '', annotations: [] });
  }
  return [...failed, ...jobless(runs, red)];
}

const fromAfar = ({ name, html_url: url, output }: CheckRun): Failure => ({
  name,
  url: url ?? '',
  summary: output.summary ?? output.title ?? '',
  annotations: [],
  ...(output.annotations_count > 0 ? { unread: true } : {}),
});

/** An App sums up what it found; a job has its log. */
async function closeUp(
  client: Client,
  at: Place,
  { check, isJob }: { check: CheckRun; isJob: boolean },
): Promise<Failure> {
  const { unread, ...failure } = fromAfar(check);
  const summary = isJob && failure.summary === '' ? await logOf(client, at, check.id) : failure.summary;
  const annotations = unread ? await annotationsOf(client, at, check.id) : [];
  return { ...failure, summary, ...(annotations ? { annotations } : { unread }) };
}

/** Empty where the log was given up already, or may not be read. */
async function logOf({ rest }: Client, at: Place, job: number): Promise<string> {
  const answer = await orUnread(rest.actions.downloadJobLogsForWorkflowRun({ ...at, job_id: job }));
  return lastWords(String(answer?.data ?? ''));
}

/** Those beside a file: under `.github` GitHub itself only repeats that a step failed. Null where they may not be read. */
async function annotationsOf(
  { rest, paginate }: Client,
  at: Place,
  check: number,
): Promise<readonly Annotation[] | null> {
  const ask = { ...at, check_run_id: check, per_page: 100 };
  const found = await orUnread(paginate(rest.checks.listAnnotations, ask));
  if (found === null) return null;
  return found
    .filter(({ path }) => path !== '.github')
    .map(({ path, start_line: line, annotation_level: level, title, message }) => ({
      path,
      line,
      level: level === 'warning' || level === 'notice' ? level : 'failure',
      title: title ?? '',
      message: message ?? '',
    }));
}

/** A file that GitHub cannot read as a workflow makes a run without a job: nothing else would name it. */
function jobless(runs: readonly Run[], red: readonly CheckRun[]): readonly Failure[] {
  const named = new Set(red.map(({ check_suite: of }) => of?.id));
  return runs
    .filter((run) => wordOf(run) === 'red' && !named.has(run.check_suite_id))
    .map(({ name, path, html_url: url }) => ({ name: name ?? path, url, summary: '', annotations: [] }));
}
