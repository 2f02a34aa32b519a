// One configuration on top of another: a repository's on its owner's defaults, a person's `build` on the project's. Pure.
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

/** A repository's configuration on top of its owner's defaults. Text that is no YAML of settings is left to the reader of the whole. */
export function withDefaults(own: string | null, defaults: string | null): string {
  if (defaults === null) return own ?? '';
  try {
    const below: unknown = parse(defaults, OPTIONS) ?? {};
    const above: unknown = parse(own ?? '', OPTIONS) ?? {};
    return isMap(below) && isMap(above) ? stringify(overlaid(below, above)) : (own ?? '');
  } catch {
    return own ?? '';
  }
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
