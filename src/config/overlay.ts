// Settings of one person for `build`, on the command line only: CREW_HOME/config.yaml on top of the project's. Pure.
import { parse, stringify } from 'yaml';

const OPTIONS = { maxAliasCount: 0, logLevel: 'error' } as const;

/** Maps merge, lists replace, null clears. */
export function overlaid(project: unknown, local: unknown): unknown {
  if (!isMap(local)) return local;
  const merged: Record<string, unknown> = isMap(project) ? { ...project } : {};
  for (const [key, value] of Object.entries(local)) {
    if (value === null) delete merged[key];
    else merged[key] = overlaid(merged[key], value);
  }
  return merged;
}

/** The project's configuration with a local section `build`. A file that is no YAML is left to the reader of the whole. */
export function withLocalBuild(project: string | null, local: string): string {
  try {
    const whole: unknown = parse(project ?? '', OPTIONS) ?? {};
    const own: unknown = parse(local, OPTIONS);
    if (own === null || !isMap(whole)) return project ?? '';
    return stringify({ ...whole, build: overlaid(whole.build, own) });
  } catch {
    return project ?? '';
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
