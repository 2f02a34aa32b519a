import { inFolder, rootFolders } from '../folders.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, tool } from '../step.js';

const ROOFS = /^settings\.gradle(?:\.kts)?$/;
const MANIFEST = /^build\.gradle(?:\.kts)?$/;

/** Gradle, with the wrapper if the repository has one. Only the root of a build runs, because it includes its subprojects. */
export const gradle: Ecosystem = {
  name: 'gradle',
  find(tree) {
    const roofs = rootFolders(tree.files, (name) => ROOFS.test(name));
    const folders = roofs.length > 0 ? roofs : rootFolders(tree.files, (name) => MANIFEST.test(name));
    return folders.map((folder) => {
      const wrapped = tree.files.includes(inFolder(folder, 'gradlew'));
      const command = `${wrapped ? './gradlew' : 'gradle'} test`;
      const named = tree.files.find((file) =>
        rootFolders([file], (name) => MANIFEST.test(name) || ROOFS.test(name)).includes(folder),
      );
      const why = { is: 'file', file: named ?? inFolder(folder, 'build.gradle') } as const;
      const needs = [tool(wrapped ? 'java' : 'gradle')];
      const leads = startedRunners(command);
      return {
        ecosystem: 'gradle',
        name: folder,
        folder,
        uses: [],
        steps: [{ purpose: 'test', command, why, needs, leads }],
      };
    });
  },
};
