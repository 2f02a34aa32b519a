// The rule for package.json: scripts that run checks, settings of checks, and where test packages come from. One of the rules of ../index.ts.
import type { AnalyzedFile } from '../change.js';
import { type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { LENIENT } from './line-patterns.js';
import { isRunner } from './runner-shadowed.js';

/** Scripts that run checks, or that run automatically at installation. */
const JUDGES =
  /^(?:pre|post)?(?:test|tests|lint|check|types?|typecheck|type-check|tsc|build|ci|verify|validate|coverage|cover|unit|e2e|spec|eslint|format:check)(?:[:.-].*)?$/;
const LIFECYCLE = /^(?:(?:pre|post)?(?:install|prepare|publish|pack)|prepublishOnly|dependencies)$/;
/** Keys of package.json that configure checks. */
const SETTINGS = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'eslintConfig',
  'eslintIgnore',
  'xo',
  'lint-staged',
  'husky',
  'standard',
];
/** Commands that always succeed. */
const NOTHING = /^\s*(?:true|:|exit 0|echo\b.*|node -e ['"]{0,2}['"]?|sleep \d+|)\s*$/;

type Json = Readonly<Record<string, unknown>>;

/** Changes of package.json: scripts, settings of checks, and the source of test packages. */
export function scriptChanged({ files }: TamperContext): readonly Found[] {
  return files.filter(({ role, before, after }) => role === 'manifest' && before && after).flatMap(inFile);
}

function inFile(file: AnalyzedFile): readonly Found[] {
  const [old, now] = [jsonOf(file.before), jsonOf(file.after)];
  if (!old || !now) return [];
  const scripts = (json: Json) => ({ ...recordIn(json.scripts), ...recordIn(json.tasks) });
  return [
    ...changes(scripts(old), scripts(now)).flatMap(([name, was, is]) => scriptOf(file, name, { was, is })),
    ...SETTINGS.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key])).map((key) =>
      settingOf(file, key),
    ),
    ...replaced(file, old, now),
  ];
}

function scriptOf(file: AnalyzedFile, name: string, { was, is }: { was: string; is: string }): readonly Found[] {
  const judges = JUDGES.test(name);
  if (!judges && !LIFECYCLE.test(name)) return [];
  // A new script does not weaken anything.
  if (was === '' && judges && !/^(?:pre|post)/.test(name)) return [];
  const weaker = judges && was !== '' && !/^(?:pre|post)/.test(name) && isWeaker(name, was, is);
  const because = saying(
    is === '' ? 'script-gone' : was === '' ? 'script-new' : weaker ? 'script-always-passes' : 'script-other',
    name,
  );
  return [
    { file: file.path, line: lineOf(file, name), kind: 'script-changed', weight: weaker ? 'blocks' : 'named', because },
  ];
}

function isWeaker(name: string, was: string, is: string): boolean {
  if (is === '') return name === 'test';
  return NOTHING.test(is) || LENIENT.some((row) => row.is.test(` ${is}`) && !row.is.test(` ${was}`));
}

function settingOf(file: AnalyzedFile, key: string): Found {
  const because = saying('setting-changed', key);
  return { file: file.path, line: lineOf(file, key), kind: 'config-edited', weight: 'named', because };
}

function replaced(file: AnalyzedFile, old: Json, now: Json): readonly Found[] {
  return ['dependencies', 'devDependencies', 'overrides', 'resolutions'].flatMap((section) =>
    changes(recordIn(old[section]), recordIn(now[section])).flatMap(([name, was, is]): readonly Found[] => {
      if (!isRunner(name) || !/^(?:file|link|portal|git|https?|npm|github):|^\.|^[\w-]+\/[\w-]+/.test(is) || was === is)
        return [];
      const because = saying('comes-from', name, is);
      return [{ file: file.path, line: lineOf(file, name), kind: 'runner-patched', weight: 'blocks', because }];
    }),
  );
}

function changes(
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly (readonly [string, string, string])[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => [name, old[name] ?? '', now[name] ?? ''] as const)
    .filter(([, was, is]) => was !== is);
}

function jsonOf(source: Source | null): Json | undefined {
  try {
    const value: unknown = JSON.parse(source?.text ?? '');
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function recordIn(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]));
}

/** The line of a key: changed lines first, else its position. */
function lineOf(file: AnalyzedFile, key: string): number {
  const has = ({ text }: { readonly text: string }) => text.includes(`"${key}"`);
  const added = file.added.find(has)?.line;
  if (added !== undefined) return added;
  const removed = file.removed.find(has)?.line;
  if (removed !== undefined) return whereWas(file, removed);
  const at = file.after?.text.indexOf(`"${key}"`) ?? -1;
  return at < 0 ? (file.hunks[0]?.line ?? 1) : (file.after?.lineAt(at) ?? 1);
}
