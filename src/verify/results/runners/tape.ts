import { readTap } from '../tap.js';
import type { Runner } from './runner.js';

/** tape writes TAP to standard output and nowhere else; its tests are headings, its lines assertions. */
export const tape: Runner = {
  name: 'tape',
  format: 'tap',
  is: ([word]) => word === 'tape',
  report: () => ({ output: 'copy' }),
  read: () => readTap({ plan: true, headings: true }),
  shared: true,
};
