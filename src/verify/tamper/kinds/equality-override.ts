// The rule for objects and functions that make every comparison true. One of the rules of ../index.ts.
import type { AnalyzedFile } from '../change.js';
import type { TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import { newLines } from './line-patterns.js';

/** Definitions of equality in several languages up to the body, and bodies that always return true. */
const HEADS: readonly RegExp[] = [
  /\bdef\s+__(?:eq|ne|lt|le|gt|ge|bool|contains|instancecheck|subclasscheck)__\s*\([^)]*\)[^:]*:/,
  /__(?:eq|ne|bool|contains)__\s*=\s*lambda\b[^:]*:/,
  /\b(?:equals|isEqual|asymmetricMatch|isDeepEqual|deepEqual)\s*(?:[:=]\s*(?:function\s*)?)?\([^)]*\)\s*(?::\s*boolean\s*)?(?:=>\s*)?\{?/,
  /\[Symbol\.(?:hasInstance)\]\s*(?:[:=]\s*(?:function\s*)?)?\([^)]*\)\s*(?:=>\s*)?\{?/,
  /\bfn\s+(?:eq|ne|partial_cmp)\s*\([^)]*\)\s*->\s*[\w<>:]+\s*\{/,
  /\bfunc\s*\([^)]*\)\s*(?:Equal|Equals|Is|Matches)\s*\([^)]*\)\s*bool\s*\{/,
  /\bboolean\s+equals\s*\([^)]*\)\s*\{|\bfun\s+equals\s*\([^)]*\)(?:\s*:\s*Boolean)?\s*[={]|\bbool\s+Equals\s*\([^)]*\)\s*(?:\{|=>)/,
];
const YES = /^\s*(?:\{\s*)?(?:return\s+)?(?:true|True|!0|1\s*==\s*1|Some\(Ordering::Equal\))\s*;?\s*(?:\}.*)?$/;
/** Objects that change their value every time they are read. */
const TRICKS =
  /(?:\bvalueOf|\btoString|\[Symbol\.toPrimitive\])\s*(?:[:=]\s*(?:function\s*)?)?\([^)]*\)\s*(?:=>\s*\{?|\{)\s*(?:return\s+)?(?:[\w.]+\+\+|\+\+[\w.]+)/;

const REPLACED =
  /(?<![\w.])(?:Object\.is|Number\.isNaN|Array\.isArray|isDeepStrictEqual|util\.isDeepStrictEqual)\s*=(?![=>])/;

/** A value that equals everything, so that comparisons prove nothing. */
export function equalityOverride({ files }: TamperContext): readonly Found[] {
  return files.filter(({ role }) => ['source', 'test', 'support'].includes(role)).flatMap(inFile);
}

function inFile(file: AnalyzedFile): readonly Found[] {
  const { after } = file;
  if (!after || after.language.name === 'other') return [];
  const lines = newLines(file);
  const byLine = new Map(file.added.map((line) => [line.line, line.code]));
  return lines.flatMap(({ line, code }): readonly Found[] => {
    const rest = [1, 2, 3].map((more) => byLine.get(line + more) ?? '').filter((next) => next.trim() !== '');
    if (REPLACED.test(code)) {
      const because = saying('comparing-replaced');
      return [{ file: file.path, line, kind: 'equality-override', weight: 'blocks', because }];
    }
    const trick = TRICKS.test(`${code} ${rest.join(' ')}`) && TRICKS.test(`${code.trim()} ${rest[0] ?? ''}`);
    const head = HEADS.map((each) => each.exec(code)).find(Boolean);
    const body = head ? code.slice(head.index + head[0].length).trim() || (rest[0] ?? '') : '';
    if (!trick && !(head && YES.test(body))) return [];
    const because = saying(trick ? 'worth-changes' : 'equal-to-all');
    return [{ file: file.path, line, kind: 'equality-override', weight: 'blocks', because }];
  });
}
