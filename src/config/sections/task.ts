import * as z from 'zod';
import { serverName } from '../kinds.js';

export const task = z
  .strictObject({
    'default-session': serverName
      .optional()
      .describe(
        'The session of a `/crew task` that no rule gives another one, such as `implement` or one of your own.',
      ),
  })
  .prefault({})
  .describe('How tasks are done by `/crew task`.');
