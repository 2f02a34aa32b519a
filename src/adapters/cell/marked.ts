// Who left the process group (setsid) still carries the environment it was started with: that is how it is found again.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Mark {
  readonly env: Readonly<Record<string, string>>;
  readonly text: string;
}

const NAME = 'CREW_COMMAND';

/** A mark that no other command has. */
export function newMark(): Mark {
  const value = randomBytes(12).toString('hex');
  return { env: { [NAME]: value }, text: `${NAME}=${value}` };
}

export interface Whom {
  /** The leader of a process group. */
  readonly group: number | undefined;
  readonly mark: Mark;
}

/**
 * The living processes of the group, and those that carry the mark, in inner pid namespaces too. On systems without /proc there are
 * none to be found, and the process group has to do. One that emptied its environment *and* left its group escapes the open cell; a
 * sealed one ends with its pid namespace.
 */
export function marked({ group, mark }: Whom): readonly number[] {
  return processes().filter((pid) => {
    try {
      return (isIn(group, pid) || hasMark(mark, pid)) && !isDead(pid);
    } catch {
      return false; // ended in between, or somebody else's
    }
  });
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

const hasMark = ({ text }: Mark, pid: number) =>
  readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(text);

const isIn = (group: number | undefined, pid: number) => group !== undefined && fieldsOf(pid)[2] === String(group);

/** Dead and not yet collected by its parent: nothing is left to be ended. */
const isDead = (pid: number) => /[ZX]/.test(fieldsOf(pid)[0] ?? '');

/** State, parent, group, and so on. They stand behind the name, which may hold anything, parentheses too. */
function fieldsOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
