// The section `sandbox` of the configuration.

import * as z from 'zod';
import { host } from '../kinds.js';

export const sandbox = z
  .strictObject({
    hosts: z
      .array(host)
      .default([])
      .describe("Hosts that commands may reach, in addition to the registries of the project's package managers."),
    required: z
      .boolean()
      .default(true)
      .describe(
        'Whether commands are refused if the machine cannot provide a sandbox. `crew verify` in your own tree goes on without one. Code from a fork always needs one.',
      ),
  })
  .prefault({})
  .describe('The sandbox that commands run in.');
