// How long the job `work` may work before it stops in order.
import { describe, expect, it } from '@jest/globals';
import { msUntilStop } from '../../src/action/work.js';

const MINUTE = 60_000;
const NOW = Date.parse('2030-01-01T00:00:00Z');
const ago = (minutes: number) => String((NOW - minutes * MINUTE) / 1000);

describe('the time until the work stops', () => {
  it.each([
    ['ends five minutes before the limit of the job', '350', ago(0), 345],
    ['counts checkout and crew-setup, which ran before', '350', ago(20), 325],
    ['is over if they took longer than the limit', '30', ago(40), 0],
    ['counts from this step if the beginning of the job is unknown', '350', '', 345],
    ['counts from this step if the clock of the runner was set back', '350', ago(-3), 345],
    ['has no limit without one', undefined, ago(20), undefined],
    ['has no limit if the job may take less than five minutes', '4', ago(1), undefined],
  ])('%s', (_what, minutes, began, expected) => {
    const ms = msUntilStop({ CREW_TIMEOUT_MINUTES: minutes, CREW_JOB_BEGAN: began }, NOW);
    expect(ms === undefined ? undefined : ms / MINUTE).toBe(expected);
  });
});
