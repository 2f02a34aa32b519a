import { readJunit } from '../junit.js';
import { hasOption, type Runner, withArguments } from './runner.js';

/** `bun test`. */
export const bun: Runner = {
  name: 'bun test',
  format: 'junit',
  is: ([word, next]) => word === 'bun' && next === 'test',
  ask(of) {
    if (hasOption(of.words, '--reporter', '--reporter-outfile', '--watch')) return null;
    return withArguments(of, ['--reporter=junit', `--reporter-outfile=${of.tray}/bun.xml`]);
  },
  read: readJunit,
};
