// LP flush: what execution_log.yaml and lp_flush_output.md say of it. Pure.

/** `lp_flush` of execution_log.yaml. */
export interface LpFlush {
  readonly triggered: true;
  readonly source: 'phase4_skip';
  readonly candidates_generated: number;
  readonly signal_updates: number;
}

/** lp_flush_output.md. */
export const flushText = ({ candidates_generated: candidates, signal_updates: updates }: LpFlush): string =>
  `---\nstatus: success\ncandidates_generated: ${candidates}\nsignal_updates: ${updates}\n---\n# LP flush\n`;

/** The lines of execution_log.yaml. */
export const flushLines = (flush: LpFlush): readonly string[] => [
  'lp_flush:',
  ...Object.entries(flush).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
];
