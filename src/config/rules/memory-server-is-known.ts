import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';

/** A memory server is one of `mcp`. */
export function memoryServerIsKnown({ memory: { server }, mcp }: Config): readonly Breach[] {
  if (server === undefined || server in mcp) return [];
  const names = Object.keys(mcp);
  return [
    {
      path: ['memory', 'server'],
      expected: 'the name of a server under `mcp`',
      found: `"${server}"`,
      remedy: names.length === 0 ? 'describe the server under `mcp`' : `name one of ${names.join(', ')}`,
    },
  ];
}
