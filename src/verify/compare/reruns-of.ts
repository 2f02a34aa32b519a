import type { SideName } from '../../text/lang/verify/index.js';
import type { StepRecord, VerificationRecord } from '../records.js';

/** A step that was run again, with its log. */
export interface Rerun extends Pick<StepRecord, 'log' | 'sha256'> {
  readonly run_id: string;
  readonly side: SideName;
  readonly step: string;
}

/** Every step that was run again, in order. */
export function rerunsOf(again: Readonly<Record<SideName, readonly VerificationRecord[]>>): readonly Rerun[] {
  return (['base', 'head'] as const).flatMap((side) =>
    again[side].flatMap(({ run_id, steps }) =>
      steps.map(({ name, log, sha256 }) => ({ run_id, side, step: name, log, sha256 })),
    ),
  );
}
