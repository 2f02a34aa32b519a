import type { Project } from './project.js';

/** Package managers whose default registry cannot be read from any tool or file, with the file that shows that a project uses them. */
const SILENT: Readonly<Record<string, RegExp>> = {
  Cargo: /^Cargo\.toml$/,
  Deno: /^deno\.jsonc?$/,
  Gradle: /^(?:build|settings)\.gradle(?:\.kts)?$/,
  Maven: /^pom\.xml$/,
};

/** The names of those that a project uses. A refusal then tells the user to configure the registry. */
export function silentOf({ names }: Pick<Project, 'names'>): readonly string[] {
  return Object.entries(SILENT).flatMap(([name, mark]) => (names.some((each) => mark.test(each)) ? [name] : []));
}
