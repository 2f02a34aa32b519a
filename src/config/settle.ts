// Validates the values of the configuration with the schema. A setting with a problem is left out, so that the others can still be checked.

import type * as z from 'zod';
import type { Path } from './problem.js';
import { type Config, schema, sectionNames } from './schema.js';

export type Issue = z.core.$ZodIssue;

/**
 * Validates a value. Returns the configuration and the issues of the schema. Invalid settings are left out of the configuration, so that the
 * rules can still check the rest.
 */
export function validate(value: unknown): { readonly config: Config; readonly issues: readonly Issue[] } {
  const whole = withoutEmptySections(value);
  const first = parse(whole);
  let rest = first;
  for (let remaining = whole; !rest.success; rest = parse(remaining)) {
    const given = remaining;
    remaining = without(
      given,
      wrongPlaces(rest.error.issues).map((path) => removablePath(given, path)),
    );
  }
  return { config: rest.data, issues: first.success ? [] : first.error.issues };
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

function wrongPlaces(issues: readonly Issue[]): readonly Path[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
  });
}

/** The path to remove for an issue. If a required setting is missing, its group is removed. The path always exists, so the removal terminates. */
function removablePath(value: unknown, path: Path): Path {
  let holder = value;
  for (const [depth, part] of path.entries()) {
    if (!isGroup(holder) || !Object.hasOwn(holder, part)) return path.slice(0, depth);
    holder = holder[part];
  }
  return path;
}

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
