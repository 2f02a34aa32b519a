// What is left when a change did not pass where it was verified once more, and nothing more is tried: the report for whoever tries
// again (/crew retry). Pure.
import type { StepShown, Verified } from '../../../verify/artifact.js';
import type { StuckReport } from './stuck-schema.js';

interface Of {
  readonly run: string;
  readonly asked: string;
  readonly diff: { readonly files: readonly string[]; readonly sha256: string };
  /** The page of the run, where that job's log is. */
  readonly details: string;
}

/** As data, like every report of a fix that got stuck. */
export function reportOf({ head }: Verified, { run, asked, diff, details }: Of): StuckReport {
  return {
    version: 1,
    run,
    asked,
    hypotheses: [],
    failed: [{ run_id: head.run_id, ref: head.ref, artifacts: details }],
    smallest: smallestOf(head),
    counters: null,
    tried: { files: [...diff.files], sha256: diff.sha256 },
  };
}

/** The step that shows most with least: failed tests before none, then fewer of them. */
function smallestOf({ run_id, steps }: Verified['head']): StuckReport['smallest'] {
  const weight = ({ failures }: StepShown) => failures.length || Number.MAX_SAFE_INTEGER;
  const [step] = steps.filter(({ status }) => status === 'FAIL').sort((one, other) => weight(one) - weight(other));
  if (!step) return null;
  const { command, cwd, exit, log, failures } = step;
  return { command, cwd, exit, run_id, log, tests: failures.map(({ id }) => id) };
}
