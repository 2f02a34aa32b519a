// Where a project's package managers get their packages from: configured by people, read when a cell is opened, written nowhere here.
import { type Place, placeOf } from '../place.js';
import { bundler } from './bundler.js';
import { cargo } from './cargo.js';
import { go } from './go.js';
import { npm } from './npm.js';
import { pip } from './pip.js';
import { type Manager, openProject, type RegistriesAsk } from './project.js';
import { yarn } from './yarn.js';

/** THE LIST of package managers. */
const MANAGERS: readonly Manager[] = [npm, yarn, pip, go, cargo, bundler];

/** The registries of a project, each once. */
export async function registriesOf(ask: RegistriesAsk): Promise<readonly Place[]> {
  const project = await openProject(ask);
  const urls = (await Promise.all(MANAGERS.map((manager) => manager(project)))).flat();
  const places = new Map<string, Place>();
  for (const url of urls) {
    const place = placeOf(url.trim());
    if (place) places.set(`${place.host}:${place.port ?? ''}`, place);
  }
  return [...places.values()];
}
