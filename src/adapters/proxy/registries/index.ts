// Where a project's package managers get their packages from: configured by people, read when a cell is opened, written nowhere here.
import { type Place, placeOf } from '../place.js';
import { bun } from './bun.js';
import { bundler } from './bundler.js';
import { cargo } from './cargo.js';
import { composer } from './composer.js';
import { deno } from './deno.js';
import { go } from './go.js';
import { gradle } from './gradle.js';
import { maven } from './maven.js';
import { npm } from './npm.js';
import { nuget } from './nuget.js';
import { pip } from './pip.js';
import { type Manager, openProject, type RegistriesAsk } from './project.js';
import { python } from './python.js';
import { silentOf } from './silent.js';
import { yarn } from './yarn.js';

/** THE LIST of package managers. */
const MANAGERS: readonly Manager[] = [
  npm,
  yarn,
  bun,
  deno,
  pip,
  python,
  go,
  cargo,
  bundler,
  composer,
  gradle,
  maven,
  nuget,
];

export interface Registries {
  /** Each once. */
  readonly places: readonly Place[];
  /** Package managers whose usual registry nobody can ask for, by name. */
  readonly silent: readonly string[];
}

/** The registries of a project. */
export async function registriesOf(ask: RegistriesAsk): Promise<Registries> {
  const project = await openProject(ask);
  const urls = (await Promise.all(MANAGERS.map((manager) => manager(project)))).flat();
  const places = new Map<string, Place>();
  for (const url of urls) {
    const place = placeOf(url.trim());
    if (place) places.set(`${place.host}:${place.port ?? ''}`, place);
  }
  return { places: [...places.values()], silent: silentOf(project) };
}
