import * as z from 'zod';
import { host } from '../kinds.js';

export const sandbox = z
  .strictObject({
    hosts: z
      .array(host)
      .default([])
      .describe("Hosts that may be reached, beside the registries of the project's own package managers."),
    required: z
      .boolean()
      .default(true)
      .describe(
        'Whether agents are refused commands where no sandbox can be made. `crew verify` in your own tree runs without one: that is your own code. What comes from a fork runs in one only, whatever stands here.',
      ),
  })
  .prefault({})
  .describe('The walls around what agents run.');
