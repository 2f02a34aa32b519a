// How crew asks PHPUnit and Pest for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import { hasOption, type Runner } from './runner.js';

/** PHPUnit and Pest. */
export const phpunit: Runner = {
  name: 'phpunit',
  format: 'junit',
  is: ([word = '']) => /(?:^|\/)(?:phpunit(?:\.phar)?|simple-phpunit|pest)$/.test(word),
  report: ({ words, out }) =>
    hasOption(words, '--log-junit', '--list-tests') ? null : { args: [`--log-junit=${out}.xml`] },
  read: readJunit,
};
