import * as z from 'zod';
import { serverName } from '../kinds.js';

export const memory = z
  .strictObject({
    server: serverName
      .exactOptional()
      .describe('The server under `mcp` that holds the knowledge, in place of the memory that crew keeps itself.'),
  })
  .prefault({})
  .describe('What crew has learned, and where it is kept.');
