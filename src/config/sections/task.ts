// The section `task` of the configuration.

import * as z from 'zod';
import { simpleName } from '../kinds.js';

export const task = z
  .strictObject({
    'default-session': simpleName
      .optional()
      .describe('The session of a `/crew task` for which no rule selects another one.'),
  })
  .prefault({})
  .describe('Settings of `/crew task`.');
