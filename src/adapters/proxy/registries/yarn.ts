import { parse } from 'yaml';
import type { Manager, Project } from './project.js';

/**
 * Yarn: `npmRegistryServer` in .yarnrc.yml (also of scopes) and `registry "…"` in .yarnrc, of the project and the user. If none names the
 * default registry, yarn is asked: version 1 by `registry`, later versions by `npmRegistryServer`.
 */
export const yarn: Manager = async (project) => {
  const { variable, file, own } = project;
  const now = (await Promise.all([file('.yarnrc.yml'), own('.yarnrc.yml')])).map(read);
  const older = (await Promise.all([file('.yarnrc'), own('.yarnrc')])).map(written);
  const said = [variable('YARN_NPM_REGISTRY_SERVER') ?? '', variable('YARN_REGISTRY') ?? '', ...older];
  const isNamed = [...said, ...now.map(({ npmRegistryServer }) => npmRegistryServer)].some(Boolean);
  const usual = !isNamed && (await isUsed(project)) ? await usualOf(project) : '';
  return [...now.flatMap(serversIn), ...said, usual];
};

/** Whether the project uses yarn: its lock file, its configuration, or `packageManager`. */
async function isUsed({ file, names }: Project): Promise<boolean> {
  const manifest = await file('package.json');
  if (manifest === null) return false;
  return (
    /"packageManager"\s*:\s*"yarn@/.test(manifest) ||
    names.some((name) => /^(?:yarn\.lock|\.yarnrc(?:\.yml)?)$/.test(name))
  );
}

const usualOf = async ({ ask }: Project): Promise<string> =>
  (await ask('yarn', ['config', 'get', 'registry'])) ??
  (await ask('yarn', ['config', 'get', 'npmRegistryServer'])) ??
  '';

const written = (text: string | null): string => /^registry\s+"?([^"\s]+)"?/m.exec(text ?? '')?.[1] ?? '';

function read(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = parse(text ?? '');
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
