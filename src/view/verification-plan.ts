// The output of `crew verify --dry-run` for a terminal: one line for each step, with its command and the reason. Pure.
import { type StepSource, verifyWords } from '../text/lang/verify/index.js';
import { clip, alignColumns as lined, wrapText } from './terminal.js';
import type { VerificationScreen } from './verification.js';
import { inertLine, withoutWorkflowCommands } from './verification-lines.js';

/** The steps that would run, the packages that the change does not affect, and the manifests that cannot be read. */
export interface PlannedVerification {
  readonly steps: readonly { readonly name: string; readonly command: string; readonly why: StepSource }[];
  readonly unaffected: readonly string[];
  readonly unread: readonly string[];
}

export function plannedSteps({ steps, unaffected, unread }: PlannedVerification, screen: VerificationScreen): string {
  const { lang, paint } = screen;
  const columns = Math.max(40, screen.columns);
  const words = verifyWords(lang);
  const cells = steps.map(({ name, command, why }) => [
    `  ${inertLine(name)}`,
    inertLine(command),
    inertLine(words.stepSource(why)),
  ]);
  const notes = [
    ...(unaffected.length > 0 ? [words.unaffected(unaffected)] : []),
    ...(unread.length > 0 ? [words.unread(unread)] : []),
  ];
  const lines = [
    paint.strong(steps.length > 0 ? `${words.planned.heading}:` : words.planned.nothing),
    ...lined(cells, 2).map((line) => clip(line, columns)),
    ...notes.flatMap((note) => wrapText(inertLine(note), columns)).map(paint.faint),
  ];
  return withoutWorkflowCommands(screen, lines.join('\n'));
}
