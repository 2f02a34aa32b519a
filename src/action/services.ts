// Builds the Services of a step from its inputs. Used by the jobs of this folder that talk to GitHub.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../ports/errors.js';
import type { BoardScope } from '../services/board-reader.js';
import { type Env, readEnv } from '../services/env.js';
import { type GitHubOptions, type GitHubServices, githubServices } from '../services/wire.js';
import { inputOf, type StepProcess, type Trigger, triggerOf } from './step.js';

type StepEnv = StepProcess['env'];

/** The environment, overridden by the inputs. */
export function envOf(env: StepEnv): Env {
  const base = readEnv(env);
  return {
    ...base,
    configFile: inputOf(env, 'config') || base.configFile,
    projectToken: inputOf(env, 'project-token') || base.projectToken,
    model: { ...base.model, key: inputOf(env, 'anthropic-api-key') || base.model.key },
  };
}

/** Services for the repository that the step runs in. */
export function servicesIn(env: StepEnv, options: Omit<GitHubOptions, 'env' | 'token' | 'repo'> = {}): GitHubServices {
  const stepEnv = envOf(env);
  const token = inputOf(env, 'token') || stepEnv.token();
  if (!token)
    throw new UserError({ expected: 'the input token', found: 'none', remedy: "Pass it the job's own github.token." });
  const budgetUsd = inputOf(env, 'budget-usd') || undefined;
  return githubServices({ budgetUsd, ...options, env: stepEnv, repo: triggerOf(env).repo, token: async () => token });
}

/** The Actions run of this job. */
export const actionsRunOf = ({ run, url }: Trigger) => ({
  id: Number(run.id),
  attempt: Number(run.attempt),
  url,
});

/** Board and label from the inputs, and the clone if the repository is checked out in the workspace. */
export function boardScopeOf(env: StepEnv): BoardScope {
  const project = inputOf(env, 'project');
  if (project && !/^[1-9]\d{0,8}$/.test(project))
    throw new UserError({
      expected: 'the number of a board in the input project',
      found: `"${project}"`,
      remedy: 'The number is in the address of the board.',
    });
  const workspace = env.GITHUB_WORKSPACE;
  return {
    project: project ? Number(project) : undefined,
    projectOwner: inputOf(env, 'project-owner') || undefined,
    label: inputOf(env, 'label') || undefined,
    clone: workspace && existsSync(path.join(workspace, '.git')) ? workspace : undefined,
  };
}
