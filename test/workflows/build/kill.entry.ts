// A process of its own in which a build works, and that is killed where it is told: around the n-th step of its journal.
//   CREW_TEST_ROOT, CREW_TEST_HOME, CREW_TEST_FOLDER where it works · CREW_TEST_DIES n, or 0 for never
//   CREW_TEST_BEGUN a file, a line for each task whose worker is asked for its first turn
import { appendFileSync } from 'node:fs';
import { crew, live, modelOf } from './at-work.js';
import { deeds, tasks } from './kill-plan.js';

const { CREW_TEST_ROOT: root = '', CREW_TEST_HOME: home = '', CREW_TEST_FOLDER: folder = '' } = process.env;
const { CREW_TEST_DIES = '0', CREW_TEST_BEGUN = '' } = process.env;

let reached = 0;
function point(): void {
  reached += 1;
  if (reached === Number(CREW_TEST_DIES)) process.kill(process.pid, 'SIGKILL');
}

const say = crew({ tasks, deeds });
const { result } = await live(
  { root, home, folder },
  {
    model: modelOf((asking) => {
      if (asking.task > 0 && asking.turn === 0) appendFileSync(CREW_TEST_BEGUN, `${asking.task}\n`);
      return say(asking);
    }),
    steps: (step) => async (name, work, cost) => {
      point();
      const value = await step(name, work, cost);
      point();
      return value;
    },
  },
);
console.log(JSON.stringify({ outcome: result.outcome.name, sha256: result.diff?.sha256, points: reached }));
