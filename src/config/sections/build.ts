// The section `build` of the configuration.

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
      .describe('The model of the Decomposer, of the Aggregator, and of tasks that name none.'),
    max_parallel: count(1, 20, 5).describe('The most workers at the same time.'),
    max_retries: count(0, 10, 2).describe('How often a failed task is tried again.'),
    worker_max_turns: count(5, 100, 30).describe('The most turns of a worker in one attempt.'),
    max_cmd_duration_sec: count(1, 1_000_000, 1800).describe(
      'After this many seconds crew warns that the build takes long. Nothing is stopped.',
    ),
    plan_validation: z
      .boolean()
      .default(false)
      .describe('Whether a reviewer reads the plan before the first task starts.'),
    phase_instructions: z
      .strictObject({
        decompose: instructions.describe('Added to the prompt of the Decomposer.'),
        execute: instructions.describe('Added to the prompts of all workers.'),
        aggregate: instructions.describe('Added to the prompt of the Aggregator.'),
        retrospect: instructions.describe('Added to the prompt of the retrospector.'),
      })
      .prefault({})
      .describe('What is added to the prompts of a phase; the prompt of the role wins over it.'),
    secretary: z
      .strictObject({
        enabled: z
          .boolean()
          .default(false)
          .describe('Whether the Secretary, an additional agent, does the paperwork between phases.'),
        model: tier.default('haiku').describe('The model of the Secretary.'),
        max_turns: count(1, 100, 10).describe('The most turns of the Secretary.'),
        min_tasks_for_delegation: count(1, 1000, 5).describe('The Secretary is used from this number of tasks on.'),
        delegate_phases: z
          .array(z.enum(OPERATIONS))
          .default([...OPERATIONS])
          .describe('The phases that the Secretary works in.'),
        fallback_on_failure: z
          .boolean()
          .default(true)
          .describe('Whether crew does the work itself if the Secretary fails. Otherwise the phase fails.'),
      })
      .prefault({})
      .describe('The Secretary.'),
    retrospect: z
      .strictObject({
        enabled: z.boolean().default(true).describe('Whether a build ends with a retrospective.'),
        model: tier.default('sonnet').describe('The model of the retrospector.'),
        filter_threshold: z
          .number()
          .min(1)
          .max(5)
          .default(3.5)
          .describe(
            'The least score of a proposed improvement: 0.3 recurrence, 0.3 impact, 0.2 generality, 0.2 feasibility.',
          ),
        improvements: count(0, 20, 2).describe('The most improvements that one run proposes.'),
        skills_full: count(0, 20, 1).describe('The most skills that a full retrospective proposes.'),
        skills_light: count(0, 20, 2).describe('The most skills that a light retrospective proposes.'),
        memory: z
          .strictObject({
            max_candidates_per_cmd: count(0, 50, 5).describe('The most knowledge that one retrospective proposes.'),
            skill_min_score: count(3, 15, 12).describe('The least score of a proposed skill, of 15.'),
          })
          .prefault({})
          .describe('What may be remembered.'),
      })
      .prefault({})
      .describe('What is learned when a build ends.'),
    lp_system: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .describe(
            'Whether crew learns preferences. After `/crew forget --all --yes` only a new version of this file with `true` turns it on again.',
          ),
        collect_signals: z.boolean().default(true).describe('Whether runs collect signals about preferences.'),
        lp_cap: count(1, 1000, 40).describe('The most stored preferences.'),
        reset_all: z
          .boolean()
          .default(false)
          .describe('Deletes everything that crew learned, once for each version of this file.'),
      })
      .prefault({})
      .describe('Learned preferences.'),
    'sub-issues': z
      .boolean()
      .default(false)
      .describe('Whether the tasks become sub-issues. Merging the pull request closes them.'),
  })
  .prefault({})
  .describe('How `/crew build` splits work into tasks and runs them.');
