// An action that works for an hour: it leaves a checkpoint, goes on, and leaves the last one when it is told to stop.

import { openCheckpoint } from '../../../src/adapters/checkpoint/index.js';
import { systemClock } from '../../../src/adapters/clock.js';

const place = openCheckpoint({
  token: process.env.ACTIONS_RUNTIME_TOKEN ?? '',
  resultsUrl: process.env.ACTIONS_RESULTS_URL ?? '',
  name: 'crew-work-1',
  clock: systemClock(),
  log: (line, fields) => console.log(line, JSON.stringify(fields)),
});
const leave = (text: string, last: boolean): Promise<boolean> => place.store(new TextEncoder().encode(text), { last });

process.on('SIGINT', async () => {
  console.log('last', await leave('all but the end', true));
  process.exit(130);
});
console.log('first', await leave('the beginning', false));
console.log('too early', await leave('a little more', false));
setInterval(() => undefined, 1000);
