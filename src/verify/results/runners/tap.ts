import { readTap } from '../tap.js';
import { hasOption, type Runner, withArguments } from './runner.js';

/** node-tap, which keeps its raw stream in a file if asked. */
export const tap: Runner = {
  name: 'tap',
  format: 'tap',
  is: ([word]) => word === 'tap',
  ask(of) {
    if (hasOption(of.words, '--output-file', '-o', '--watch', '-w')) return null;
    return withArguments(of, [`--output-file=${of.tray}/tap.tap`]);
  },
  read: () => readTap({ plan: true }),
};
