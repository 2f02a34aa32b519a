// Runs an execution with the time limit of its session (specs task-orchestrator). Used by engine.ts.
import type { Components, EngineContext, ExecuteInput, Execution } from './components.js';

/** How long a stopped executor may take to return its partial result, in milliseconds. */
const GRACE_MS = 10_000;

/** Runs the executor. After the session's time limit the execution is stopped and counts as blocked; an accepted change is kept. */
export async function executeInTime(
  execute: Components['execute'],
  input: ExecuteInput,
  { clock, stop, say }: Pick<EngineContext, 'clock' | 'stop' | 'say'>,
): Promise<Execution> {
  const timeLimit = new AbortController();
  const timers = new AbortController();
  const seconds = input.session.timeout_s;
  const work = execute(input, AbortSignal.any([stop, timeLimit.signal]));
  const timer = clock.sleep(seconds * 1000, timers.signal).then((): Execution | null => null);
  try {
    const first = await Promise.race([work, timer]);
    if (first) return first;
    timeLimit.abort();
    const grace = clock.sleep(GRACE_MS, timers.signal).then(() => null);
    const partial = await Promise.race([work.catch(() => null), grace]);
    return {
      status: 'blocked',
      artifacts: partial?.artifacts ?? [],
      documents: partial?.documents ?? [],
      change: partial?.change,
      execution_log: [...(partial?.execution_log ?? []), say.timedOut(seconds)],
      persona_applied: input.persona?.name ?? null,
    };
  } finally {
    timers.abort();
  }
}
