// How crew asks `bun test` for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import { hasOption, type Runner } from './runner.js';

/** `bun test`. */
export const bun: Runner = {
  name: 'bun test',
  format: 'junit',
  is: ([word, next]) => word === 'bun' && next === 'test',
  report({ words, out }) {
    if (hasOption(words, '--reporter', '--reporter-outfile', '--watch')) return null;
    return { args: ['--reporter=junit', `--reporter-outfile=${out}.xml`] };
  },
  read: readJunit,
};
