// The memory behind an MCP server that the configuration names. The server has the tools of the official MCP memory server. services/wire.ts
// opens it.
import type { Memory } from '../../ports/memory.js';
import type { ConnectOptions, McpAnswer, McpConnection, McpServer } from './client.js';

const IDLE_MS = 1000;

/**
 * Connects with the first call and disconnects after a second without calls, so that a connection never keeps this process alive. Answers are
 * not validated here; `withinLimits` (src/memory) does that.
 */
export function mcpMemory(server: McpServer, options: ConnectOptions = {}): Memory {
  let connection: Promise<McpConnection> | undefined;
  let calls = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = async (): Promise<void> => {
    const open = connection;
    connection = undefined;
    const opened = await open?.catch(() => undefined);
    await opened?.close();
  };
  const call = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> => {
    clearTimeout(idle);
    calls += 1;
    try {
      // The SDK is loaded only if a server is used.
      connection ??= import('./client.js').then(({ connectMcp }) => connectMcp(server, options));
      return dataOf(await (await connection).callTool(tool, args));
    } catch (error) {
      void close();
      throw error;
    } finally {
      calls -= 1;
      if (calls === 0) idle = setTimeout(close, IDLE_MS);
    }
  };
  type PromisedGraph = ReturnType<Memory['readGraph']>;
  return {
    async createEntities(entities) {
      await call('create_entities', { entities });
      return entities;
    },
    async createRelations(relations) {
      await call('create_relations', { relations });
      return relations;
    },
    addObservations: async (observations) => void (await call('add_observations', { observations })),
    deleteEntities: async (entityNames) => void (await call('delete_entities', { entityNames })),
    deleteObservations: async (deletions) => void (await call('delete_observations', { deletions })),
    deleteRelations: async (relations) => void (await call('delete_relations', { relations })),
    readGraph: () => call('read_graph', {}) as PromisedGraph,
    searchNodes: (query) => call('search_nodes', { query }) as PromisedGraph,
    openNodes: (names) => call('open_nodes', { names }) as PromisedGraph,
  };
}

function dataOf({ structured, text, isError }: McpAnswer): unknown {
  if (isError) throw new Error(text.slice(0, 200) || 'the server answers with an error');
  if (structured !== undefined) return structured;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
