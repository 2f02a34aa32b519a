// The section `budget` of the configuration: daily cost limits and the limit of a run.

import * as z from 'zod';
import { usd } from '../kinds.js';

export const budget = z
  .strictObject({
    'run-usd': usd().exactOptional().describe('The most that one run may cost.'),
    'user-usd-per-day': usd()
      .exactOptional()
      .describe('The most that the runs of one requester may cost in a day (UTC).'),
    'repository-usd-per-day': usd()
      .exactOptional()
      .describe('The most that all runs of the repository may cost in a day (UTC).'),
  })
  .prefault({})
  .describe('Limits in US dollars. A setting that is left out sets no limit.');
