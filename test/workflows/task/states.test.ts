import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STATES, TASK_TYPES } from '../../../src/workflows/task/rules/contract.js';
import {
  COMPONENTS,
  isFinal,
  type Machine,
  nextState,
  type Output,
  START,
} from '../../../src/workflows/task/rules/states.js';

const user: Output = { from: 'user' };
const selected = (maxIterations: number): Output => ({ from: 'SessionSelector', maxIterations });
const ready: Output = { from: 'SessionInit', ready: true };
const classified = (requires_persona: boolean): Output => ({
  from: 'TaskClassifier',
  task_type: 'implement',
  requires_persona,
});
const personas: Output = { from: 'PersonaStrategy' };
const executed: Output = { from: 'executor' };
const watched = (pass: boolean): Output => ({ from: 'watcher', pass });
const learned: Output = { from: 'LearningLedger' };
const fault: Output = { from: 'fault' };

const outputs: fc.Arbitrary<Output> = fc.oneof(
  fc.constantFrom(user, ready, personas, executed, learned, fault),
  fc.record({ from: fc.constant('SessionSelector' as const), maxIterations: fc.oneof(fc.integer(), fc.double()) }),
  fc.record({ from: fc.constant('SessionInit' as const), ready: fc.boolean() }),
  fc.record({
    from: fc.constant('TaskClassifier' as const),
    task_type: fc.constantFrom(...TASK_TYPES),
    requires_persona: fc.boolean(),
  }),
  fc.record({ from: fc.constant('watcher' as const), pass: fc.boolean() }),
);
const machines: fc.Arbitrary<Machine> = fc.record({
  state: fc.constantFrom(...STATES),
  iteration: fc.nat(12),
  maxIterations: fc.integer({ min: 1, max: 10 }),
});

/** The arrows of the specification's diagram; `failed` is reached by a fault only. */
const ARROWS = [
  'idle → session_selecting',
  'session_selecting → session_initializing',
  'session_initializing → session_initializing',
  'session_initializing → classifying',
  'classifying → selecting_personas',
  'classifying → executing',
  'selecting_personas → executing',
  'executing → watching',
  'watching → learning',
  'watching → executing',
  'watching → escalated',
  'learning → completed',
];

const path = (given: readonly Output[]): readonly string[] => {
  const states: string[] = [START.state];
  given.reduce((machine, output) => {
    const after = nextState(machine, output);
    states.push(after.state);
    return after;
  }, START);
  return states;
};

describe('the states of a task', () => {
  it('begin idle, with iteration 0 and three iterations at most', () => {
    expect(START).toEqual({ state: 'idle', iteration: 0, maxIterations: 3 });
  });

  it('skip the personas where none is required', () => {
    const given = [user, selected(3), ready, classified(false), executed, watched(true), learned];
    expect(path(given)).toEqual([
      'idle',
      'session_selecting',
      'session_initializing',
      'classifying',
      'executing',
      'watching',
      'learning',
      'completed',
    ]);
  });

  it('execute again while the watcher rejects and iterations are left, then escalate', () => {
    const given = [
      user,
      selected(2),
      ready,
      classified(true),
      personas,
      executed,
      watched(false),
      executed,
      watched(false),
    ];
    expect(path(given).slice(4)).toEqual([
      'selecting_personas',
      'executing',
      'watching',
      'executing',
      'watching',
      'escalated',
    ]);
  });

  it.each([
    [1, 3, 'executing'],
    [2, 3, 'executing'],
    [3, 3, 'escalated'],
    [4, 3, 'escalated'],
    [1, 1, 'escalated'],
  ])('after a rejected execution %i of %i go to %s', (iteration, maxIterations, state) => {
    expect(nextState({ state: 'watching', iteration, maxIterations }, watched(false)).state).toBe(state);
    expect(nextState({ state: 'watching', iteration, maxIterations }, watched(true)).state).toBe('learning');
  });

  it('wait where the session is not ready', () => {
    const at: Machine = { state: 'session_initializing', iteration: 0, maxIterations: 3 };
    expect(nextState(at, { from: 'SessionInit', ready: false })).toEqual(at);
  });

  it('count executions from 1', () => {
    const before: Machine = { state: 'classifying', iteration: 0, maxIterations: 3 };
    expect(nextState(before, classified(false))).toMatchObject({ state: 'executing', iteration: 1 });
  });

  it('have a next one for every output in every state, along the arrows of the specification or to failed', () => {
    fc.assert(
      fc.property(machines, outputs, (machine, output) => {
        const after = nextState(machine, output);
        expect(STATES).toContain(after.state);
        if (isFinal(machine.state)) expect(after).toEqual(machine);
        else if (output.from === 'fault' || output.from !== COMPONENTS[machine.state])
          expect(after.state).toBe('failed');
        else expect(ARROWS).toContain(`${machine.state} → ${after.state}`);
      }),
    );
  });

  it('are a pure function: the same again for the same, and the given machine stays as it was', () => {
    fc.assert(
      fc.property(machines, outputs, (machine, output) => {
        const before = structuredClone(machine);
        expect(nextState(machine, output)).toEqual(nextState(machine, output));
        expect(machine).toEqual(before);
      }),
    );
  });

  it('come to an end: after the largest number of iterations every answer of the watcher is final', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        (most, passes) => {
          const rounds = passes.flatMap((pass) => [executed, watched(pass), learned]);
          const end = [user, selected(most), ready, classified(false), ...rounds].reduce(nextState, START);
          expect(isFinal(end.state)).toBe(true);
          expect(end.iteration).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('take a maximum that is no number as three, and one below 1 as one', () => {
    const at: Machine = { state: 'session_selecting', iteration: 0, maxIterations: 3 };
    expect(nextState(at, selected(Number.NaN)).maxIterations).toBe(3);
    expect(nextState(at, selected(0)).maxIterations).toBe(1);
  });
});
