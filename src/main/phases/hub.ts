import { memoryStore } from '../../adapters/store/memory.js';
import { apply } from '../../core/apply.js';
import { openRun } from '../../core/run.js';
import { UserError } from '../../errors.js';
import type { Ctx } from '../../workflows/review/index.js';
import { readEnv } from '../env.js';
import { type HubOptions, hubCrew } from '../wire.js';
import { inputOf, type StepProcess } from './step.js';

type Hub = ReturnType<typeof hubCrew>;

/** The crew of a repository, with what the inputs of a step say. */
export function hubIn(env: StepProcess['env'], options: Omit<HubOptions, 'env' | 'token'>): Hub {
  const known = readEnv(env);
  const token = inputOf(env, 'token') || known.token();
  if (!token) {
    throw new UserError({
      expected: 'the input token',
      found: 'none',
      remedy: "Pass it the job's own github.token.",
    });
  }
  const named = {
    ...known,
    configFile: inputOf(env, 'config') || known.configFile,
    projectToken: inputOf(env, 'project-token') || known.projectToken,
  };
  return hubCrew({ ...options, env: named, token: async () => token });
}

/**
 * What the story of a check may use. Its journal ends with the process: the check itself and the document between the jobs are
 * what lasts, and a token that may write checks need not be able to write anything else.
 */
export async function checkDesk({ github, desk, hands }: Hub, name: string): Promise<Ctx> {
  const opened = await openRun(
    { ...desk, store: memoryStore() },
    { run: name, workflow: 'review', story: 1, input: {} },
  );
  if (opened.is !== 'open' || !hands) throw new Error(`the run ${name} could not be opened`);
  const tools = { run: opened.run, hands, clock: desk.clock };
  return { checks: github.checks, apply: (changes) => apply(changes, tools) };
}
