// The section `review` of the configuration.

import * as z from 'zod';

export const review = z
  .strictObject({
    'on-pull-requests': z
      .boolean()
      .default(false)
      .describe('Whether every pull request gets the check `crew/verify`, without `/crew review`.'),
  })
  .prefault({})
  .describe('What crew does on pull requests without a command.');
