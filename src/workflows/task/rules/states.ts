// The state machine of a task (specs task-orchestrator): every output has a next state in every state. Pure. Used by ../engine.ts and
// session.ts.
import type { State, TaskType } from './contract.js';

/** The state of a task. `iteration` counts executions from 1. */
export interface Machine {
  readonly state: State;
  readonly iteration: number;
  readonly maxIterations: number;
}

/** What decides a transition: the component that returned a result, and the fields of the result that matter. */
export type Output =
  | { readonly from: 'user' }
  | { readonly from: 'SessionSelector'; readonly maxIterations: number }
  /** `ready`: there is no reason to wait, or a person confirmed the start. */
  | { readonly from: 'SessionInit'; readonly ready: boolean }
  | { readonly from: 'TaskClassifier'; readonly task_type: TaskType; readonly requires_persona: boolean }
  | { readonly from: 'PersonaStrategy' }
  | { readonly from: 'executor' }
  | { readonly from: 'watcher'; readonly pass: boolean }
  | { readonly from: 'LearningLedger' }
  /** A component threw and no fallback applies. */
  | { readonly from: 'fault' };

export type ComponentName = Output['from'];

/** Executions until a task is escalated, unless its session says otherwise. */
export const DEFAULT_ITERATIONS = 3;

export const START: Machine = { state: 'idle', iteration: 0, maxIterations: DEFAULT_ITERATIONS };

/** The component of each state; undefined in final states. */
export const COMPONENTS: Readonly<Record<State, ComponentName | undefined>> = {
  idle: 'user',
  session_selecting: 'SessionSelector',
  session_initializing: 'SessionInit',
  classifying: 'TaskClassifier',
  selecting_personas: 'PersonaStrategy',
  executing: 'executor',
  watching: 'watcher',
  learning: 'LearningLedger',
  completed: undefined,
  escalated: undefined,
  failed: undefined,
};

/** Whether a task in this state has ended. */
export const isFinal = (state: State): boolean => COMPONENTS[state] === undefined;

/**
 * The next state. A final state stays. The output of another component than the state's is a fault. A session that is not ready stays
 * in its state until a person confirms.
 */
export function nextState(machine: Machine, output: Output): Machine {
  const { state, iteration, maxIterations } = machine;
  if (isFinal(state)) return machine;
  if (output.from !== COMPONENTS[state]) return { ...machine, state: 'failed' };
  switch (output.from) {
    case 'user':
      return { ...machine, state: 'session_selecting' };
    case 'SessionSelector':
      return { ...machine, state: 'session_initializing', maxIterations: atLeastOne(output.maxIterations) };
    case 'SessionInit':
      return output.ready ? { ...machine, state: 'classifying' } : machine;
    case 'TaskClassifier':
      return output.requires_persona ? { ...machine, state: 'selecting_personas' } : startExecution(machine);
    case 'PersonaStrategy':
      return startExecution(machine);
    case 'executor':
      return { ...machine, state: 'watching' };
    case 'watcher':
      if (output.pass) return { ...machine, state: 'learning' };
      return iteration >= maxIterations ? { ...machine, state: 'escalated' } : startExecution(machine);
    case 'LearningLedger':
      return { ...machine, state: 'completed' };
    case 'fault':
      return { ...machine, state: 'failed' };
  }
}

const startExecution = (machine: Machine): Machine => ({
  ...machine,
  state: 'executing',
  iteration: machine.iteration + 1,
});

const atLeastOne = (n: number): number => (Number.isFinite(n) ? Math.max(1, Math.floor(n)) : DEFAULT_ITERATIONS);
