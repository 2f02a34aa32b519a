import * as z from 'zod';
import { command, duration, folder, line, whole } from '../kinds.js';

const step = z.strictObject({
  name: line.describe('What the step is called in reports; each step its own.'),
  run: command.describe('The command; any exit code but 0 is a failure.'),
  timeout: duration({ unit: 'seconds', max: 86_400 })
    .default(600)
    .describe('Seconds until the step is stopped, which is a failure.'),
});

export const verify = z
  .strictObject({
    root: folder.default('.').describe('The folder in which the pipeline is detected and its commands run.'),
    setup: z
      .array(command)
      .default([])
      .describe(
        'Commands that run before the sandbox closes, such as installing a tool; what they install stays on the PATH.',
      ),
    steps: z
      .array(step)
      .default([])
      .describe('The pipeline in its order; an empty list means the one that crew detects.'),
    reruns: whole({ min: 0, max: 10, expected: 'a whole number from 0 to 10' })
      .default(2)
      .describe('How often a red step is run again to tell flaky from broken.'),
  })
  .prefault({})
  .describe('How a change is proven.');
