import * as z from 'zod';

export const review = z
  .strictObject({
    'on-pull-requests': z
      .boolean()
      .default(false)
      .describe('Whether every pull request is reviewed, without `/crew review`.'),
  })
  .prefault({})
  .describe('When pull requests are reviewed without being asked for.');
