import { cleanOutput } from '../../../text/clean-output.js';
import { clip } from '../../board/terminal/columns.js';

/**
 * Somebody's words in one line of a terminal: they steer nothing, and where the runner of GitHub Actions reads along they are
 * no command to it. They never stand at the beginning of a line.
 */
export function plain(text: string, columns: number): string {
  // So much is enough for a line, however long the text.
  return clip(
    cleanOutput(text.slice(0, 20 * columns))
      .replace(/\s+/g, ' ')
      .trim(),
    columns,
  ).replaceAll('##[', '## [');
}
