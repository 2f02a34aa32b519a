import type { UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

/** The memory server must be one of `mcp`. */
export function memoryServerIsKnown({ memory: { server }, mcp }: Config): readonly UnlocatedProblem[] {
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

/** A server needs either a command or a URL. */
export function oneWayToAServer({ mcp }: Config): readonly UnlocatedProblem[] {
  return Object.entries(mcp).flatMap(([name, { command, url }]) =>
    (command === undefined) === (url === undefined)
      ? {
          path: ['mcp', name],
          expected: '`command` or `url`',
          found: `a server with ${url === undefined ? 'neither `command` nor `url`' : 'both `command` and `url`'}`,
          remedy: 'write one of the two',
        }
      : [],
  );
}
