import type { Manager } from './project.js';
import { settingsIn } from './settings-in.js';

const SCRIPTS = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

/** `url "…"`, `url = uri("…")`, `maven("…")`: what a script says in plain words. What it works out, only Gradle knows. */
const URLS = /\b(?:url|maven|ivy)\b\s*=?\s*\(?\s*(?:uri\s*\(\s*)?["'](https?:[^"'$\s]+)["']/g;

/** The repositories that Gradle's scripts name, and where its wrapper gets Gradle from. */
export const gradle: Manager = async ({ file, own }) => {
  const scripts = await Promise.all(SCRIPTS.map(file));
  if (scripts.every((text) => text === null)) return [];
  const [mine, wrapper] = await Promise.all([
    own('.gradle/init.gradle'),
    file('gradle/wrapper/gradle-wrapper.properties'),
  ]);
  const said = [...scripts, mine].map((text) => (text ?? '').replace(/^\s*\/\/.*$/gm, '')).join('\n');
  const distribution = settingsIn(wrapper, /^distributionUrl$/).map((url) => url.replaceAll('\\:', ':'));
  return [...[...said.matchAll(URLS)].map(([, url = '']) => url), ...distribution];
};
