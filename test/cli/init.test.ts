import { describe, expect, it } from '@jest/globals';
import { cronOf } from '../../src/cli/commands/init.js';

describe('the cron line that init writes', () => {
  it.each([
    [1, '*/5 * * * *'],
    [30, '*/30 * * * *'],
    [45, '*/30 * * * *'],
    [60, '17 */1 * * *'],
    [360, '17 */6 * * *'],
    [420, '17 */6 * * *'],
    [1440, '17 3 * * *'],
    [100_000, '17 3 * * *'],
  ])('for an interval of %d minutes is %s', (minutes, cron) => {
    expect(cronOf(minutes)).toBe(cron);
  });
});
