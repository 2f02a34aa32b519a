import { expect, it } from '@jest/globals';
import { formatProblems, readConfig } from '../../src/config/index.js';

it('a memory server is one of `mcp`', () => {
  const read = readConfig('memory:\n  server: team\nmcp:\n  other:\n    command: other\n');
  expect('problems' in read && formatProblems(read.problems, 'crew.yml')).toMatch(/"team".*name one of other/s);
  expect('config' in readConfig('memory: { server: team }\nmcp: { team: { command: team } }\n')).toBe(true);
});
