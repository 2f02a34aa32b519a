import { LIMITS } from './limits.js';

/** Said first, so that a command that fails and walls that do not stand are two things. */
export const STARTED = 'started\n';

/** What bash does in a sealed cell before the command's own: it says that it is there, and limits itself. Its arguments: line, folder. */
const PRELUDE = [
  'echo started',
  'ulimit -c 0',
  `ulimit -f ${LIMITS.fileBlocks}`,
  `ulimit -u ${LIMITS.processes} 2>/dev/null`,
  'cd -- "$2" || exit 1',
].join('\n');

/** Ends in the command itself, where something else is the first process. */
export const INTO = `${PRELUDE}\nexec bash -c "$1"`;

/** Stays as the first process of its namespace, where there is nobody else to be it: one that is the first gets no signals. */
export const BESIDE = `${PRELUDE}\nbash -c "$1"\nexit $?`;
