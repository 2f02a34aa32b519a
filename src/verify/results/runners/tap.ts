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
  read: () => readTap({ plan: true }),
};
