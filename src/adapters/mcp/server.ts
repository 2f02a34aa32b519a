// Serves crew's memory as an MCP server (`crew memory`), with the tools of the official memory server.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import type { Memory } from '../../ports/memory.js';

const entitySchema = z.object({ name: z.string().min(1), entityType: z.string(), observations: z.array(z.string()) });
const relationSchema = z.object({ from: z.string(), to: z.string(), relationType: z.string() });
const graphSchema = { entities: z.array(entitySchema), relations: z.array(relationSchema) };
const successSchema = { success: z.boolean(), message: z.string() };

/** Serves a memory on standard input and output until the client disconnects. */
export async function serveMemory(memory: Memory, version: string): Promise<void> {
  const server = new McpServer({ name: 'crew-memory', version });
  registerWrites(server, memory);
  registerReads(server, memory);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    // The transport does not notice when its client ends.
    process.stdin.once('end', resolve);
  });
  await server.connect(transport);
  await closed;
  await server.close();
}

const answer = <T extends Record<string, unknown>>(value: T) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value, null, 2) }],
  structuredContent: value,
});
const success = (message: string) => answer({ success: true, message });

function registerWrites(server: McpServer, memory: Memory): void {
  server.registerTool(
    'create_entities',
    {
      description: 'Create entities in the knowledge graph. Names that exist already are left as they are.',
      inputSchema: { entities: z.array(entitySchema) },
      outputSchema: { entities: z.array(entitySchema) },
    },
    async ({ entities }) => answer({ entities: await memory.createEntities(entities) }),
  );
  server.registerTool(
    'create_relations',
    {
      description: 'Create relations between entities, in active voice.',
      inputSchema: { relations: z.array(relationSchema) },
      outputSchema: { relations: z.array(relationSchema) },
    },
    async ({ relations }) => answer({ relations: await memory.createRelations(relations) }),
  );
  server.registerTool(
    'add_observations',
    {
      description: 'Add observations to entities that exist.',
      inputSchema: { observations: z.array(z.object({ entityName: z.string(), contents: z.array(z.string()) })) },
      outputSchema: successSchema,
    },
    async ({ observations }) => {
      await memory.addObservations(observations);
      return success('Observations added');
    },
  );
  server.registerTool(
    'delete_entities',
    {
      description: 'Delete entities and their relations.',
      inputSchema: { entityNames: z.array(z.string()) },
      outputSchema: successSchema,
    },
    async ({ entityNames }) => {
      await memory.deleteEntities(entityNames);
      return success('Entities deleted');
    },
  );
  server.registerTool(
    'delete_observations',
    {
      description: 'Delete observations of entities.',
      inputSchema: { deletions: z.array(z.object({ entityName: z.string(), observations: z.array(z.string()) })) },
      outputSchema: successSchema,
    },
    async ({ deletions }) => {
      await memory.deleteObservations(deletions);
      return success('Observations deleted');
    },
  );
  server.registerTool(
    'delete_relations',
    {
      description: 'Delete relations.',
      inputSchema: { relations: z.array(relationSchema) },
      outputSchema: successSchema,
    },
    async ({ relations }) => {
      await memory.deleteRelations(relations);
      return success('Relations deleted');
    },
  );
}

function registerReads(server: McpServer, memory: Memory): void {
  server.registerTool(
    'read_graph',
    { description: 'Read the whole knowledge graph.', inputSchema: {}, outputSchema: graphSchema },
    async () => answer(await memory.readGraph()),
  );
  server.registerTool(
    'search_nodes',
    {
      description: 'Search names, types and observations for words; `entityType:x` selects a type.',
      inputSchema: { query: z.string() },
      outputSchema: graphSchema,
    },
    async ({ query }) => answer(await memory.searchNodes(query)),
  );
  server.registerTool(
    'open_nodes',
    { description: 'Read entities by name.', inputSchema: { names: z.array(z.string()) }, outputSchema: graphSchema },
    async ({ names }) => answer(await memory.openNodes(names)),
  );
}
