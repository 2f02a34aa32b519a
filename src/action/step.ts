// Reads inputs and event of a step of GitHub Actions, and writes its outputs and summary. Used by all files of this folder.

import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { UserError } from '../ports/errors.js';
import type { ActionsRun } from '../workflows/check/index.js';

/** One output in GitHub's format. The delimiter is random, so that no value can end it early and set another output. */
function heredoc(name: string, value: string): string {
  const end = `crew_${randomUUID()}`;
  return `${name}<<${end}\n${value}\n${end}\n`;
}

/** The environment and the output streams of the step. */
export interface StepProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

type StepEnv = StepProcess['env'];

/** An input of the step, trimmed; empty if it is not set. GitHub's variable has upper case and keeps hyphens. */
export const inputOf = (env: StepEnv, name: string): string => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';

/** A text as the value of a workflow command. The command ends at the line end, so line ends are escaped. */
export const oneLine = (text: string): string => text.replaceAll('%', '%25').replace(/\r?\n/g, '%0A');

/** The event, the repository and the Actions run. */
export interface Trigger {
  readonly name: string;
  readonly payload: unknown;
  readonly repo: string;
  readonly run: ActionsRun;
  /** The URL of the Actions run's page. */
  readonly url: string;
}

/** Reads the event. Throws outside of GitHub Actions. */
export function triggerOf(env: StepEnv): Trigger {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file, GITHUB_REPOSITORY: repo = '' } = env;
  if (!file || !repo) {
    throw new UserError({
      expected: 'to run as a step of GitHub Actions',
      found: 'no event here',
      remedy: 'At a terminal, use `crew help`.',
    });
  }
  const { GITHUB_RUN_ID: id = '', GITHUB_RUN_ATTEMPT: attempt = '1' } = env;
  const run = { id, attempt };
  return { name, payload: JSON.parse(readFileSync(file, 'utf8')), repo, run, url: runUrl(env, repo, id) };
}

/** The URL of an Actions run's page. */
export function runUrl(env: StepEnv, repo: string, id: string): string {
  return `${env.GITHUB_SERVER_URL || 'https://github.com'}/${repo}/actions/runs/${id}`;
}

/** Writes outputs for later steps and jobs. */
export function writeOutputs(env: StepEnv, outputs: Readonly<Record<string, string>>): void {
  const lines = Object.entries(outputs).map(([name, value]) => heredoc(name, value));
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, lines.join(''));
}

/** Appends to the job summary. */
export function writeSummary(env: StepEnv, markdown: string): void {
  if (env.GITHUB_STEP_SUMMARY && markdown) appendFileSync(env.GITHUB_STEP_SUMMARY, markdown);
}
