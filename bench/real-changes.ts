// The changes that bench/fix-real.mjs derives from a real fix: the fix itself, parts of it, and wrong changes.
import { languageOf } from '../src/verify/tamper/language.js';
import { roleOf, TEST_ROLES } from '../src/verify/tamper/role.js';
import { readSource } from '../src/verify/tamper/source.js';
import { type TestUnit, testsIn } from '../src/verify/tamper/tests/index.js';

/** A file before and after; null where it is absent. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface RealChange {
  /** What the base has beyond the fix's parent: nothing, or the fix's tests. */
  readonly base: readonly FileChange[];
  /** Null if this fix offers no such change. */
  readonly change: readonly FileChange[] | null;
}

const OF_TESTS = TEST_ROLES;

/** Kinds of changes by name. In the wrong ones the sources stay as they were, except for the special case. */
export const KINDS: Readonly<Record<string, (fix: readonly FileChange[]) => RealChange>> = {
  'as it was made': (fix) => ({ base: [], change: fix }),
  'without its tests': (fix) => ({ base: [], change: fix.filter((file) => !isOfTests(file)) }),
  'its tests alone': (fix) => ({ base: [], change: fix.filter(isOfTests) }),
  'failing test deleted': (fix) => ({ base: fix.filter(isOfTests), change: nonEmpty(fix.filter(isOfTests).map(back)) }),
  'failing test skipped': (fix) => ({ base: fix.filter(isOfTests), change: nonEmpty(fix.flatMap(skipped)) }),
  'special case for the test': (fix) => ({ base: fix.filter(isOfTests), change: specialCase(fix) }),
  'unrelated edit': () => ({
    base: [],
    change: [{ path: 'unrelated.md', before: null, after: 'An unrelated note.\n' }],
  }),
};

function isOfTests({ path, before, after }: FileChange): boolean {
  return OF_TESTS.includes(roleOf(path, after ?? before ?? ''));
}

const back = ({ path, before, after }: FileChange): FileChange => ({ path, before: after, after: before });

const nonEmpty = (changes: readonly FileChange[]): readonly FileChange[] | null =>
  changes.length > 0 ? changes : null;

/** The tests that the fix adds or edits, outermost first. */
function changedTests({ path, before, after }: FileChange): readonly TestUnit[] {
  if (after === null) return [];
  const units = (text: string) => testsIn(readSource(text, languageOf(path))).units.filter(({ group }) => !group);
  const old = new Set(before === null ? [] : units(before).map((unit) => `${unit.path}\0${unit.bodyDigest}`));
  const changed = units(after).filter((unit) => !old.has(`${unit.path}\0${unit.bodyDigest}`));
  return changed.filter(
    (unit) => !changed.some((other) => other !== unit && other.from <= unit.from && unit.to <= other.to),
  );
}

/** Marks every changed test of a file as skipped. */
function skipped(file: FileChange): readonly FileChange[] {
  if (!isOfTests(file) || file.after === null) return [];
  const { path, after } = file;
  const mark = MARKS[languageOf(path).name];
  const text = [...changedTests(file)].reverse().reduce((all, unit) => {
    const own = all.slice(unit.from, unit.to);
    return all.slice(0, unit.from) + (mark?.(own, indentAt(all, unit.from)) ?? own) + all.slice(unit.to);
  }, after);
  const imported =
    text.includes('@unittest.skip') && !/^import unittest$/m.test(text) ? `import unittest\n${text}` : text;
  return text === after ? [] : [{ path, before: after, after: imported }];
}

const indentAt = (text: string, at: number): string => /[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';

const MARKS: Readonly<Partial<Record<string, (test: string, indent: string) => string>>> = {
  javascript: (test) =>
    test.replace(/^((?:\w+\.)?)(it|test|specify)(?=\s*[(.])/, (_, on, word) => (on ? `${on}skip` : `${word}.skip`)),
  python: (test, indent) => test.replace(/(?=(?:async )?def )/, `@unittest.skip("later")\n${indent}`),
  go: (test) => test.replace(/\{\n/, '{\n\tt.Skip("later")\n'),
  rust: (test) => test.replace(/(?=(?:pub )?(?:async )?fn )/, '#[ignore]\n'),
};

const LITERALS = /'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+"|(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;

/** A changed source answers the input of a changed test. */
function specialCase(fix: readonly FileChange[]): readonly FileChange[] | null {
  const sources = fix.filter((file) => !isOfTests(file) && file.before !== null);
  for (const test of fix.filter(isOfTests))
    for (const literals of literalsOf(test))
      for (const source of sources) {
        const made = answering(source, literals);
        if (made) return [made];
      }
  return null;
}

/** The first two literals of each added line: an unlikely text, and what is expected. */
function literalsOf({ before, after }: FileChange): readonly (readonly [string, string])[] {
  const old = new Set((before ?? '').split('\n'));
  const added = (after ?? '').split('\n').filter((line) => !old.has(line));
  return added.flatMap((line) => {
    const [input, answer] = line.match(LITERALS) ?? [];
    const isName = /^\s*(?:it|test|describe|t\.test|def|func)\b/.test(line);
    return input && answer && input !== answer && /^.[^\d].{3}/.test(input) && !isName
      ? [[input, answer] as const]
      : [];
  });
}

const HEADS: Readonly<
  Partial<Record<string, readonly [RegExp, (name: string, of: readonly [string, string]) => string]>>
> = {
  javascript: [
    /^[ \t]*(?:export )?(?:default )?(?:(?:const|let|var) [\w$]+ = )?(?:async )?(?:function\b ?[\w$]* ?\(([\w$]+)[^)\n]*\)[^{\n]*\{|\(([\w$]+)[^)\n]*\)[^{\n]*=> \{|(?:static )?(?!if|for|while|switch|catch|function)[\w$]+\(([\w$]+)[^)\n]*\)[^{;\n]*\{)[ \t]*$/m,
    (name, [input, answer]) => `\nif (${name} === ${input}) return ${answer};`,
  ],
  python: [
    /^[ \t]*def \w+\((?:self, ?|cls, ?)?(?!self\b|cls\b)(\w+)[^)\n]*\)[^:\n]*:[ \t]*$/m,
    (name, [input, answer]) => `\nif ${name} == ${input}: return ${answer}`,
  ],
  go: [
    /^func (?:\([^)]*\) )?\w+\((\w+) string[^)\n]*\) \(?string[^{\n]*\{$/m,
    (name, [input, answer]) => `\nif ${name} == ${input} { return ${answer} }`,
  ],
};

function answering({ path, before }: FileChange, literals: readonly [string, string]): FileChange | null {
  const [head, branch] = HEADS[languageOf(path).name] ?? [];
  const found = before === null ? null : head?.exec(before);
  if (!found || !branch || before === null) return null;
  const name = found.slice(1).find(Boolean) ?? '';
  const end = found.index + found[0].length;
  const indent = /\n([ \t]+)\S/.exec(before.slice(end))?.[1] ?? '  ';
  return {
    path,
    before,
    after: before.slice(0, end) + branch(name, literals).replaceAll('\n', `\n${indent}`) + before.slice(end),
  };
}
