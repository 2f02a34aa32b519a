import { readJunit } from '../junit.js';
import { hasOption, type Runner, withArguments } from './runner.js';

/** `deno test`. */
export const deno: Runner = {
  name: 'deno test',
  format: 'junit',
  is: ([word, next]) => word === 'deno' && next === 'test',
  ask(of) {
    if (hasOption(of.words, '--junit-path', '--watch', '--reporter')) return null;
    return withArguments(of, [`--junit-path=${of.tray}/deno.xml`]);
  },
  read: readJunit,
};
