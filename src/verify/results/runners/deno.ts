// How crew asks `deno test` for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import { hasOption, type Runner } from './runner.js';

/** `deno test`. */
export const deno: Runner = {
  name: 'deno test',
  format: 'junit',
  is: ([word, next]) => word === 'deno' && next === 'test',
  report({ words, out }) {
    if (hasOption(words, '--junit-path', '--watch', '--reporter')) return null;
    return { args: [`--junit-path=${out}.xml`] };
  },
  read: readJunit,
};
