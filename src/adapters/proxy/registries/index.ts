// Finds the registries that a project's package managers use. Read from their configuration each time a sandbox opens.
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
import { silentOf } from './unknown-defaults.js';
import { yarn } from './yarn.js';

/** All package managers. */
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
  /** Without duplicates. */
  readonly places: readonly Place[];
  /** Names of package managers whose default registry could not be determined. */
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
