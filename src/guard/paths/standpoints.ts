import type { Line, Run } from '../words/line.js';
import { nameOf } from '../words/name-of.js';
import type { Ground } from './ground.js';
import { spelledOut } from './judge.js';

/** No honest line goes to more folders, or does as much from as many. */
const MOST = 8;
const MOST_LOOKS = 2000;

/**
 * Where each command of a line may stand: in the call's own folder, and in every folder that a `cd` before it names. Whether a `cd`
 * took place, and for whom, is not told (`( )`, `||`, functions), so a command is judged from all of them. Undefined where that would
 * be more than is looked at.
 */
export function standpoints(line: Line, ground: Ground): ((run: Run) => readonly Ground[]) | undefined {
  const found = new Map<Run, readonly Ground[]>();
  let folders: readonly Ground[] = [ground];
  for (const run of line.runs) {
    found.set(run, folders);
    const goal = goalOf(run, ground.home);
    const last = folders.at(-1) ?? ground;
    if (goal === undefined) continue;
    const there = last.place(goal);
    if (folders.some(({ cwd }) => cwd.path === there.path)) continue;
    folders = [...folders, groundAt(ground, there)];
    if (folders.length > MOST || folders.length * line.runs.length > MOST_LOOKS) return undefined;
  }
  return (run) => found.get(run) ?? [ground];
}

function groundAt(ground: Ground, cwd: Ground['cwd']): Ground {
  return { ...ground, cwd, place: (word, from = cwd.path) => ground.place(word, from) };
}

/** The folder that a `cd` names, if it can be told before it runs. */
function goalOf({ words }: Run, home: string): string | undefined {
  if (!['cd', 'pushd', 'chdir'].includes(nameOf(words))) return undefined;
  const goal = words.slice(1).find(({ text }) => !text.startsWith('-'));
  if (goal === undefined) return words.length === 1 ? home : undefined;
  const text = spelledOut(goal.text, home);
  return goal.literal || (text !== goal.text && !/[*?[{$`]/.test(text)) ? text : undefined;
}
