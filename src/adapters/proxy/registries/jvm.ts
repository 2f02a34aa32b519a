// The registries of Gradle and Maven (Java, Kotlin).

import { elementsIn, type RegistryReader, settingsIn } from './project.js';

const GRADLE_SCRIPTS = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

/** Literal URLs in scripts: `url "…"`, `url = uri("…")`, `maven("…")`. Computed ones cannot be found. */
const URL_LITERALS = /\b(?:url|maven|ivy)\b\s*=?\s*\(?\s*(?:uri\s*\(\s*)?["'](https?:[^"'$\s]+)["']/g;

/** Gradle: the repositories in its scripts, and the download URL of its wrapper. */
export const gradle: RegistryReader = async ({ file, userFile }) => {
  const scripts = await Promise.all(GRADLE_SCRIPTS.map(file));
  if (scripts.every((text) => text === null)) return [];
  const [userScript, wrapper] = await Promise.all([
    userFile('.gradle/init.gradle'),
    file('gradle/wrapper/gradle-wrapper.properties'),
  ]);
  // Without lines that are comments.
  const code = [...scripts, userScript].map((text) => (text ?? '').replace(/^\s*\/\/.*$/gm, '')).join('\n');
  const distribution = settingsIn(wrapper, /^distributionUrl$/).map((url) => url.replaceAll('\\:', ':'));
  return [...[...code.matchAll(URL_LITERALS)].map(([, url = '']) => url), ...distribution];
};

/** Elements that name download sources; `distributionManagement` names upload targets. */
const SOURCE_ELEMENTS =
  /(?:^|\/)(?:repositories\/repository|pluginRepositories\/pluginRepository|mirrors\/mirror)\/url$/;

/** Maven: repositories and mirrors of the settings and the project, and the download URL of its wrapper. */
export const maven: RegistryReader = async ({ file, userFile }) => {
  const pom = await file('pom.xml');
  if (pom === null) return [];
  const [userSettings, wrapper] = await Promise.all([
    userFile('.m2/settings.xml'),
    file('.mvn/wrapper/maven-wrapper.properties'),
  ]);
  const urls = [pom, userSettings].flatMap(elementsIn).filter(({ path }) => SOURCE_ELEMENTS.test(path.join('/')));
  return [...urls.map(({ text }) => text), ...settingsIn(wrapper, /^(?:distribution|wrapper)Url$/)];
};
