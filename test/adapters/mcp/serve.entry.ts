// The embedded store in the folder that is named, as an MCP server.
import { serveMemory } from '../../../src/adapters/mcp/server.js';
import { folderMemory } from '../../../src/memory/store.js';

await serveMemory(
  folderMemory(process.argv[2] ?? '', (text) => text),
  '1',
);
