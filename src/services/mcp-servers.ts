// The MCP servers of the configuration. environment.ts offers their tools to agents: they are connected when an agent first needs a tool, and
// closed with the environment.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { McpConnection } from '../adapters/mcp/client.js';
import type { Config } from '../config/index.js';
import type { RemoteTool, RemoteTools } from '../ports/index.js';

/** The configured MCP servers. */
export interface McpServers {
  /** The tools of all servers. Later calls return the same ones. */
  tools(): Promise<RemoteTools>;
  close(): Promise<void>;
}

/** Tool names that the model's service accepts. */
const TOOL_NAME = /^[\w-]{1,64}$/;
/** More tools would fill the prompt. */
const MAX_TOOLS = 40;

/** `home` is crew's own folder: servers run there, not in the tree, so that files of the tree do not configure them. */
export function mcpServers(servers: Config['mcp'], { home }: { readonly home: string }): McpServers {
  const connections: McpConnection[] = [];
  let cachedTools: Promise<RemoteTools> | undefined;
  const connectAll = async (): Promise<RemoteTools> => {
    const connected = await Promise.all(
      Object.entries(servers).map(async ([name, server]) => {
        try {
          return { name, tools: await toolsOf({ name, server, home, connections }) };
        } catch {
          return { name, tools: null };
        }
      }),
    );
    return {
      tools: connected.flatMap(({ tools }) => tools ?? []).slice(0, MAX_TOOLS),
      unavailableServers: connected.flatMap(({ name, tools }) => (tools === null ? [name] : [])),
    };
  };
  return {
    tools: () => {
      cachedTools ??= connectAll();
      return cachedTools;
    },
    async close() {
      await cachedTools?.catch(() => undefined);
      await Promise.all(connections.splice(0).map((each) => each.close()));
    },
  };
}

/** A server to connect. The connection is added to `connections`, which are closed later. */
interface Opening {
  readonly name: string;
  readonly server: Config['mcp'][string];
  readonly home: string;
  readonly connections: McpConnection[];
}

async function toolsOf({ name, server, home, connections }: Opening): Promise<readonly RemoteTool[]> {
  const { connectMcp } = await import('../adapters/mcp/client.js');
  const cwd = path.join(home, 'mcp', name);
  await mkdir(cwd, { recursive: true });
  const connection = await connectMcp(server, { cwd });
  connections.push(connection);
  const tools = await connection.listTools();
  return tools.flatMap((tool): readonly RemoteTool[] => {
    const toolName = `mcp__${name}__${tool.name}`;
    if (!TOOL_NAME.test(toolName)) return [];
    const call = async (args: Readonly<Record<string, unknown>>) => {
      try {
        const { text, structured, isError } = await connection.callTool(tool.name, args);
        return { text: text || (structured === undefined ? '' : JSON.stringify(structured)), failed: isError };
      } catch (error) {
        return { text: `${name}: ${error instanceof Error ? error.message : String(error)}`, failed: true };
      }
    };
    return [{ name: toolName, description: tool.description, input: tool.inputSchema, call }];
  });
}
