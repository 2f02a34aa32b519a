import type { Line, Run } from '../shell/line.js';
import { nameOf } from '../shell/name-of.js';
import type { GuardContext } from './context.js';
import { spelledOut } from './judge.js';

/** Limits; lines with more folders or lookups are denied as too complex. */
const MOST = 8;
const MOST_LOOKS = 2000;

/**
 * The folders in which each command of a line may run: the call's own, and every folder that an earlier `cd` names. Whether a `cd` runs,
 * and for which commands (`( )`, `||`, functions), is not decided; a command is judged in all of them. Undefined if a limit is exceeded.
 */
export function possibleFolders(
  line: Line,
  context: GuardContext,
): ((run: Run) => readonly GuardContext[]) | undefined {
  const found = new Map<Run, readonly GuardContext[]>();
  let folders: readonly GuardContext[] = [context];
  for (const run of line.runs) {
    found.set(run, folders);
    const goal = goalOf(run, context.home);
    const last = folders.at(-1) ?? context;
    if (goal === undefined) continue;
    const there = last.place(goal);
    if (folders.some(({ cwd }) => cwd.path === there.path)) continue;
    folders = [...folders, contextAt(context, there)];
    if (folders.length > MOST || folders.length * line.runs.length > MOST_LOOKS) return undefined;
  }
  return (run) => found.get(run) ?? [context];
}

function contextAt(context: GuardContext, cwd: GuardContext['cwd']): GuardContext {
  return { ...context, cwd, place: (word, from = cwd.path) => context.place(word, from) };
}

/** The folder that a `cd` names; undefined if the shell would expand it first. */
function goalOf({ words }: Run, home: string): string | undefined {
  if (!['cd', 'pushd', 'chdir'].includes(nameOf(words))) return undefined;
  const goal = words.slice(1).find(({ text }) => !text.startsWith('-'));
  if (goal === undefined) return words.length === 1 ? home : undefined;
  const text = spelledOut(goal.text, home);
  return goal.literal || (text !== goal.text && !/[*?[{$`]/.test(text)) ? text : undefined;
}
