// The section `memory` of the configuration.

import * as z from 'zod';
import { simpleName } from '../kinds.js';

export const memory = z
  .strictObject({
    server: simpleName
      .exactOptional()
      .describe("The server under `mcp` that stores knowledge instead of crew's own memory."),
  })
  .prefault({})
  .describe('Where crew stores what it learned.');
