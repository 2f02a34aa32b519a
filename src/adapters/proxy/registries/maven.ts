import { elementsIn } from './elements-in.js';
import type { Manager } from './project.js';
import { settingsIn } from './settings-in.js';

/** Elements that name download sources; `distributionManagement` names upload targets. */
const SOURCES = /(?:^|\/)(?:repositories\/repository|pluginRepositories\/pluginRepository|mirrors\/mirror)\/url$/;

/** Maven: repositories and mirrors of the settings and the project, and the download URL of its wrapper. */
export const maven: Manager = async ({ file, own }) => {
  const pom = await file('pom.xml');
  if (pom === null) return [];
  const [mine, wrapper] = await Promise.all([own('.m2/settings.xml'), file('.mvn/wrapper/maven-wrapper.properties')]);
  const urls = [pom, mine].flatMap(elementsIn).filter(({ path }) => SOURCES.test(path.join('/')));
  return [...urls.map(({ text }) => text), ...settingsIn(wrapper, /^(?:distribution|wrapper)Url$/)];
};
