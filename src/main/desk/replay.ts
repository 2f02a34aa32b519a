import { outcomes } from '../../core/outcome.js';
import { replayRun } from '../../core/replay.js';
import { handover } from '../../workflows/handover/index.js';
import { workflows } from '../../workflows/index.js';
import type { DeskCommand } from './desk.js';
import { namedRun } from './named-run.js';

/** `crew replay RUN`: the story told again from its journal alone; nothing is changed, and both ends are compared. */
export const replay: DeskCommand = async (call) => {
  const { run, journal } = await namedRun(call);
  const { same, stoppedAt, digest } = await replayRun(journal, [...workflows, handover]);
  const { good, bad, accent } = call.paint;
  const text = stoppedAt
    ? accent(`${run} goes as far as "${stoppedAt}", where it stopped.`)
    : same
      ? good(`${run} comes out the same: ${digest}`)
      : bad(`${run} comes out differently: ${digest}`);
  return { text, json: { run, same, stoppedAt: stoppedAt ?? null, digest }, exit: same ? 0 : outcomes.failed.exit };
};
