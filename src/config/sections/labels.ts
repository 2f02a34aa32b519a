// The section `labels` of the configuration: names of crew's labels.

import * as z from 'zod';
import { label, labelPrefix } from '../kinds.js';

export const labels = z
  .strictObject({
    prefix: labelPrefix
      .default('crew:')
      .describe("The beginning of crew's own labels (`crew:ready`, `crew:review`, …)."),
    blocked: label.default('blocked').describe('The label of a blocked issue.'),
    attention: label.default('needs-attention').describe('The label of an issue that needs a maintainer.'),
  })
  .prefault({})
  .describe('The labels that crew adds and removes.');
