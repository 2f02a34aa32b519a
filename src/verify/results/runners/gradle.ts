import { readJunit } from '../junit.js';
import type { Runner } from './runner.js';

/** Gradle leaves a file a class in the tree, whoever asks. */
export const gradle: Runner = {
  name: 'gradle',
  format: 'junit',
  is: ([word = '', ...rest]) =>
    /(?:^|\/)gradlew?$/.test(word) && rest.some((task) => /(?:^|:)(?:test|check|build)$/.test(task)),
  report: () => ({ output: { collect: '*/build/test-results/*/TEST-*.xml' } }),
  read: readJunit,
  mayLeaveNothing: true,
  severalFiles: true,
};
