import type * as z from 'zod';
import type { Path } from './problem.js';
import { type Config, schema, sectionNames } from './schema.js';

export type Issue = z.core.$ZodIssue;

/**
 * The configuration a value stands for, and what does not fit the schema. What does not fit is left out of the configuration,
 * so that the rules can still judge the rest: a typing slip in one setting must not hide what is wrong with another.
 */
export function settle(value: unknown): { readonly config: Config; readonly issues: readonly Issue[] } {
  const whole = withoutEmptySections(value);
  const first = parse(whole);
  let rest = first;
  for (let kept = whole; !rest.success; rest = parse(kept)) {
    const given = kept;
    kept = without(
      given,
      wrongPlaces(rest.error.issues).map((path) => victim(given, path)),
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

/**
 * What has to go for a wrong place: a list goes as a whole, so that the positions of items stay true, and where a required
 * setting is missing, what should hold it. It always stands in the value, so leaving it out comes to an end.
 */
function victim(value: unknown, path: Path): Path {
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
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const inside = below.get(key) ?? [];
    if (inside.length === 0) return [[key, inner] as const];
    return inside.some((path) => path.length === 0) ? [] : [[key, without(inner, inside)] as const];
  });
  return Object.fromEntries(kept);
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

/** What was expected, for issues whose setting has no words of its own; it completes "write …". */
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
