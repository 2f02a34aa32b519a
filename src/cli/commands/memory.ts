import { serveMemory } from '../../adapters/mcp/server.js';
import { version } from '../../services/version.js';
import type { DeskCommand } from './desk.js';
import { keptServices } from './named-run.js';

/** `crew memory`: the embedded store, for any client of the Model Context Protocol. Standard output is the protocol's. */
export const memory: DeskCommand = async (call) => {
  const store = keptServices(call).memory?.store;
  if (store) await serveMemory(store, version);
  return { text: '', json: undefined, exit: 0 };
};
