// The ecosystem gradle. Listed in index.ts.
import { inFolder, rootFolders } from '../folders.js';
import { startedRunners } from '../runner-starts.js';
import { type Ecosystem, tool } from '../step.js';

const SETTINGS = /^settings\.gradle(?:\.kts)?$/;
const MANIFEST = /^build\.gradle(?:\.kts)?$/;

/** Gradle, with the wrapper if the repository has one. Only the root of a build runs, because it includes its subprojects. */
export const gradle: Ecosystem = {
  name: 'gradle',
  find(tree) {
    const builds = rootFolders(tree.files, (name) => SETTINGS.test(name));
    const folders = builds.length > 0 ? builds : rootFolders(tree.files, (name) => MANIFEST.test(name));
    return folders.map((folder) => {
      const hasWrapper = tree.files.includes(inFolder(folder, 'gradlew'));
      const command = `${hasWrapper ? './gradlew' : 'gradle'} test`;
      const manifest = tree.files.find((file) =>
        rootFolders([file], (name) => MANIFEST.test(name) || SETTINGS.test(name)).includes(folder),
      );
      const why = { is: 'file', file: manifest ?? inFolder(folder, 'build.gradle') } as const;
      const needs = [tool(hasWrapper ? 'java' : 'gradle')];
      const testRunners = startedRunners(command);
      return {
        ecosystem: 'gradle',
        name: folder,
        folder,
        uses: [],
        steps: [{ purpose: 'test', command, why, needs, testRunners }],
      };
    });
  },
};
