// The section `mcp` of the configuration: servers whose tools the Editor may call.

import * as z from 'zod';
import { command, simpleName, url } from '../kinds.js';

/** Exactly one of the two must be set. A rule in rules.ts checks this; the numbers make editors check it too. */
const server = z
  .strictObject({
    command: command.exactOptional().describe('The command that starts the server.'),
    url: url.exactOptional().describe('The URL of the server.'),
  })
  .meta({ minProperties: 1, maxProperties: 1 });

export const mcp = z
  .record(simpleName, server)
  .prefault({})
  .describe('MCP servers by name. The guard judges every call of their tools.');
