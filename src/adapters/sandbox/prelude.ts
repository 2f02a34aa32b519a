import { LIMITS } from './limits.js';

/** Printed before the command, so that a failing command can be told from a sandbox that did not start. */
export const STARTED = 'started\n';

/** What bash runs before the command: it reports its start and sets limits. Arguments: line, folder. */
const PRELUDE = [
  'echo started',
  'ulimit -c 0',
  `ulimit -f ${LIMITS.fileBlocks}`,
  `ulimit -u ${LIMITS.processes} 2>/dev/null`,
  'cd -- "$2" || exit 1',
].join('\n');

/** Replaces the shell by the command, where another program is process 1. */
export const EXEC_COMMAND = `${PRELUDE}\nexec bash -c "$1"`;

/** Keeps the shell as process 1 of the namespace, since process 1 ignores signals. */
export const RUN_COMMAND = `${PRELUDE}\nbash -c "$1"\nexit $?`;
