// Finds all processes of a command, for run-marked.ts. The pool and unsandboxed.ts create the mark; levels/level.ts uses its type. A
// process that left the process group (setsid) still has the environment variable that the command was started with.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** An environment variable by which the processes of one command are found. */
export interface Mark {
  readonly env: Readonly<Record<string, string>>;
  /** `name=value`, as /proc shows it. */
  readonly text: string;
}

const VARIABLE = 'CREW_COMMAND';

/** A mark that no other command has. */
export function newMark(): Mark {
  const value = randomBytes(12).toString('hex');
  return { env: { [VARIABLE]: value }, text: `${VARIABLE}=${value}` };
}

export interface ProcessSelector {
  /** The leader of a process group. */
  readonly group: number | undefined;
  readonly mark: Mark;
}

/**
 * Living processes of the group, and those with the mark, in inner PID namespaces too. Without /proc only the process group is known. A
 * process that clears its environment and leaves its group escapes an unsandboxed command; in a sandbox it ends with the PID namespace.
 */
export function findProcesses({ group, mark }: ProcessSelector): readonly number[] {
  return allProcesses().filter((pid) => {
    try {
      return (isInGroup(group, pid) || hasMark(mark, pid)) && !isDead(pid);
    } catch {
      return false; // it ended meanwhile, or belongs to another user
    }
  });
}

function allProcesses(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

const hasMark = ({ text }: Mark, pid: number) =>
  readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(text);

const isInGroup = (group: number | undefined, pid: number) => group !== undefined && fieldsOf(pid)[2] === String(group);

/** A zombie (state Z or X), which needs no signal any more. */
const isDead = (pid: number) => /[ZX]/.test(fieldsOf(pid)[0] ?? '');

/** Fields of /proc/<pid>/stat after the process name, which may contain parentheses: state, parent, group, …. */
function fieldsOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
