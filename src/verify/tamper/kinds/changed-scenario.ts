// Tells whether a removed assertion went with what it was about: the test does something else now, rather than checking less of the same. Used by
// assertion-removed.ts.
import type { AnalyzedFile } from '../change.js';
import type { Source } from '../source.js';
import type { Assertion } from '../tests/index.js';
import { type Comparable, newAssertions, plain } from './changed-assertions.js';

export const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\b\d[\w.]*/g;

export const hunkOf = (file: AnalyzedFile, { line }: Assertion) =>
  file.hunks.find(({ removed }) => removed.some((each) => each.line === line));

/** Whether a larger part of the test went: the code that computed the subject, or, where the file gets other assertions, the whole test or helper. */
export function isPartOfRewrite({ file, test, after }: Comparable, was: Assertion): boolean {
  if (test && after.length > 0 && isSubjectGone(file, test, was) && !isCallLeft(file, was)) return true;
  if (newAssertions(file).length === 0) return false;
  return test ? test.isRenamed || isHelperGone(file, was.matcher) : isHelperGone(file, functionAround(file, was));
}

/**
 * Whether other statements of the test went with the assertion: then the test no longer does what the assertion checked, rather than checking
 * less of what it still does.
 */
export function isPartOfScenario({ file, test, before }: Comparable, was: Assertion): boolean {
  const hunk = hunkOf(file, was);
  if (!hunk || !file.before) return false;
  const source = file.before;
  const checks = (test?.before.assertions ?? before).map(({ line, at, text }) => ({
    line,
    to: lastLineOf(source, at, text),
  }));
  const still = new Set(file.added.map(({ text }) => plain(text)));
  const called = new Set(hunk.added.flatMap(({ code }) => callsIn(code)));
  return hunk.removed.some(
    ({ line, code, text }) =>
      /\w/.test(code) &&
      !still.has(plain(text)) &&
      !callsIn(code).some((name) => called.has(name)) &&
      !checks.some((check) => check.line <= line && line <= check.to),
  );
}

/** Whether the test lost a line above with a value or a member that the assertion was about, and no longer contains it: its input is gone. */
export function isInputGone({ file, test, before }: Comparable, was: Assertion): boolean {
  if (!test || !file.before || !file.after) return false;
  const source = file.before;
  const checks = before.map(({ line, at, text }) => ({ line, to: lastLineOf(source, at, text) }));
  const other = file.removed
    .filter(({ at }) => test.before.from <= at && at < was.at)
    .filter(({ line }) => !checks.some((check) => check.line <= line && line <= check.to))
    .map(({ text }) => text)
    .join('\n');
  const now = file.after.text.slice(test.after.from, test.after.to);
  const about = `${was.subject} ${was.expected}`;
  const parts = [...(about.match(LITERAL) ?? []).filter((text) => text.length >= 5), ...(about.match(MEMBER) ?? [])];
  return parts.some((part) => hasPart(other, part) && !hasPart(now, part));
}

const MEMBER = /\.[A-Za-z_]\w*(?!\w|\s*\()/g;

const hasPart = (text: string, part: string): boolean =>
  part.startsWith('.') ? new RegExp(`\\${part}\\b`).test(text) : text.includes(part);

/** Whether the lines where the assertion was still make the call whose result or error it checked. */
function isCallLeft(file: AnalyzedFile, was: Assertion): boolean {
  const hunk = hunkOf(file, was);
  const called = new Set(hunk?.added.flatMap(({ code }) => callsIn(code)));
  return (
    was.matcher === '!=' && hunk?.removed.some(({ code }) => callsIn(code).some((name) => called.has(name))) === true
  );
}

export const callsIn = (code: string): readonly string[] =>
  [...code.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)\s*\(/g)].map(([, name = '']) => name);

/** The line on which an assertion ends. */
function lastLineOf(source: Source, at: number, text: string): number {
  const open = source.code.indexOf('(', at);
  return open < 0 || open > at + text.length ? source.lineAt(at) : source.lineAt(source.closeOf(open));
}

/** Whether a variable of the test that the assertion checks is gone. */
function isSubjectGone(
  { before, after }: AnalyzedFile,
  test: NonNullable<Comparable['test']>,
  was: Assertion,
): boolean {
  const old = before?.code.slice(test.before.from, test.before.to) ?? '';
  const now = after?.code.slice(test.after.from, test.after.to) ?? '';
  const names =
    `${was.subject} ${was.expected}`.replace(LITERAL, '').match(/(?<![.\w$])[A-Za-z_]\w*(?!\w|\s*\()/g) ?? [];
  return names.some(
    (name) =>
      new RegExp(`\\b${name}\\b[\\w\\s,]*:?=(?!=)|\\bas\\s+${name}\\b`).test(old) &&
      !new RegExp(`\\b${name}\\b`).test(now),
  );
}

const DECLARES = String.raw`\b(?:function\s*\*?|def|func|fn|const|let|var)\s+`;

/** The name of the function whose declaration precedes an assertion. */
function functionAround({ before }: AnalyzedFile, { at }: Assertion): string {
  return (
    [...(before?.code.slice(0, at).matchAll(new RegExp(`${DECLARES}(\\w+)\\s*[(<]`, 'g')) ?? [])].at(-1)?.[1] ?? ''
  );
}

function isHelperGone({ before, after }: AnalyzedFile, name: string): boolean {
  const declares = new RegExp(`${DECLARES}${name}\\b`);
  return name !== '' && declares.test(before?.code ?? '') && !declares.test(after?.code ?? '');
}
