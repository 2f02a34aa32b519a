// The phase work: the part of a run that needs a tree and a model. Its token may only read; what it comes to goes on as a file.
import path from 'node:path';
import { openCheckpoint } from '../../adapters/checkpoint/index.js';
import { folderStore } from '../../adapters/store/folder.js';
import { goOn } from '../../core/carry.js';
import type { Crew } from '../../core/crew.js';
import { type Journal, leftIn } from '../../core/journal.js';
import { loadJournal, logOf } from '../../core/kept.js';
import { outcomes } from '../../core/outcome.js';
import { lastOf } from '../../core/recorded.js';
import { UserError } from '../../errors.js';
import type { Checkpoint, Store } from '../../ports.js';
import { readEnv } from '../env.js';
import { offeredIn } from '../offered.js';
import { stopping } from '../stopping.js';
import { openWorkshop } from '../workshop.js';
import { hubIn } from './hub.js';
import { needsOf } from './needs.js';
import { leaveJournal } from './relay.js';
import { inputOf, leaveOutputs, type StepProcess, triggerOf } from './step.js';
import { workLog } from './work-log.js';
import { workStore } from './work-store.js';

/** Where the workflow checks the repository out. */
const TREE = 'tree';

/** How often it is asked whether somebody said something; each time is a request. */
const LISTEN_EVERY = 10_000;

/** How often a checkpoint is thought of; whether it is worth it, is said there. */
const CHECK_EVERY = 15_000;

/** Runs the phase; gives its exit code: 0 when there is a journal, whatever it says. How the run ends, publish says. */
export async function workPhase(step: StepProcess): Promise<number> {
  const { env, out } = step;
  const run = needsOf(env)('gate').outputs['run-id'];
  if (!run) throw noRun();
  const stop = stopping((line) => out(`${line}\n`));
  const desk = deskOf(step, stop);
  const { store } = desk.crew.desk;
  const text = async () => (await desk.here.read(logOf(run)))?.text ?? '';
  const checkpoints = whileWorking(desk.checkpoint, text, stop);
  const told = await goOn(run, desk.crew).finally(checkpoints.end);
  if (told === null || told === 'handover') throw noRun();
  const digest = await leaveJournal(env, await text());
  const found = await loadJournal(store, run);
  const left = found && leftIn(found.journal);
  leaveOutputs(env, { digest, change: String(left?.name === 'done' && isChanged(found)), 'run-id': run });
  out(`${run}: ${left ? outcomes[left.name].status : 'put down'}\n`);
  return outcomes.done.exit;
}

/** A review comes to an end without a change. */
const isChanged = (found: { readonly journal: Journal } | null): boolean =>
  found !== null && lastOf(found.journal, 'diff') !== undefined;

const noRun = (): UserError =>
  new UserError({
    expected: 'a run that the gate has begun',
    found: 'none',
    remedy: 'Use the reusable workflow crew.yml as it is.',
    ends: 'infra_error',
  });

interface WorkDesk {
  readonly crew: Crew;
  /** What is written on this machine. */
  readonly here: Store;
  readonly checkpoint: Checkpoint | undefined;
}

function deskOf({ env, out }: StepProcess, stop: AbortSignal): WorkDesk {
  const home = path.join(env.RUNNER_TEMP ?? '', 'crew-home');
  const known = readEnv({ ...env, CREW_HOME: home });
  const key = inputOf(env, 'anthropic-api-key') || known.model.key;
  const configFile = inputOf(env, 'config') || known.configFile;
  const { repo, payload } = triggerOf(env);
  const { github: _, hands: _hands, board: _board, ...hub } = hubIn(env, { door: 'work', repo });
  const here = folderStore(home);
  const store = workStore({ here, there: hub.desk.leases });
  const root = path.join(env.GITHUB_WORKSPACE ?? '', TREE);
  const { clock } = hub.desk;
  const crew: Crew = {
    ...hub,
    job: 'work',
    // What it may spend was granted by the gate; what it spends is told there by publish.
    desk: { ...hub.desk, store, leases: store, listenEveryMs: LISTEN_EVERY },
    stop,
    show: workLog((line) => out(`${line}\n`)),
    workshop: async (once) =>
      openWorkshop({
        once,
        env: { ...known, configFile, model: { ...known.model, key } },
        ...{ root, home, clock },
        config: (await hub.known()).config,
        // Of a fork's head this job, which has the model's key, believes nothing and runs nothing but within walls.
        offered: await offeredIn(root, { commit: needsOf(env)('gate').outputs.base ?? '', payload }),
      }),
  };
  const { ACTIONS_RUNTIME_TOKEN: token, ACTIONS_RESULTS_URL: resultsUrl } = env;
  const attempt = env.GITHUB_RUN_ATTEMPT ?? '1';
  const checkpoint =
    token && resultsUrl
      ? openCheckpoint({ name: `crew-run-${attempt}`, token, resultsUrl, clock, log: crew.log })
      : undefined;
  return { crew, here, checkpoint };
}

/** Leaves checkpoints while the work goes on, and a last one at once when the machine is taken away. */
function whileWorking(checkpoint: Checkpoint | undefined, text: () => Promise<string>, stop: AbortSignal) {
  if (!checkpoint) return { end: async () => undefined };
  const leave = async (last: boolean) => {
    const document = await text().catch(() => '');
    if (document !== '') await checkpoint.leave(Buffer.from(document), { last });
  };
  const timer = setInterval(() => void leave(false), CHECK_EVERY);
  const stopped = () => void leave(true);
  stop.addEventListener('abort', stopped);
  return {
    end: async () => {
      clearInterval(timer);
      stop.removeEventListener('abort', stopped);
    },
  };
}
