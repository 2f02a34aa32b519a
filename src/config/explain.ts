import { elsewhere, knownSettings } from './known-settings.js';
import { nearest } from './nearest.js';
import type { Breach, Path } from './problem.js';
import { remedyFor } from './remedy-for.js';
import type { Issue } from './settle.js';
import { show, spell } from './show.js';

/** What does not fit the schema, in words: what was expected, what stands there, what to write instead. */
export function explain(issue: Issue, value: unknown): readonly Breach[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownSetting([...path, key]));
  if (issue.code === 'invalid_key') return [badName(path, issue.issues[0]?.message ?? 'another name')];
  const given = valueAt(value, path);
  const expected = issue.message;
  return [{ path, expected, found: show(given), remedy: remedyFor({ path, given, expected }) }];
}

function unknownSetting(path: Path): Breach {
  const name = String(path.at(-1));
  const group = path.slice(0, -1);
  const place = group.length === 0 ? 'the file' : `\`${spell(group)}\``;
  const where = { path, atKey: true, expected: `a setting of ${place}` };
  return { ...where, found: 'not a setting', remedy: meant(name, group) };
}

function meant(name: string, group: Path): string {
  const known = knownSettings(group);
  const slip = nearest(name, known);
  const suggestion = slip === undefined ? elsewhere(name) : spell([...group, slip]);
  return suggestion === undefined
    ? `settings here are ${known.map((setting) => `\`${setting}\``).join(', ')}`
    : `did you mean \`${suggestion}\`?`;
}

function badName(path: Path, expected: string): Breach {
  return { path, atKey: true, expected, found: 'not a name that can stand here', remedy: `write ${expected}` };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([key]) => key === String(part))?.[1];
  }, value);
}
