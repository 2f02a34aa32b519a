import * as z from 'zod';
import { usd } from '../kinds.js';

export const budget = z
  .strictObject({
    'run-usd': usd().exactOptional().describe('The most that one run may cost.'),
    'user-usd-per-day': usd().exactOptional().describe('The most that the runs of one person may cost in a day.'),
    'repository-usd-per-day': usd().exactOptional().describe('The most that all runs together may cost in a day.'),
  })
  .prefault({})
  .describe('What may be spent, in US dollars; what is left out has no limit here.');
