// Combines configurations: a repository's with its owner's defaults, a person's `build` section with the project's. Pure.
import { parse, stringify } from 'yaml';

const OPTIONS = { maxAliasCount: 0, logLevel: 'error' } as const;

/** Merges maps, replaces lists, and removes settings that are null. */
export function overlaid(project: unknown, local: unknown): unknown {
  if (!isMap(local)) return local;
  const merged: Record<string, unknown> = isMap(project) ? { ...project } : {};
  for (const [key, value] of Object.entries(local)) {
    if (value === null) delete merged[key];
    else merged[key] = overlaid(merged[key], value);
  }
  return merged;
}

/** A repository's configuration with its owner's defaults. Invalid YAML is returned unchanged, for the parser to report. */
export function withDefaults(own: string | null, defaults: string | null): string {
  if (defaults === null) return own ?? '';
  try {
    const base: unknown = parse(defaults, OPTIONS) ?? {};
    const top: unknown = parse(own ?? '', OPTIONS) ?? {};
    return isMap(base) && isMap(top) ? stringify(overlaid(base, top)) : (own ?? '');
  } catch {
    return own ?? '';
  }
}

/** The project's configuration with a local `build` section. Invalid YAML is returned unchanged, for the parser to report. */
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
