// Reads the failed checks of a commit with summary and annotations, and the end of the log of a failed job.
import type { Annotation, CiResult } from '../../../ports/index.js';
import type { Client, RepositoryName } from '../client.js';
import { type CheckRun, type CommitChecks, nullIfUnreadable, statusAsCheck } from './read.js';
import { type ActionsRun, checkState } from './state.js';

/** Limits for the excerpt of a log. */
const MAX_LINES = 80;
const MAX_LETTERS = 8000;

/** What is removed from each line of a log: GitHub's timestamp, color codes, a carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const LOG_NOISE = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?|\u001B\[[\d;]*m|\r$/g;

/** The last lines of the failed step up to GitHub's error line; without one, the end of the log. */
export function failedLines(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(LOG_NOISE, ''));
  const failed = lines.findLastIndex((line) => line.startsWith('##[error]'));
  const untilError = failed < 0 ? lines : lines.slice(0, failed + 1);
  const stepStart = untilError.findLastIndex((line) => line.startsWith('##[group]Run '));
  const step = stepStart < 0 ? untilError : untilError.slice(stepStart + 1);
  const shown = step.filter((line) => !line.startsWith('##[group]') && !line.startsWith('##[endgroup]'));
  const text = shown.slice(-MAX_LINES).join('\n').trim();
  return text.length <= MAX_LETTERS ? text : `…${text.slice(-MAX_LETTERS)}`;
}

type Failure = CiResult['failures'][number];

/** Annotations and logs are read for at most this many failures. */
const MAX_FAILURES = 10;

/** All failed checks and statuses. */
export async function failuresOf(
  client: Client,
  repository: RepositoryName,
  { checks, statuses, runs }: CommitChecks,
): Promise<Failure[]> {
  const redChecks = checks.filter((check) => checkState(check) === 'red');
  const actionsSuites = new Set(runs.map((run) => run.check_suite_id));
  const failed: Failure[] = [];
  for (const [n, check] of redChecks.entries()) {
    const isJob = check.check_suite !== null && actionsSuites.has(check.check_suite.id);
    failed.push(
      n < MAX_FAILURES ? await failureWithDetails(client, repository, { check, isJob }) : failureWithoutDetails(check),
    );
  }
  for (const status of statuses.filter((each) => checkState(statusAsCheck(each)) === 'red')) {
    const { context: name, target_url: url, description } = status;
    failed.push({ name, url: url ?? '', summary: description ?? '', annotations: [] });
  }
  return [...failed, ...failedRunsWithoutJobs(runs, redChecks)];
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

/** With annotations, and for a job without a summary the end of its log. */
async function failureWithDetails(
  client: Client,
  repository: RepositoryName,
  { check, isJob }: { check: CheckRun; isJob: boolean },
): Promise<Failure> {
  const appSummary = summaryOf(check);
  const summary = isJob && appSummary === '' ? await logOf(client, repository, check.id) : appSummary;
  const annotations = hasAnnotations(check) ? await annotationsOf(client, repository, check.id) : [];
  return failureOf(check, { summary, annotations });
}

/** The end of a job's log. Empty if the log was deleted or cannot be read. */
async function logOf({ rest }: Client, repository: RepositoryName, job: number): Promise<string> {
  const answer = await nullIfUnreadable(rest.actions.downloadJobLogsForWorkflowRun({ ...repository, job_id: job }));
  return failedLines(String(answer?.data ?? ''));
}

/** Annotations of files. Those at `.github` only repeat that a step failed. Null if they cannot be read. */
async function annotationsOf(
  { rest, paginate }: Client,
  repository: RepositoryName,
  check: number,
): Promise<readonly Annotation[] | null> {
  const parameters = { ...repository, check_run_id: check, per_page: 100 };
  const annotations = await nullIfUnreadable(paginate(rest.checks.listAnnotations, parameters));
  if (annotations === null) return null;
  return annotations
    .filter(({ path }) => path !== '.github')
    .map(({ path, start_line: line, annotation_level: level, title, message }) => ({
      path,
      line,
      level: level === 'warning' || level === 'notice' ? level : 'failure',
      title: title ?? '',
      message: message ?? '',
    }));
}

/** Failed Actions runs without jobs: GitHub could not parse the workflow file. */
function failedRunsWithoutJobs(runs: readonly ActionsRun[], redChecks: readonly CheckRun[]): readonly Failure[] {
  const suitesWithRedCheck = new Set(redChecks.map(({ check_suite: suite }) => suite?.id));
  return runs
    .filter((run) => checkState(run) === 'red' && !suitesWithRedCheck.has(run.check_suite_id))
    .map(({ name, path, html_url: url }) => ({ name: name ?? path, url, summary: '', annotations: [] }));
}
