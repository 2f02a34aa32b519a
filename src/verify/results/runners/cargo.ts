// How crew asks `cargo test` for results. Listed in index.ts.
import { readLibtest } from '../libtest.js';
import { hasOption, type Runner } from './runner.js';

/** `cargo test`, whose output is read because it has no stable machine format. */
export const cargo: Runner = {
  name: 'cargo test',
  format: 'libtest',
  is: ([word, next, third]) => word === 'cargo' && (next === 'test' || (/^\+/.test(next ?? '') && third === 'test')),
  report: ({ words }) => (hasOption(words, '--no-run', '--format', '-q', '--quiet') ? null : { output: 'copy' }),
  read: readLibtest,
  isMixedWithOutput: true,
};
