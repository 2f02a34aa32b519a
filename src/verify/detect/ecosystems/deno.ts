// The ecosystem Deno: tasks, and the built-in tools. Listed in index.ts.
import { inFolder, nameOf, rootFolders } from '../folders.js';
import { jsonc, texts } from '../manifest-text.js';
import { runnerCalledByScript, startedRunners } from '../runner-starts.js';
import { type Ecosystem, type StartedRunners, type StepDraft, tool } from '../step.js';

/**
 * The runners of a task, or of the built-in command. `deno task` stands between crew and the runner, so crew can reach the runner by arguments
 * only (`runByCaller`). Package scripts that a task calls are not read, hence `{}`.
 */
function runnersOf(task: string | undefined, builtIn: string): StartedRunners | undefined {
  if (task === undefined) return startedRunners(builtIn);
  const runByCaller = runnerCalledByScript(task, {});
  return runByCaller && { runners: [runByCaller.runner], runByCaller };
}

const MANIFEST = /^deno\.jsonc?$/;
const TEST = /(?:^|[._])test\.[cm]?[jt]sx?$/;

/** Deno: its tasks if defined, else its built-in tools. */
export const deno: Ecosystem = {
  name: 'deno',
  find: (tree) =>
    rootFolders(tree.files, (name) => MANIFEST.test(name)).map((folder) => {
      const name = tree.files.includes(inFolder(folder, 'deno.json')) ? 'deno.json' : 'deno.jsonc';
      const file = inFolder(folder, name);
      const tasks = texts(jsonc(tree.text(file)).tasks);
      const hasTests = tree.files.some((each) => TEST.test(nameOf(each)));
      const step = (purpose: 'lint' | 'types' | 'test', task: string, builtIn: string): StepDraft => {
        const has = tasks[task] !== undefined;
        return {
          purpose,
          command: has ? `deno task ${task}` : builtIn,
          why: has ? { is: 'script', file, name: task } : { is: 'file', file },
          needs: [tool('deno')],
          testRunners: purpose === 'test' ? runnersOf(tasks[task], builtIn) : undefined,
        };
      };
      const steps = [step('lint', 'lint', 'deno lint'), step('types', 'check', 'deno check .')];
      return {
        ecosystem: 'deno',
        name: folder,
        folder,
        uses: [],
        steps: hasTests || tasks.test ? [...steps, step('test', 'test', 'deno test --allow-all')] : steps,
      };
    }),
};
