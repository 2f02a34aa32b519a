// Validates the values of the configuration with the schema. Used by `readConfig` (index.ts) and its explanations (explain.ts).

import type * as z from 'zod';
import type { Path } from './problem.js';
import { type Config, schema, sectionNames } from './schema.js';

export type Issue = z.core.$ZodIssue;

/**
 * Validates a value. Returns the configuration and the issues of the schema. Invalid settings are left out of the configuration, so that the
 * rules can still check the rest.
 */
export function validate(value: unknown): { readonly config: Config; readonly issues: readonly Issue[] } {
  let remaining = withoutEmptySections(value);
  const first = parse(remaining);
  let result = first;
  while (!result.success) {
    const whole = remaining;
    const paths = invalidPaths(result.error.issues).map((path) => removablePath(whole, path));
    remaining = without(whole, paths);
    result = parse(remaining);
  }
  return { config: result.data, issues: first.success ? [] : first.error.issues };
}

function parse(value: unknown) {
  return schema.safeParse(value, { error: expectation });
}

function withoutEmptySections(value: unknown): unknown {
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, section]) => section !== null || !sectionNames.includes(key)),
  );
}

/** The paths of the settings that the issues are about. */
function invalidPaths(issues: readonly Issue[]): readonly Path[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
  });
}

/**
 * The path to remove for an invalid setting: its own path, or its group's if the setting is missing. The returned path exists, so each removal
 * makes the value smaller.
 */
function removablePath(value: unknown, path: Path): Path {
  let holder = value;
  for (const [depth, part] of path.entries()) {
    if (!isGroup(holder) || !Object.hasOwn(holder, part)) return path.slice(0, depth);
    holder = holder[part];
  }
  return path;
}

/** A value without the settings at these paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return {};
  if (!isGroup(value)) return value;
  const below = byFirstKey(paths);
  const remaining = Object.entries(value).flatMap(([key, inner]) => {
    const inside = below.get(key) ?? [];
    if (inside.length === 0) return [[key, inner] as const];
    return inside.some((path) => path.length === 0) ? [] : [[key, without(inner, inside)] as const];
  });
  return Object.fromEntries(remaining);
}

/** For each first key, the rest of the paths that begin with it. */
function byFirstKey(paths: readonly Path[]): ReadonlyMap<string, readonly Path[]> {
  const groups = new Map<string, Path[]>();
  for (const [key, ...deeper] of paths) {
    const group = groups.get(String(key));
    if (group === undefined) groups.set(String(key), [deeper]);
    else group.push(deeper);
  }
  return groups;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The expected value, for settings without a message of their own. It completes "write …". */
function expectation(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String));
  if (issue.code !== 'invalid_type') return 'another value';
  if (issue.expected === 'boolean') return 'true or false';
  if (issue.expected === 'array') return 'a list';
  return 'a group of settings';
}

/** "a, b or c". */
function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last;
}
