// `crew memory`: crew's memory as an MCP server, for any client of the Model Context Protocol.
import { serveMemory } from '../../adapters/mcp/server.js';
import { version } from '../../services/env.js';
import type { CliCommand } from '../flags.js';
import { runServices } from '../repository.js';

/** Serves the memory of this folder, or with `--repo` of the repository, on standard input and output. Prints nothing else there. */
export const memory: CliCommand = async (call) => {
  const store = runServices(call).memory?.store;
  if (store) await serveMemory(store, version);
  return { text: '', json: undefined, exit: 0 };
};
