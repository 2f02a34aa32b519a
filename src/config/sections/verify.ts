// The section `verify` of the configuration: setup, steps and limits of verifications.

import * as z from 'zod';
import { command, duration, folder, line, whole } from '../kinds.js';

const step = z.strictObject({
  name: line.describe('The name of the step in reports. Names are unique.'),
  run: command.describe('The command. Any exit code except 0 is a failure.'),
  timeout: duration({ unit: 'seconds', max: 86_400 })
    .default(600)
    .describe('After this many seconds the step is stopped and has failed.'),
});

export const verify = z
  .strictObject({
    root: folder.default('.').describe('The folder in which crew detects the checks and runs them.'),
    setup: z
      .array(command)
      .default([])
      .describe(
        'Commands that run before the sandbox closes, such as installing a tool. What they install stays on the PATH.',
      ),
    steps: z.array(step).default([]).describe('The checks, in order. If the list is empty, crew detects them.'),
    reruns: whole({ min: 0, max: 10, expected: 'a whole number from 0 to 10' })
      .default(2)
      .describe('How often checks that differ from the base run again, to tell flaky tests from broken ones.'),
  })
  .prefault({})
  .describe('How crew verifies a change.');
