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
            'An improvement is proposed from this score on: 0.3 recurrence, 0.3 impact, 0.2 generality, 0.2 feasibility.',
          ),
        improvements: count(0, 20, 2).describe('The most improvements that a run proposes.'),
        skills_full: count(0, 20, 1).describe('The most skills that a full retrospective proposes.'),
        skills_light: count(0, 20, 2).describe('The most skills that a light retrospective proposes.'),
        memory: z
          .strictObject({
            max_candidates_per_cmd: count(0, 50, 5).describe('The most knowledge candidates of a retrospective.'),
            skill_min_score: count(3, 15, 12).describe('A skill is proposed from this score on, of 15.'),
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
          .describe('The first value of the switch; later `/crew forget --all --yes` and the memory decide.'),
        collect_signals: z.boolean().default(true).describe('Whether runs look for signals about preferences.'),
        lp_cap: count(1, 1000, 40).describe('The most preferences.'),
        reset_all: z.boolean().default(false).describe('Forgets everything, once for each version of this file.'),
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
