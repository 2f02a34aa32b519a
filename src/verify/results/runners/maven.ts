import { readJunit } from '../junit.js';
import type { Runner } from './runner.js';

/** Maven's Surefire and Failsafe leave a file a class in the tree, whoever asks. */
export const maven: Runner = {
  name: 'maven',
  format: 'junit',
  is: ([word = '', ...rest]) =>
    /(?:^|\/)mvnw?$/.test(word) && rest.some((goal) => /^(?:test|verify|package|install)$/.test(goal)),
  report: () => ({ output: { collect: '*/target/*-reports/TEST-*.xml' } }),
  read: readJunit,
  mayLeaveNothing: true,
  severalFiles: true,
};
