// How crew asks RSpec for results. Listed in index.ts.
import { readRspecJson } from '../json-reports.js';
import { hasOption, type Runner } from './runner.js';

/** RSpec takes options from SPEC_OPTS, also when Rake calls it. */
export const rspec: Runner = {
  name: 'rspec',
  format: 'rspec-json',
  is: ([word = '', next]) => /(?:^|\/)rspec$/.test(word) || (word === 'rake' && next === 'spec'),
  report({ words, out }) {
    const shown = hasOption(words, '--format', '-f') ? '' : '--format progress ';
    return { env: [['SPEC_OPTS', `${shown}--format json --out ${out}.json`]] };
  },
  read: readRspecJson,
};
