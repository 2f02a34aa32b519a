// The dry run of a verification for a terminal: one line for each step, with its command and the reason. Pure.
import { type StepSource, verifyWords } from '../text/lang/verify/index.js';
import { clip, columns as lined, wrapped } from './terminal.js';
import type { Screen } from './verification.js';
import { fencedFor, inert } from './verification-lines.js';

export interface Planned {
  readonly steps: readonly { readonly name: string; readonly command: string; readonly why: StepSource }[];
  readonly unaffected: readonly string[];
  readonly unread: readonly string[];
}

export function plannedSteps({ steps, unaffected, unread }: Planned, screen: Screen): string {
  const { lang, paint } = screen;
  const columns = Math.max(40, screen.columns);
  const say = verifyWords(lang);
  const cells = steps.map(({ name, command, why }) => [`  ${inert(name)}`, inert(command), inert(say.stepSource(why))]);
  const notes = [
    ...(unaffected.length > 0 ? [say.unaffected(unaffected)] : []),
    ...(unread.length > 0 ? [say.unread(unread)] : []),
  ];
  const lines = [
    paint.strong(steps.length > 0 ? `${say.planned.heading}:` : say.planned.nothing),
    ...lined(cells, 2).map((line) => clip(line, columns)),
    ...notes.flatMap((note) => wrapped(inert(note), columns)).map(paint.faint),
  ];
  return fencedFor(screen, lines.join('\n'));
}
