// How crew asks Maven for results. Listed in index.ts.
import { readJunit } from '../xml-reports.js';
import type { Runner } from './runner.js';

/** Surefire and Failsafe always write one file per class into the tree. */
export const maven: Runner = {
  name: 'maven',
  format: 'junit',
  is: ([word = '', ...rest]) =>
    /(?:^|\/)mvnw?$/.test(word) && rest.some((goal) => /^(?:test|verify|package|install)$/.test(goal)),
  report: () => ({ output: { collect: '*/target/*-reports/TEST-*.xml' } }),
  read: readJunit,
  mayWriteNothing: true,
  writesSeveralResultFiles: true,
};
