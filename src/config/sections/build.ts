import * as z from 'zod';
import { whole } from '../kinds.js';

const tier = z.enum(['haiku', 'sonnet', 'opus']);
const count = (min: number, max: number, byDefault: number) =>
  whole({ min, max, expected: `a whole number from ${min} to ${max}` }).default(byDefault);
const instructions = z.string().max(20_000).default('');

const OPERATIONS = ['phase2_wave_construct', 'phase3_report', 'phase4_approval_format'] as const;

export const build = z
  .strictObject({
    default_model: tier
      .default('sonnet')
      .describe('The model of the decomposer, the aggregator, and tasks that name none.'),
    max_parallel: count(1, 20, 5).describe('The most workers at the same time.'),
    max_retries: count(0, 10, 2).describe('How often a task is tried again.'),
    worker_max_turns: count(5, 100, 30).describe('The most turns of a worker; beyond them its attempt is a time-out.'),
    max_cmd_duration_sec: count(1, 1_000_000, 1800).describe(
      'Seconds after which a build is warned about; nothing is stopped.',
    ),
    plan_validation: z.boolean().default(false).describe('Whether a plan is reviewed before anybody works on it.'),
    phase_instructions: z
      .strictObject({
        decompose: instructions.describe('Added to the prompt of the decomposer.'),
        execute: instructions.describe('Added to the prompts of all workers.'),
        aggregate: instructions.describe('Added to the prompt of the aggregator.'),
        retrospect: instructions.describe('Added to the prompt of the retrospector.'),
      })
      .prefault({})
      .describe('What is added to the prompts of a phase; the prompt of the role wins over it.'),
    secretary: z
      .strictObject({
        enabled: z.boolean().default(false).describe('Whether paperwork between phases is given to the Secretary.'),
        model: tier.default('haiku').describe('Its model.'),
        max_turns: count(1, 100, 10).describe('Its most turns.'),
        min_tasks_for_delegation: count(1, 1000, 5).describe('From so many tasks on.'),
        delegate_phases: z
          .array(z.enum(OPERATIONS))
          .default([...OPERATIONS])
          .describe('What it is given.'),
        fallback_on_failure: z
          .boolean()
          .default(true)
          .describe('Whether crew does it where the Secretary fails; else the phase fails.'),
      })
      .prefault({})
      .describe('The Secretary.'),
    lp_system: z
      .strictObject({
        enabled: z
          .boolean()
          .exactOptional()
          .describe('Whether preferences are learned and given to agents. Default: on, until everything is forgotten.'),
        collect_signals: z.boolean().default(true).describe('Whether runs look for signals.'),
        lp_cap: count(1, 200, 40).describe('The most preferences.'),
        reset_all: z
          .boolean()
          .default(false)
          .describe('Deletes all preferences and switches learning off, once for each version of this file.'),
      })
      .prefault({})
      .describe('Learned preferences.'),
    'sub-issues': z
      .boolean()
      .default(false)
      .describe('Whether the tasks become sub-issues, closed when the pull request is merged.'),
  })
  .prefault({})
  .describe('How larger work is split and done in waves.');
