import { serveMemory } from '../../adapters/mcp/server.js';
import { version } from '../../services/env.js';
import type { CliCommand } from '../flags.js';
import { runServices } from '../repository.js';

/** `crew memory`: the embedded store, for any client of the Model Context Protocol. Standard output is the protocol's. */
export const memory: CliCommand = async (call) => {
  const store = runServices(call).memory?.store;
  if (store) await serveMemory(store, version);
  return { text: '', json: undefined, exit: 0 };
};
