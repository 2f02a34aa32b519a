import { parse } from 'yaml';
import type { Manager } from './project.js';

/** Yarn's own file (`npmRegistryServer`, and those of scopes); the older one says `registry "…"`. */
export const yarn: Manager = async ({ variable, file }) => {
  const [now, older] = await Promise.all([file('.yarnrc.yml'), file('.yarnrc')]);
  const [, written = ''] = /^registry\s+"?([^"\s]+)"?/m.exec(older ?? '') ?? [];
  return [...serversIn(now), written, variable('YARN_NPM_REGISTRY_SERVER') ?? '', variable('YARN_REGISTRY') ?? ''];
};

/** Every `npmRegistryServer`, however deep: scopes and registries each have theirs. */
function serversIn(text: string | null): readonly string[] {
  const found: string[] = [];
  const look = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'npmRegistryServer' && typeof value === 'string') found.push(value);
      else look(value);
    }
  };
  try {
    look(parse(text ?? ''));
  } catch {
    return []; // a broken file is yarn's to complain of
  }
  return found;
}
