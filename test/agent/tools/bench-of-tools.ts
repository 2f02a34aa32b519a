// A place where tools are tried: a real tree, a real shell, and a gate that lets everything through unless told otherwise.
import { realpathSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { openWorkspace, storeOutputs } from '../../../src/adapters/workspace/index.js';
import { openApprovals } from '../../../src/agent/approvals.js';
import type { ToolContext, ToolResult } from '../../../src/agent/tool.js';
import { toolsFor } from '../../../src/agent/tools/index.js';
import type { Sandbox, Web } from '../../../src/ports/index.js';
import type { Guard } from '../../../src/ports/sandbox.js';
import { type Files, putFiles } from '../../adapters/workspace/tree.js';
import { quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';

export const openGate: Guard = () => ({ verdict: 'allow', phase: '7A', why: 'a test' });

export interface Bench {
  readonly root: string;
  readonly kept: string;
  /** Calls a tool by its name, as the loop does. */
  call(name: string, input: unknown, more?: Partial<ToolContext>): Promise<ToolResult>;
  /** The text of an answer. */
  say(name: string, input: unknown, more?: Partial<ToolContext>): Promise<string>;
}

const cells: Sandbox[] = [];
afterAll(() => Promise.all(cells.splice(0).map((sandbox) => sandbox.close())));

const noNet: Web = { get: () => Promise.reject(new Error('no network here')), hosts: [] };

/** A tree with files, and the tools on it. */
export async function benchOf(
  files: Files = {},
  { gate = openGate, net = noNet }: { gate?: Guard; net?: Web } = {},
): Promise<Bench> {
  const root = realpathSync(await newFolder());
  const kept = await newFolder();
  putFiles(root, files);
  const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
  cells.push(sandbox);
  const tools = toolsFor({ net, storeOutput: storeOutputs(kept) });
  const at: ToolContext = {
    workspace: openWorkspace(root),
    guard: gate,
    sandbox,
    clock: quickClock(),
    approvals: openApprovals([]),
    signal: new AbortController().signal,
  };
  const call: Bench['call'] = (name, input, more = {}) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool.run(input, { ...at, ...more });
  };
  return { root, kept, call, say: async (...asked) => (await call(...asked)).text };
}
