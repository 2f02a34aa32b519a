// Reads the failed checks of a commit with summary and annotations.
import type { Annotation, CiResult } from '../../../ports/index.js';
import type { Client } from '../client.js';
import { type CheckRun, nullIfUnreadable, type Read, type RepositoryName, statusAsCheck } from './read.js';
import { checkState, type Run } from './state.js';

/** Limits for the excerpt of a log. */
const MAX_LINES = 80;
const MAX_LETTERS = 8000;

/** Timestamps of GitHub and color codes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const LOG_NOISE = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?|\u001B\[[\d;]*m|\r$/g;

/** The last lines of the failed step up to GitHub's error line; without one, the end of the log. */
export function failedLines(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(LOG_NOISE, ''));
  const failed = lines.findLastIndex((line) => line.startsWith('##[error]'));
  const upTo = failed < 0 ? lines : lines.slice(0, failed + 1);
  const began = upTo.findLastIndex((line) => line.startsWith('##[group]Run '));
  const step = began < 0 ? upTo : upTo.slice(began + 1);
  const shown = step.filter((line) => !line.startsWith('##[group]') && !line.startsWith('##[endgroup]'));
  const words = shown.slice(-MAX_LINES).join('\n').trim();
  return words.length <= MAX_LETTERS ? words : `…${words.slice(-MAX_LETTERS)}`;
}

type Failure = CiResult['failures'][number];

/** Annotations and logs are read for at most this many failures. */
const MAX_FAILURES = 10;

/** All failed checks and statuses. */
export async function failuresOf(
  client: Client,
  at: RepositoryName,
  { checks, statuses, runs }: Read,
): Promise<Failure[]> {
  const red = checks.filter((check) => checkState(check) === 'red');
  const actionsSuites = new Set(runs.map((run) => run.check_suite_id));
  const failed: Failure[] = [];
  for (const [n, check] of red.entries()) {
    const isJob = check.check_suite !== null && actionsSuites.has(check.check_suite.id);
    failed.push(
      n < MAX_FAILURES ? await failureWithDetails(client, at, { check, isJob }) : failureWithoutDetails(check),
    );
  }
  for (const status of statuses.filter((one) => checkState(statusAsCheck(one)) === 'red')) {
    const { context: name, target_url: url, description } = status;
    failed.push({ name, url: url ?? '', summary: description ?? '', annotations: [] });
  }
  return [...failed, ...failedRunsWithoutJobs(runs, red)];
}

const failureWithoutDetails = (check: CheckRun): Failure =>
  failureOf(check, { summary: summaryOf(check), annotations: hasAnnotations(check) ? null : [] });

const summaryOf = ({ output }: CheckRun): string => output.summary ?? output.title ?? '';

const hasAnnotations = ({ output }: CheckRun): boolean => output.annotations_count > 0;

/** `annotations` is null if they were not read. */
function failureOf(
  { name, html_url: url }: CheckRun,
  { summary, annotations }: { summary: string; annotations: readonly Annotation[] | null },
): Failure {
  const failure = { name, url: url ?? '', summary };
  return annotations ? { ...failure, annotations } : { ...failure, annotations: [], unread: true };
}

/** Apps provide a summary; for a job its log is read. */
async function failureWithDetails(
  client: Client,
  at: RepositoryName,
  { check, isJob }: { check: CheckRun; isJob: boolean },
): Promise<Failure> {
  const given = summaryOf(check);
  const summary = isJob && given === '' ? await logOf(client, at, check.id) : given;
  const annotations = hasAnnotations(check) ? await annotationsOf(client, at, check.id) : [];
  return failureOf(check, { summary, annotations });
}

/** Empty if the log was deleted or cannot be read. */
async function logOf({ rest }: Client, at: RepositoryName, job: number): Promise<string> {
  const answer = await nullIfUnreadable(rest.actions.downloadJobLogsForWorkflowRun({ ...at, job_id: job }));
  return failedLines(String(answer?.data ?? ''));
}

/** Annotations of files. Those at `.github` only repeat that a step failed. Null if they cannot be read. */
async function annotationsOf(
  { rest, paginate }: Client,
  at: RepositoryName,
  check: number,
): Promise<readonly Annotation[] | null> {
  const ask = { ...at, check_run_id: check, per_page: 100 };
  const found = await nullIfUnreadable(paginate(rest.checks.listAnnotations, ask));
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

/** A workflow file that GitHub cannot parse produces a failed run without jobs. */
function failedRunsWithoutJobs(runs: readonly Run[], red: readonly CheckRun[]): readonly Failure[] {
  const suitesWithRedCheck = new Set(red.map(({ check_suite: suite }) => suite?.id));
  return runs
    .filter((run) => checkState(run) === 'red' && !suitesWithRedCheck.has(run.check_suite_id))
    .map(({ name, path, html_url: url }) => ({ name: name ?? path, url, summary: '', annotations: [] }));
}
