import { UserError } from '../../ports/errors.js';
import type { WorkRun } from '../../ports/run.js';
import { SETUP_ACTION, toolLines } from '../../text/tool-lines.js';
import type { StepRecord, VerificationRecord } from '../records.js';

/** What had to run could not, however often it was tried: the tree is neither whole nor broken. */
export class Unproven extends UserError {
  readonly record: VerificationRecord;

  constructor(record: VerificationRecord) {
    const step = record.steps.find(({ status }) => status === 'INFRA_ERROR');
    super({
      expected: 'the Verifier to run this repository’s pipeline',
      found: `that "${step?.name}" could not run: ${step?.why ?? 'it did not start'}`,
      remedy: `${remedyFor(step?.reason)} What was done is kept.`,
      ends: 'infra_error',
    });
    this.name = 'Unproven';
    this.record = record;
  }
}

function remedyFor(reason: StepRecord['reason']): string {
  if (reason?.is !== 'no-tool') return 'Mend that, then continue the run.';
  const lines = ['```yaml', ...toolLines(reason.name), '```'].join('\n');
  return `Add these two lines to the steps of \`${SETUP_ACTION}\` on the default branch, then continue the run:\n\n${lines}\n\n`;
}

/**
 * Verifies once in the life of a run. What could not run is written down too, and tried again in the next life; where there is
 * nothing to run, that is what the record says.
 */
export async function verifyOnce(
  run: Pick<WorkRun, 'step'>,
  name: string,
  verify: () => Promise<VerificationRecord>,
): Promise<VerificationRecord> {
  for (let again = 0; ; again += 1) {
    let live = false;
    const record = await run.step(again === 0 ? name : `${name} again ${again}`, () => {
      live = true;
      return verify();
    });
    if (record.status !== 'INFRA_ERROR' || record.steps.length === 0) return record;
    if (live) throw new Unproven(record);
  }
}
