import type { RunRecord } from '../../../src/ports/run.js';

/** A run record with what the board reads of it; the rest is what every record has. */
export const recordOf = (of: Pick<RunRecord, 'run' | 'workflow' | 'startedAt'> & Partial<RunRecord>): RunRecord => ({
  version: 1,
  exclusive: true,
  request: {
    event: { kind: 'scheduled', key: of.run, repo: 'acme/app', command: of.workflow },
    text: `/crew ${of.workflow}`,
    command: { name: of.workflow, args: {} },
    at: of.startedAt,
  },
  signals: [],
  ...of,
});
