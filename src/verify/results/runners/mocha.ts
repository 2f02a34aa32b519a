// How crew asks Mocha for results, and for selected tests only. Listed in index.ts; node-programs.ts uses it too.
import { readJunit } from '../xml-reports.js';
import { hasOption, patternOf, quoted, type Runner, titlesOf } from './runner.js';

/** Mocha supports one reporter at a time, so the log contains only what tests print. */
export const mocha: Runner = {
  name: 'mocha',
  format: 'junit',
  is: ([word]) => word === 'mocha' || word === '_mocha',
  report({ words, out }) {
    if (hasOption(words, '--watch', '-w')) return null;
    // The last reporter counts.
    return { args: ['--reporter=xunit', '--reporter-option', `output=${out}.xml`], outputFormat: 'changed' };
  },
  select({ words, tests }) {
    if (hasOption(words, '--grep', '-g', '--fgrep', '-f', '--invert', '-i')) return null;
    return { args: ['--grep', quoted(patternOf(titlesOf(tests)))] };
  },
  read: readJunit,
};
