// The ecosystem bun: the scripts of package.json, and `bun test`. Listed in index.ts.
import { inFolder, nameOf, rootFolders } from '../folders.js';
import { json, texts } from '../manifest-text.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, type Package, tool } from '../step.js';
import { nodeEcosystem } from './node-package.js';

const scripts = nodeEcosystem({
  name: 'bun',
  install: (frozen) => (frozen ? 'bun install --frozen-lockfile' : 'bun install --no-save'),
  run: (script) => `bun run ${script}`,
});

/** Bun has its own test runner, so its packages often have no test script. */
export const bun: Ecosystem = {
  name: 'bun',
  find: (tree, split) =>
    scripts.find(tree, split).map((each): Package => {
      const isHome = rootFolders(tree.files, (name) => name === 'package.json').includes(each.folder);
      const file = inFolder(each.folder, 'package.json');
      const hasScript = texts(json(tree.text(file)).scripts).test !== undefined;
      const command = 'bun test';
      if (!isHome || hasScript || !tree.files.some((name) => TEST.test(nameOf(name)))) return each;
      const why = { is: 'file', file } as const;
      return {
        ...each,
        steps: [
          ...each.steps,
          { purpose: 'test', command, why, needs: [tool('bun')], testRunners: startedRunners(command) },
        ],
      };
    }),
};

const TEST = /[._](?:test|spec)\.[cm]?[jt]sx?$/;
