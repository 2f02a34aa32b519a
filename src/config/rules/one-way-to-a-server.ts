import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';

/** A server is started or reached; with both, or neither, nobody could say which is meant. */
export function oneWayToAServer({ mcp }: Config): readonly Breach[] {
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
