// The registries of npm, pnpm, Yarn, Bun and Deno (JavaScript).

import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { type Project, type RegistryReader, settingsIn } from './project.js';

/** `registry` and the registries of scopes (`@company:registry`). */
const REGISTRY = /^(?:@[^:\s]+:)?registry$/;

/** npm and pnpm: variables, the project's .npmrc, then `npm config get registry`, which includes user files and the default. */
export const npm: RegistryReader = async ({ variable, file, userFile, runTool }) => {
  if ((await file('package.json')) === null) return [];
  const [projectFile, userSettings] = await Promise.all([
    file('.npmrc'),
    userFile(variable('npm_config_userconfig') ?? '.npmrc'),
  ]);
  const scoped = [...settingsIn(projectFile, REGISTRY), ...settingsIn(userSettings, REGISTRY)];
  const registry = variable('npm_config_registry') ?? (await runTool('npm', ['config', 'get', 'registry']));
  return registry === null ? scoped : [...scoped, registry];
};

/**
 * Yarn: `npmRegistryServer` in .yarnrc.yml (also of scopes) and `registry "…"` in .yarnrc, of the project and the user. If none names the
 * default registry, yarn is asked: version 1 by `registry`, later versions by `npmRegistryServer`.
 */
export const yarn: RegistryReader = async (project) => {
  const { variable, file, userFile } = project;
  const settings = (await Promise.all([file('.yarnrc.yml'), userFile('.yarnrc.yml')])).map(yamlIn);
  const olderRegistries = (await Promise.all([file('.yarnrc'), userFile('.yarnrc')])).map(registryIn);
  const configured = [variable('YARN_NPM_REGISTRY_SERVER') ?? '', variable('YARN_REGISTRY') ?? '', ...olderRegistries];
  const isNamed = [...configured, ...settings.map(({ npmRegistryServer }) => npmRegistryServer)].some(Boolean);
  const defaultRegistry = !isNamed && (await usesYarn(project)) ? await askDefaultRegistry(project) : '';
  return [...settings.flatMap(serversIn), ...configured, defaultRegistry];
};

/** Whether the project uses yarn: its lock file, its configuration, or `packageManager`. */
async function usesYarn({ file, names }: Project): Promise<boolean> {
  const manifest = await file('package.json');
  if (manifest === null) return false;
  return (
    /"packageManager"\s*:\s*"yarn@/.test(manifest) ||
    names.some((name) => /^(?:yarn\.lock|\.yarnrc(?:\.yml)?)$/.test(name))
  );
}

const askDefaultRegistry = async ({ runTool }: Project): Promise<string> =>
  (await runTool('yarn', ['config', 'get', 'registry'])) ??
  (await runTool('yarn', ['config', 'get', 'npmRegistryServer'])) ??
  '';

const registryIn = (text: string | null): string => /^registry\s+"?([^"\s]+)"?/m.exec(text ?? '')?.[1] ?? '';

function yamlIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = parseYaml(text ?? '');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {}; // yarn reports an invalid file itself
  }
}

/** Every `npmRegistryServer` at any depth, since scopes and registries have their own. */
function serversIn(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (key === 'npmRegistryServer' && typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? serversIn({ ...value }) : [];
  });
}

/** Bun: `[install]` in bunfig.toml, the registry and the registries of scopes. The default is npm's. */
export const bun: RegistryReader = async ({ file, userFile }) => {
  const texts = await Promise.all([file('bunfig.toml'), userFile('.bunfig.toml')]);
  return texts.flatMap((text) => {
    const { registry, scopes } = installOf(text);
    return [registry, ...Object.values(typeof scopes === 'object' && scopes !== null ? { ...scopes } : {})].flatMap(
      urlOf,
    );
  });
};

function installOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const { install } = parseToml(text ?? '');
    return typeof install === 'object' && install !== null ? { ...install } : {};
  } catch {
    return {}; // Bun reports an invalid file itself.
  }
}

/** A URL, or a table with one. */
function urlOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : undefined;
  return typeof url === 'string' ? [url] : [];
}

/** Deno: the variables for JSR, and the hosts of `https:` imports in its lock file. */
export const deno: RegistryReader = async ({ variable, file }) => {
  const lock = await file('deno.lock');
  const imports = [...(lock ?? '').matchAll(/"(https:\/\/[^/"\s]+)\//g)].map(([, origin = '']) => origin);
  return [variable('JSR_URL') ?? '', ...new Set(imports)].filter(Boolean);
};
