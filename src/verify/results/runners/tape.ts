// How crew asks tape for results. Listed in index.ts.
import { readTap } from '../tap.js';
import type { Runner } from './runner.js';

/** tape prints TAP to standard output; comments are test names, results are assertions. */
export const tape: Runner = {
  name: 'tape',
  format: 'tap',
  is: ([word]) => word === 'tape',
  report: () => ({ output: 'copy' }),
  read: () => readTap({ plan: true, headings: true }),
  isMixedWithOutput: true,
};
