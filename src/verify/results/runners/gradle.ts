// How crew asks Gradle for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import type { Runner } from './runner.js';

/** Gradle always writes one file per class into the tree. */
export const gradle: Runner = {
  name: 'gradle',
  format: 'junit',
  is: ([word = '', ...rest]) =>
    /(?:^|\/)gradlew?$/.test(word) && rest.some((task) => /(?:^|:)(?:test|check|build)$/.test(task)),
  report: () => ({ output: { collect: '*/build/test-results/*/TEST-*.xml' } }),
  read: readJunit,
  mayWriteNothing: true,
  writesSeveralResultFiles: true,
};
