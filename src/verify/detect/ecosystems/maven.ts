// The ecosystem maven. Listed in index.ts.
import { inFolder, rootFolders } from '../folders.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, tool } from '../step.js';

/** Maven, with the wrapper if the repository has one. */
export const maven: Ecosystem = {
  name: 'maven',
  find: (tree) =>
    rootFolders(tree.files, (name) => name === 'pom.xml').map((folder) => {
      const hasWrapper = tree.files.includes(inFolder(folder, 'mvnw'));
      const command = `${hasWrapper ? './mvnw' : 'mvn'} -B test`;
      const why = { is: 'file', file: inFolder(folder, 'pom.xml') } as const;
      const needs = [tool(hasWrapper ? 'java' : 'mvn')];
      const testRunners = startedRunners(command);
      return {
        ecosystem: 'maven',
        name: folder,
        folder,
        uses: [],
        steps: [{ purpose: 'test', command, why, needs, testRunners }],
      };
    }),
};
