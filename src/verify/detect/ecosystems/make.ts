// The ecosystem `make`: make targets. Listed in index.ts.
import { inFolder, rootFolders } from '../folders.js';
import { runnerCalledByScript } from '../runner-starts.js';
import { type Ecosystem, type Purpose, type StartedRunners, type StepDraft, tool } from '../step.js';

const MANIFEST = /^(?:GNUmakefile|makefile|Makefile)$/;

const TARGETS: readonly (readonly [Purpose, readonly string[]])[] = [
  ['lint', ['lint']],
  ['types', ['types', 'typecheck', 'type-check']],
  ['build', ['build', 'all']],
  ['test', ['test', 'tests', 'check']],
];

/** Make targets, for purposes that no other ecosystem covers. */
export const make: Ecosystem = {
  name: 'make',
  isFallback: true,
  find: (tree) =>
    rootFolders(tree.files, (name) => MANIFEST.test(name)).flatMap((folder) => {
      const file = ['GNUmakefile', 'makefile', 'Makefile']
        .map((each) => inFolder(folder, each))
        .find((each) => tree.files.includes(each));
      const recipes = recipesOf((file === undefined ? undefined : tree.text(file)) ?? '');
      const steps = TARGETS.flatMap(([purpose, names]): StepDraft[] => {
        const name = names.find((each) => recipes.has(each));
        if (name === undefined || file === undefined) return [];
        const testRunners = purpose === 'test' ? throughMake(recipes.get(name) ?? []) : undefined;
        return [
          {
            purpose,
            command: `make ${name}`,
            why: { is: 'target', file, name },
            needs: [tool('make')],
            testRunners,
          },
        ];
      });
      return steps.length > 0 ? [{ ecosystem: 'make', name: folder, folder, uses: [], steps }] : [];
    }),
};

/** The lines of each target's recipe. */
function recipesOf(text: string): ReadonlyMap<string, readonly string[]> {
  const recipes = new Map<string, string[]>();
  let current: string[][] = [];
  for (const line of text.slice(0, 200_000).split('\n', 5000)) {
    const targets = /^([\w./ -]+?)\s*::?(?!=)/.exec(line)?.[1];
    if (line.startsWith('\t')) for (const recipe of current) recipe.push(line.trim().replace(/^[@+-]+/, ''));
    else if (targets !== undefined) {
      current = targets
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => {
          const recipe = recipes.get(name) ?? [];
          recipes.set(name, recipe);
          return recipe;
        });
    } else if (line.trim() !== '' && !line.startsWith('#')) current = [];
  }
  return recipes;
}

/** The runner of a recipe, if it is the only one. Options reach it only through the environment. */
function throughMake(recipe: readonly string[]): StartedRunners | undefined {
  const found = recipe.flatMap((line) => runnerCalledByScript(line, {}) ?? []);
  const [first] = found;
  return found.length === 1 && first
    ? { runners: [first.runner], runByCaller: { ...first, takesArguments: false } }
    : undefined;
}
