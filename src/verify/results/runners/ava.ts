// How crew asks AVA for results. Listed in index.ts.
import { readTap } from '../tap.js';
import { hasOption, type Runner } from './runner.js';

/** AVA prints TAP to standard output; tests print to standard error. */
export const ava: Runner = {
  name: 'ava',
  format: 'tap',
  is: ([word]) => word === 'ava',
  report({ words }) {
    if (hasOption(words, '--watch', '-w')) return null;
    return hasOption(words, '--tap', '-t')
      ? { output: 'copy' }
      : { args: ['--tap'], output: 'copy', outputFormat: 'changed' };
  },
  read: () => readTap({ plan: true }),
  isMixedWithOutput: true,
};
