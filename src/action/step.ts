// A step of GitHub Actions: what the runner gives it, and where it leaves what it has to say.

import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { UserError } from '../ports/errors.js';
import type { ActionsRun } from '../workflows/check/index.js';

/** One output in GitHub's own form; the delimiter is random, so that no value can end it early and set another. */
function heredoc(name: string, value: string): string {
  const end = `crew_${randomUUID()}`;
  return `${name}<<${end}\n${value}\n${end}\n`;
}

export interface StepProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

type StepEnv = StepProcess['env'];

/** An input, by GitHub's own way: upper case, spaces to underscores, hyphens stay. */
export const inputOf = (env: StepEnv, name: string): string => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';

/** What started the run, and where. */
export interface Trigger {
  readonly name: string;
  readonly payload: unknown;
  readonly repo: string;
  readonly run: ActionsRun;
  /** The page of the run. */
  readonly details: string;
}

/** Reads the event; outside of a step there is none. */
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
  return { name, payload: JSON.parse(readFileSync(file, 'utf8')), repo, run, details: detailsOf(env, repo, id) };
}

/** The page of a run. */
export function detailsOf(env: StepEnv, repo: string, id: string): string {
  return `${env.GITHUB_SERVER_URL || 'https://github.com'}/${repo}/actions/runs/${id}`;
}

/** Leaves outputs for later steps and jobs. */
export function writeOutputs(env: StepEnv, outputs: Readonly<Record<string, string>>): void {
  const lines = Object.entries(outputs).map(([name, value]) => heredoc(name, value));
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, lines.join(''));
}

/** Adds to the summary of the job. */
export function writeSummary(env: StepEnv, markdown: string): void {
  if (env.GITHUB_STEP_SUMMARY && markdown) appendFileSync(env.GITHUB_STEP_SUMMARY, markdown);
}
