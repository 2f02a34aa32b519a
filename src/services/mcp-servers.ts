// The MCP servers of the configuration: connected when an agent first needs their tools, closed with the environment.
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
const NAME = /^[\w-]{1,64}$/;
const MAX_TOOLS = 40;

/** `home` is crew's own folder: servers run there, not in the tree, so that files of the tree do not configure them. */
export function mcpServers(servers: Config['mcp'], { home }: { readonly home: string }): McpServers {
  const open: McpConnection[] = [];
  let known: Promise<RemoteTools> | undefined;
  const opened = async (): Promise<RemoteTools> => {
    const all = await Promise.all(
      Object.entries(servers).map(async ([name, server]) => {
        try {
          return { name, tools: await toolsOf({ name, server, home, open }) };
        } catch {
          return { name, tools: null };
        }
      }),
    );
    return {
      tools: all.flatMap(({ tools }) => tools ?? []).slice(0, MAX_TOOLS),
      unavailableServers: all.flatMap(({ name, tools }) => (tools === null ? [name] : [])),
    };
  };
  return {
    tools: () => {
      known ??= opened();
      return known;
    },
    async close() {
      await known?.catch(() => undefined);
      await Promise.all(open.splice(0).map((each) => each.close()));
    },
  };
}

interface Opening {
  readonly name: string;
  readonly server: Config['mcp'][string];
  readonly home: string;
  readonly open: McpConnection[];
}

async function toolsOf({ name, server, home, open }: Opening): Promise<readonly RemoteTool[]> {
  const { connectMcp } = await import('../adapters/mcp/client.js');
  const cwd = path.join(home, 'mcp', name);
  await mkdir(cwd, { recursive: true });
  const connection = await connectMcp(server, { cwd });
  open.push(connection);
  const tools = await connection.listTools();
  return tools.flatMap((tool): readonly RemoteTool[] => {
    const own = `mcp__${name}__${tool.name}`;
    if (!NAME.test(own)) return [];
    const call = async (args: Readonly<Record<string, unknown>>) => {
      try {
        const { text, structured, isError } = await connection.callTool(tool.name, args);
        return { text: text || (structured === undefined ? '' : JSON.stringify(structured)), failed: isError };
      } catch (error) {
        return { text: `${name}: ${error instanceof Error ? error.message : String(error)}`, failed: true };
      }
    };
    return [{ name: own, description: tool.description, input: tool.inputSchema, call }];
  });
}
