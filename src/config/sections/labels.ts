import * as z from 'zod';
import { label, labelPrefix } from '../kinds.js';

export const labels = z
  .strictObject({
    prefix: labelPrefix
      .default('crew:')
      .describe("What crew's own labels begin with (`crew:ready`, `crew:review`, …)."),
    blocked: label.default('blocked').describe('The label of an issue that waits for another.'),
    attention: label.default('needs-attention').describe('The label of an issue where somebody must act.'),
  })
  .prefault({})
  .describe('The labels that crew sets and takes off.');
