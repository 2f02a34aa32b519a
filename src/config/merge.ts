// Merges the texts of configurations: a repository's with its owner's defaults, and the project's section `build` with a local one. Pure. Used
// by src/services.
import { parse, stringify } from 'yaml';

/** Without aliases a merge cannot grow exponentially. */
const PARSE_OPTIONS = { maxAliasCount: 0, logLevel: 'error' } as const;

/** `base` with the settings of `top`: maps are merged, other values replaced. A setting that is null in `top` is removed. */
export function merge(base: unknown, top: unknown): unknown {
  if (!isMap(top)) return top;
  const merged: Record<string, unknown> = isMap(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(top)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

/** A repository's configuration with its owner's defaults. If one of the two is invalid, the repository's text is returned unchanged. */
export function withDefaults(own: string | null, defaults: string | null): string {
  if (defaults === null) return own ?? '';
  try {
    const base: unknown = parse(defaults, PARSE_OPTIONS) ?? {};
    const top: unknown = parse(own ?? '', PARSE_OPTIONS) ?? {};
    return isMap(base) && isMap(top) ? stringify(merge(base, top)) : (own ?? '');
  } catch {
    return own ?? '';
  }
}

/** The project's configuration with the settings of a local `build` section. If one of the two is invalid, the project's text is returned unchanged. */
export function withLocalBuild(project: string | null, local: string): string {
  try {
    const whole: unknown = parse(project ?? '', PARSE_OPTIONS) ?? {};
    const own: unknown = parse(local, PARSE_OPTIONS);
    if (own === null || !isMap(whole)) return project ?? '';
    return stringify({ ...whole, build: merge(whole.build, own) });
  } catch {
    return project ?? '';
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
