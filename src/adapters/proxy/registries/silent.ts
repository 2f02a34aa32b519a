import type { Project } from './project.js';

/** Package managers that no tool and no file makes say their usual registry, each by what shows that a project uses it. */
const SILENT: Readonly<Record<string, RegExp>> = {
  Cargo: /^Cargo\.toml$/,
  Deno: /^deno\.jsonc?$/,
  Gradle: /^(?:build|settings)\.gradle(?:\.kts)?$/,
  Maven: /^pom\.xml$/,
};

/** Those of a project, by name: a refusal says that their registry has to be configured. */
export function silentOf({ names }: Pick<Project, 'names'>): readonly string[] {
  return Object.entries(SILENT).flatMap(([name, mark]) => (names.some((each) => mark.test(each)) ? [name] : []));
}
