import type { Manager } from './project.js';
import { settingsIn } from './settings-in.js';

/** `registry` and the registries of scopes (`@company:registry`). */
const REGISTRY = /^(?:@[^:\s]+:)?registry$/;

/** npm and pnpm: variables, the project's .npmrc, then `npm config get registry`, which includes user files and the default. */
export const npm: Manager = async ({ variable, file, own, ask }) => {
  if ((await file('package.json')) === null) return [];
  const [projects, mine] = await Promise.all([file('.npmrc'), own(variable('npm_config_userconfig') ?? '.npmrc')]);
  const scoped = [...settingsIn(projects, REGISTRY), ...settingsIn(mine, REGISTRY)];
  const said = variable('npm_config_registry') ?? (await ask('npm', ['config', 'get', 'registry']));
  return said === null ? scoped : [...scoped, said];
};
