import { readLine } from '../protocol/workflow-commands.js';
import { addMask, annotate, type JobFrame, say } from './job-frame.js';

interface Ears {
  hear(line: string): void;
  /** Commands that the step should not have used any more. */
  refused: string[];
}

/** Follows the output of one step: commands are obeyed, everything else goes to the log. */
export function listenTo(frame: JobFrame): Ears {
  const refused: string[] = [];
  let stoppedBy: string | null = null;
  const hear = (line: string): void => {
    const spoken = readLine(line, stoppedBy);
    if (spoken.kind === 'text') say(frame, spoken.text);
    else if (spoken.kind === 'mask') addMask(frame, spoken.value);
    else if (spoken.kind === 'annotation') annotate(frame, spoken.annotation);
    else if (spoken.kind === 'stop') stoppedBy = spoken.token;
    else if (spoken.kind === 'resume') stoppedBy = null;
    else if (spoken.kind === 'refused') refused.push(spoken.command);
  };
  return { hear, refused };
}
