// What all rules stand on: the changed files, and their tests before and after, each with its other half.
import type { Looked } from './change.js';
import { languageOf } from './language.js';
import { type Role, roleOf } from './role.js';
import { readSource, type Source } from './source.js';
import { type TestUnit, testsIn } from './tests/index.js';

export interface Placed {
  readonly file: Looked;
  readonly unit: TestUnit;
}

/** A test before, and the same test after. */
export interface Pair {
  readonly file: Looked;
  readonly before: TestUnit;
  readonly after: TestUnit;
}

export interface Ground {
  readonly files: readonly Looked[];
  readonly pairs: readonly Pair[];
  /** Tests of before that are nowhere any more, and tests that were nowhere before. */
  readonly gone: readonly Placed[];
  readonly come: readonly Placed[];
  /** Every text that judges: changed or not. */
  readonly judging: readonly Source[];
}

/** Tests that are there and did not change: what sources are compared with. */
export interface KnownTest {
  readonly path: string;
  readonly text: string;
}

/** Reads what the rules need. */
export function groundOf(files: readonly Looked[], known: readonly KnownTest[]): Ground {
  const before = files.flatMap((file) => (isRun(file, file.was) ? unitsOf(file, file.before) : []));
  const after = files.flatMap((file) => (isRun(file, file.role) ? unitsOf(file, file.after) : []));
  const halves = pairUp(before, after);
  const changed = new Set(files.map(({ path }) => path));
  const others = known.filter(({ path, text }) => !changed.has(path) && roleOf(path, text) === 'test');
  const judging = [
    ...files.flatMap((file) => (holdsTests(file) ? [file.after ?? file.before ?? []].flat() : [])),
    ...others.map(({ path, text }) => readSource(text, languageOf(path))),
  ];
  return { files, ...halves, judging };
}

/** Whether the change holds anything but tests and what belongs to them. */
export const changesSources = ({ files }: Pick<Ground, 'files'>): boolean =>
  files.some(
    ({ role, before, after, path }) =>
      role === 'source' && codeOf(path, before) !== codeOf(path, after) && !/\.(?:md|txt|rst)$/.test(path),
  );

/** Of a file of Rust what stands before its tests. */
const codeOf = (path: string, source: Source | null): string | undefined =>
  path.endsWith('.rs') ? source?.code.split(/#\[cfg\(test\)\]/)[0] : source?.code;

const gone = new WeakMap<Ground, ReadonlySet<string>>();

/**
 * Says that a text of tests speaks of something that the change takes out of a source: a name that stood on removed lines of it, and
 * stands nowhere in it now.
 */
export function speaksOfGone(ground: Ground, text: string): boolean {
  const names = gone.get(ground) ?? namesGone(ground);
  gone.set(ground, names);
  return (text.match(NAMES) ?? []).some((word) => names.has(word));
}

const NAMES = /[A-Za-z_$][\w$]{3,}/g;

function namesGone({ files }: Ground): ReadonlySet<string> {
  const sources = files.filter(({ role, before }) => role === 'source' && before);
  const still = new Set(sources.flatMap(({ after }) => after?.code.match(NAMES) ?? []));
  const was = sources.flatMap(({ removed, before, after }) =>
    after ? removed.flatMap(({ code }) => code.match(NAMES) ?? []) : (before?.code.match(NAMES) ?? []),
  );
  return new Set(was.filter((name) => !still.has(name)));
}

/** Rust keeps tests beside what they test. */
export function holdsTests(file: Looked): boolean {
  return isRun(file, file.role);
}

const isRun = ({ path }: Looked, role: Role): boolean => role === 'test' || role === 'support' || path.endsWith('.rs');

function unitsOf(file: Looked, source: Source | null): readonly Placed[] {
  return source ? testsIn(source).units.map((unit) => ({ file, unit })) : [];
}

type Key = (placed: Placed) => string;

/** Ways to know a test again, the surest first. A body too small to be telling is none. */
const WAYS: readonly Key[] = [
  ({ file, unit }) => `${file.path}\0${unit.path}\0${unit.bodyDigest}`,
  ({ file, unit }) => `${file.path}\0${unit.path}`,
  ({ unit }) => `${unit.group}\0${unit.path}`,
  ({ file, unit }) => `${file.path}\0${unit.group}\0${unit.name}`,
  ({ unit }) => (unit.group ? '' : unit.name),
  ({ unit }) => (unit.group || unit.body.length < 40 ? '' : unit.bodyDigest),
];

function pairUp(before: readonly Placed[], after: readonly Placed[]): Pick<Ground, 'pairs' | 'gone' | 'come'> {
  const pairs: Pair[] = [];
  let [gone, come] = [before, after];
  for (const way of WAYS) {
    const byKey = new Map<string, Placed[]>();
    for (const placed of come) {
      const same = byKey.get(way(placed));
      if (same) same.push(placed);
      else byKey.set(way(placed), [placed]);
    }
    const used = new Set<Placed>();
    gone = gone.filter((old) => {
      const other = way(old) === '' ? undefined : byKey.get(way(old))?.shift();
      if (!other) return true;
      used.add(other);
      pairs.push({ file: other.file, before: old.unit, after: other.unit });
      return false;
    });
    come = come.filter((placed) => !used.has(placed));
  }
  const similar = renamed(gone, come);
  return {
    pairs: [...pairs, ...similar.pairs],
    gone: gone.filter((placed) => !similar.used.has(placed)),
    come: come.filter((placed) => !similar.used.has(placed)),
  };
}

/** Above so many pairs nothing is compared: then a file was written anew. */
const MOST_PAIRS = 10_000;
const ENOUGH = 0.6;

/** Renamed and changed a little at once: most of the lines are the same. */
function renamed(
  gone: readonly Placed[],
  come: readonly Placed[],
): { pairs: readonly Pair[]; used: ReadonlySet<Placed> } {
  const pairs: Pair[] = [];
  const used = new Set<Placed>();
  if (gone.length * come.length > MOST_PAIRS) return { pairs, used };
  const rated = gone.flatMap((old) => come.map((now) => ({ old, now, likeness: likeness(old, now) })));
  for (const { old, now } of rated.filter((each) => each.likeness >= ENOUGH).sort((a, b) => b.likeness - a.likeness)) {
    if (used.has(old) || used.has(now)) continue;
    used.add(old).add(now);
    pairs.push({ file: now.file, before: old.unit, after: now.unit });
  }
  return { pairs, used };
}

function likeness(a: Placed, b: Placed): number {
  if (a.unit.group || b.unit.group) return 0;
  const [left, right] = [wordsOf(a.unit), wordsOf(b.unit)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return left.size + right.size < 8 ? 0 : (2 * shared) / (left.size + right.size);
}

const words = new WeakMap<TestUnit, ReadonlySet<string>>();

function wordsOf(unit: TestUnit): ReadonlySet<string> {
  const known = words.get(unit) ?? new Set(unit.body.match(/[\w$]+|[^\s\w]+/g) ?? []);
  words.set(unit, known);
  return known;
}

/** The line of the new text where something of the old text was. */
export function whereWas(file: Looked, line: number): number {
  if (!file.after) return 1;
  const hunk = file.hunks.find(
    ({ removed }) => (removed[0]?.line ?? 0) <= line && line <= (removed.at(-1)?.line ?? -1),
  );
  const last = file.after.lineAt(Math.max(0, file.after.text.length - 1));
  return Math.min(Math.max(1, hunk?.line ?? line), last);
}
