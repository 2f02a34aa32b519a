// Finds the registries that a project's package managers use. Read from their configuration each time a sandbox opens.
import { type AllowedHost, allowedHostOf } from '../hosts.js';
import { bundler } from './bundler.js';
import { cargo } from './cargo.js';
import { composer } from './composer.js';
import { go } from './go.js';
import { bun, deno, npm, yarn } from './javascript.js';
import { gradle, maven } from './jvm.js';
import { nuget } from './nuget.js';
import { type Manager, openProject, type Project, type RegistriesOptions } from './project.js';
import { pip, python } from './python.js';

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
  readonly places: readonly AllowedHost[];
  /** Names of package managers whose default registry could not be determined. */
  readonly silent: readonly string[];
}

/** The registries of a project. */
export async function registriesOf(options: RegistriesOptions): Promise<Registries> {
  const project = await openProject(options);
  const urls = (await Promise.all(MANAGERS.map((manager) => manager(project)))).flat();
  const places = new Map<string, AllowedHost>();
  for (const url of urls) {
    const place = allowedHostOf(url.trim());
    if (place) places.set(`${place.host}:${place.port ?? ''}`, place);
  }
  return { places: [...places.values()], silent: unknownDefaultsOf(project) };
}

/** Package managers whose default registry cannot be read from any tool or file, with the file that shows that a project uses them. */
const SILENT: Readonly<Record<string, RegExp>> = {
  Cargo: /^Cargo\.toml$/,
  Deno: /^deno\.jsonc?$/,
  Gradle: /^(?:build|settings)\.gradle(?:\.kts)?$/,
  Maven: /^pom\.xml$/,
};

/** The names of those that a project uses. A refusal then tells the user to configure the registry. */
export function unknownDefaultsOf({ names }: Pick<Project, 'names'>): readonly string[] {
  return Object.entries(SILENT).flatMap(([name, mark]) => (names.some((each) => mark.test(each)) ? [name] : []));
}
