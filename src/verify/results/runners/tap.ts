// How crew asks node-tap for results. Listed in index.ts.
import { readTap } from '../tap.js';
import { hasOption, type Runner } from './runner.js';

/** node-tap, which can write its raw stream to a file. */
export const tap: Runner = {
  name: 'tap',
  format: 'tap',
  is: ([word, next = '']) => word === 'tap' && !/^(?:plugin|config|report|dump-config|version)/.test(next),
  report({ words, out }) {
    if (hasOption(words, '--output-file', '-o', '--watch', '-w')) return null;
    return { args: [`--output-file=${out}.tap`] };
  },
  // Since version 18 a run of several files has no plan.
  read: () => readTap({ plan: true, ending: /^# time=[\d.]+ms$/ }),
};
