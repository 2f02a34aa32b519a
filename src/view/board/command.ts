import { hasInvisible } from '../../text/invisible.js';

const LONGEST = 1000;

/**
 * A command as it may be shown to be copied, or null. It is shown as it is or not at all: a part of it would do something
 * else, and so would a line end or a letter that nobody sees.
 */
export function showable(command: string): string | null {
  return command.length > LONGEST || /[\r\n]/.test(command) || hasInvisible(command) ? null : command;
}
