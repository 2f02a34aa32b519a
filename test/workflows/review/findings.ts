import type { Finding } from '../../../src/workflows/review/rules/findings.js';

/** A finding, with something else in a place of it. */
export const finding = (of: Partial<Finding> = {}): Finding => ({
  path: 'sum.js',
  line: 1,
  severity: 'bug',
  claim: 'Adding takes away.',
  because: 'The sign is wrong: 1 and 2 come to -1.',
  cites: [{ file: 'sum.js', line: 1, shows: 'a - b' }],
  ...of,
});
