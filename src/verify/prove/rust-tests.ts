// Tests inside Rust source files (`#[cfg(test)]`). To run the tests of a change on the base's sources, a file is put together from the base's code
// and the change's tests. The tests come last, because Rust does not depend on the order of items. Pure. Used by proof.ts.
import { languageOf } from '../tamper/language.js';
import { readSource, type Source } from '../tamper/source.js';
import { testsIn } from '../tamper/tests/index.js';

/** Offsets in a file. */
interface Region {
  readonly from: number;
  readonly to: number;
}

/** Matches `#[cfg(…)]` and `#![cfg(…)]`. */
const MARK = /#(!?)\[\s*cfg\s*\(([^\]]*)\)\s*\]/g;
/** Matches the condition of `cfg(test)` and `cfg(all(test, …))`. */
const OF_TESTS = /^\s*(?:all\s*\((?:[^()]*,)?)?\s*test\s*(?:[,)]|$)/;

/**
 * The top-level items under `#[cfg(test)]`; null if the file cannot be cut: such an item is inside another one, or its end is unknown, or
 * the condition is another one than `test` or `all(test, …)`, or applies to the whole file.
 */
function testItems(source: Source): readonly Region[] | null {
  const regions: Region[] = [];
  for (const { index, 0: mark, 1: inner, 2: condition = '' } of source.code.matchAll(MARK)) {
    if (!/\btest\b/.test(condition) || /\bnot\s*\(/.test(condition)) continue;
    if (regions.some(({ to }) => index < to)) continue;
    const end = itemEnd(source, index + mark.length);
    if (inner !== '' || !OF_TESTS.test(condition) || source.around(index).length > 0 || end === null) return null;
    regions.push({ from: index, to: end });
  }
  return regions;
}

/**
 * The end of the item that follows its attributes: its closing brace, or its semicolon. `code` has the same offsets as the text. `closeOf`
 * returns the length if the bracket is not closed.
 */
function itemEnd(source: Source, from: number): number | null {
  const { code } = source;
  // The braces of `use a::{b, c};` do not end the item.
  const isImport = /^\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?use\b/.test(code.slice(from, from + 2000));
  for (let at = from; at < code.length; at += 1) {
    const letter = code[at] ?? '';
    if (letter === ';') return at + 1;
    if (letter === '{' && !isImport) return source.closeOf(at) < code.length ? source.closeOf(at) + 1 : null;
    if ('([{'.includes(letter)) at = source.closeOf(at);
  }
  return null;
}

const textOf = (text: string, regions: readonly Region[]): string =>
  regions.map(({ from, to }) => text.slice(from, to)).join('\n\n');

function without(text: string, regions: readonly Region[]): string {
  const ends = [0, ...regions.map(({ to }) => to)];
  const begins = [...regions.map(({ from }) => from), text.length];
  return ends.map((end, n) => text.slice(end, begins[n])).join('');
}

/**
 * A Rust file with the code before a change and the tests after it; null if the change leaves its tests as they were, or if one of the two
 * files cannot be cut.
 */
export function codeBeforeWithTestsAfter(path: string, before: string, after: string): string | null {
  if (!path.endsWith('.rs')) return null;
  const [old, now] = [before, after].map((text) => testItems(readSource(text, languageOf(path))));
  if (!old || !now) return null;
  const tests = textOf(after, now);
  return tests === textOf(before, old) ? null : `${without(before, old)}\n${tests}\n`;
}

/** Whether a change edits tests or examples in a Rust source file. True if that cannot be determined. */
export function editsOwnTests(path: string, before: string | null, after: string | null): boolean {
  if (!path.endsWith('.rs')) return false;
  const [old, now] = [before, after].map((text) => (text === null ? '' : ownTests(readSource(text, languageOf(path)))));
  return old === null || now === null || old !== now;
}

/** The text of all tests and examples; null if the file cannot be cut. */
function ownTests(source: Source): string | null {
  const items = testItems(source);
  if (items === null) return null;
  const units = testsIn(source).units.map(({ path, bodyDigest }) => `${path} ${bodyDigest}`);
  return [textOf(source.text, items), ...units, ...examplesIn(source)].join('\n');
}

/** Lines of code in documentation comments, which `cargo test` runs. */
function examplesIn({ comments }: Source): readonly string[] {
  const lines = comments.split('\n').flatMap((line) => /^\s*\/\/[/!](.*)$/.exec(line)?.[1] ?? []);
  let isCode = false;
  return lines.filter((line) => {
    const isFence = line.trim().startsWith('```');
    if (isFence) isCode = !isCode;
    return isFence || isCode;
  });
}
