// Finds the registries that a project's package managers use, from their configuration. Called by src/services and the sandbox each time a
// sandbox opens.
import { type AllowedHost, allowedHostOf } from '../hosts.js';
import { bundler } from './bundler.js';
import { cargo } from './cargo.js';
import { composer } from './composer.js';
import { go } from './go.js';
import { bun, deno, npm, yarn } from './javascript.js';
import { gradle, maven } from './jvm.js';
import { nuget } from './nuget.js';
import { openProject, type Project, type RegistriesOptions, type RegistryReader } from './project.js';
import { pip, python } from './python.js';

/** All package managers. */
const READERS: readonly RegistryReader[] = [
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
  readonly allowedHosts: readonly AllowedHost[];
  /** Names of package managers whose default registry could not be determined. */
  readonly unknownDefaults: readonly string[];
}

/** The registries of a project. */
export async function registriesOf(options: RegistriesOptions): Promise<Registries> {
  const project = await openProject(options);
  const urls = (await Promise.all(READERS.map((read) => read(project)))).flat();
  const allowedHosts = new Map<string, AllowedHost>();
  for (const url of urls) {
    const allowedHost = allowedHostOf(url.trim());
    if (allowedHost) allowedHosts.set(`${allowedHost.host}:${allowedHost.port ?? ''}`, allowedHost);
  }
  return { allowedHosts: [...allowedHosts.values()], unknownDefaults: unknownDefaultsOf(project) };
}

/** Package managers whose default registry cannot be read from any tool or file, with the file that shows that a project uses them. */
const UNKNOWN_DEFAULTS: Readonly<Record<string, RegExp>> = {
  Cargo: /^Cargo\.toml$/,
  Deno: /^deno\.jsonc?$/,
  Gradle: /^(?:build|settings)\.gradle(?:\.kts)?$/,
  Maven: /^pom\.xml$/,
};

/** The package managers of `UNKNOWN_DEFAULTS` that a project uses. When a host is refused, crew tells the user to configure their registries. */
export function unknownDefaultsOf({ names }: Pick<Project, 'names'>): readonly string[] {
  return Object.entries(UNKNOWN_DEFAULTS).flatMap(([name, fileName]) =>
    names.some((each) => fileName.test(each)) ? [name] : [],
  );
}
