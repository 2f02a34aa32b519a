// Connects to MCP servers: the one of the memory (memory.ts) and those of the configuration (services/mcp-servers.ts). Only this file and
// server.ts import the SDK.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

/** A configured server: a command to start, or a URL. */
export interface McpServer {
  readonly command?: string | undefined;
  readonly url?: string | undefined;
}

/** A tool of an MCP server. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** The server's JSON schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A server's answer, not validated: its texts joined, and its structured content if it has any. */
export interface McpAnswer {
  readonly text: string;
  readonly structured?: unknown;
  readonly isError: boolean;
}

/** A connection to an MCP server. */
export interface McpConnection {
  listTools(): Promise<readonly McpTool[]>;
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<McpAnswer>;
  /** Closes the connection and ends the process that `command` started. Never rejects. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The time limit for connecting and for each call. */
  readonly timeoutMs?: number | undefined;
  /** Added to a minimal environment. Secrets of this process are not passed on. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

const TIMEOUT_MS = 30_000;
/** How long a server may take to exit after the client closed. */
const GRACE_MS = 500;
/** Pages of a list of tools that are read. */
const MAX_PAGES = 20;
/** The longest answer; the rest is cut off. */
const MAX_BYTES = 2_000_000;

/** Callers validate structured content themselves, so the SDK need not check it against the server's schema. */
const acceptAll: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** Connects to a server. Rejects if it does not answer within the timeout, and kills its process. */
export async function connectMcp(server: McpServer, options: ConnectOptions = {}): Promise<McpConnection> {
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const client = new Client({ name: 'crew', version: '1' }, { jsonSchemaValidator: acceptAll });
  const transport = transportTo(server, options);
  const close = async (): Promise<void> => {
    // The SDK would wait seconds for a server that does not exit.
    const pid = 'pid' in transport ? transport.pid : null;
    const timer = setTimeout(() => killProcess(pid), GRACE_MS);
    await client.close().catch(() => undefined);
    clearTimeout(timer);
  };
  try {
    await withTimeout(client.connect(transport, { timeout }), timeout);
  } catch (error) {
    // A server that did not answer is killed.
    if ('pid' in transport) killProcess(transport.pid);
    await client.close().catch(() => undefined);
    throw error;
  }
  return {
    async listTools() {
      const tools: McpTool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
        for (const { name, description = '', inputSchema } of answer.tools)
          tools.push({ name, description, inputSchema });
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      return tools;
    },
    async callTool(name, args) {
      // Progress reports do not extend the time limit.
      const answer = await client.callTool({ name, arguments: args }, undefined, { timeout, maxTotalTimeout: timeout });
      return answerOf(answer);
    },
    close,
  };
}

function transportTo({ command, url }: McpServer, { env, cwd }: ConnectOptions) {
  if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url));
  if (command === undefined) throw new Error('an MCP server has a command or a url');
  // The command is a shell command, such as `npx -y some-server --flag`.
  return new StdioClientTransport({
    command: '/bin/sh',
    args: ['-c', `exec ${command}`],
    stderr: 'ignore',
    env: { ...getDefaultEnvironment(), ...env },
    maxBufferSize: MAX_BYTES,
    ...(cwd !== undefined && { cwd }),
  });
}

function killProcess(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

type Answer = Awaited<ReturnType<Client['callTool']>>;

function answerOf(answer: Answer): McpAnswer {
  const content = Array.isArray(answer.content) ? answer.content : [];
  const texts = content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? [part.text] : [],
  );
  return {
    text: texts.join('\n').slice(0, MAX_BYTES),
    ...('structuredContent' in answer && { structured: answer.structuredContent }),
    isError: answer.isError === true,
  };
}

/** Rejects if `work` takes longer than `ms`. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
