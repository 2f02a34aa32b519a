// Which workflow executes a task. Pure.
import type { TaskType } from './contract.js';
import type { ExecutorName } from './session.js';

/** From so many listed items on, a change is decomposed. */
const ITEMS = 4;

const USUAL: Readonly<Record<TaskType, ExecutorName>> = {
  implement: 'fix',
  refactor: 'fix',
  test: 'fix',
  document: 'write',
  review: 'review',
  design: 'agent',
  investigate: 'agent',
};

/** What else can do it, where the session or this installation does not have the usual one. */
const INSTEAD: Readonly<Record<ExecutorName, readonly ExecutorName[]>> = {
  fix: ['build'],
  build: ['fix'],
  write: ['fix', 'agent'],
  review: ['agent'],
  agent: [],
};

/** A request with a list of several things to do. */
export function needsDecomposition(request: string): boolean {
  const items = request.split('\n').filter((line) => /^\s*([-*]|\d+[.)])\s+(\[[ x]\]\s+)?\S/.test(line));
  return items.length >= ITEMS;
}

/** The executor, or null where nothing that is allowed and there can do it. */
export function executorFor(of: {
  readonly type: TaskType;
  readonly request: string;
  readonly allowed: readonly ExecutorName[];
  readonly there: readonly ExecutorName[];
}): ExecutorName | null {
  const usual = USUAL[of.type] === 'fix' && needsDecomposition(of.request) ? 'build' : USUAL[of.type];
  const can = (name: ExecutorName) => of.allowed.includes(name) && of.there.includes(name);
  return [usual, ...INSTEAD[usual]].find(can) ?? null;
}
