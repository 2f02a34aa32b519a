import * as z from 'zod';
import { host } from '../kinds.js';

export const sandbox = z
  .strictObject({
    hosts: z
      .array(host)
      .default([])
      .describe("Hosts that may be reached, beside the registries of the project's own package managers."),
    required: z.boolean().default(true).describe('Whether crew refuses to run code where no sandbox can be made.'),
  })
  .prefault({})
  .describe('The walls around what agents run.');
