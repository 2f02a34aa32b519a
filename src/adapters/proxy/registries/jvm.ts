// The registries of Gradle and Maven (Java, Kotlin).

import { elementsIn, type Manager, settingsIn } from './project.js';

const SCRIPTS = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

/** Literal URLs in scripts: `url "…"`, `url = uri("…")`, `maven("…")`. Computed ones cannot be found. */
const URLS = /\b(?:url|maven|ivy)\b\s*=?\s*\(?\s*(?:uri\s*\(\s*)?["'](https?:[^"'$\s]+)["']/g;

/** Gradle: the repositories in its scripts, and the download URL of its wrapper. */
export const gradle: Manager = async ({ file, userFile }) => {
  const scripts = await Promise.all(SCRIPTS.map(file));
  if (scripts.every((text) => text === null)) return [];
  const [mine, wrapper] = await Promise.all([
    userFile('.gradle/init.gradle'),
    file('gradle/wrapper/gradle-wrapper.properties'),
  ]);
  const code = [...scripts, mine].map((text) => (text ?? '').replace(/^\s*\/\/.*$/gm, '')).join('\n');
  const distribution = settingsIn(wrapper, /^distributionUrl$/).map((url) => url.replaceAll('\\:', ':'));
  return [...[...code.matchAll(URLS)].map(([, url = '']) => url), ...distribution];
};

/** Elements that name download sources; `distributionManagement` names upload targets. */
const SOURCES = /(?:^|\/)(?:repositories\/repository|pluginRepositories\/pluginRepository|mirrors\/mirror)\/url$/;

/** Maven: repositories and mirrors of the settings and the project, and the download URL of its wrapper. */
export const maven: Manager = async ({ file, userFile }) => {
  const pom = await file('pom.xml');
  if (pom === null) return [];
  const [mine, wrapper] = await Promise.all([
    userFile('.m2/settings.xml'),
    file('.mvn/wrapper/maven-wrapper.properties'),
  ]);
  const urls = [pom, mine].flatMap(elementsIn).filter(({ path }) => SOURCES.test(path.join('/')));
  return [...urls.map(({ text }) => text), ...settingsIn(wrapper, /^(?:distribution|wrapper)Url$/)];
};
