// How crew asks Playwright for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import { hasOption, type Runner } from './runner.js';

/** `playwright test`, with an additional JUnit reporter. */
export const playwright: Runner = {
  name: 'playwright test',
  format: 'junit',
  is: ([word, next]) => word === 'playwright' && next === 'test',
  report({ words, out }) {
    if (hasOption(words, '--reporter', '--ui', '--list')) return null;
    return {
      args: ['--reporter=list,junit'],
      env: [
        ['PLAYWRIGHT_JUNIT_OUTPUT_FILE', `${out}.xml`],
        ['PLAYWRIGHT_JUNIT_OUTPUT_NAME', `${out}.xml`],
      ],
    };
  },
  read: readJunit,
};
