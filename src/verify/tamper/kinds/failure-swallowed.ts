import type { AnalyzedFile } from '../change.js';
import { holdsTests, type Pair, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { testsIn } from '../tests/index.js';
import { newLines, type Row, rowsIn } from './new-lines.js';

const ROWS: readonly Row[] = [
  {
    is: /(?:expect|assert)\w*\(.*\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|null|void 0)/,
    weight: 'blocks',
    says: 'failure-dropped',
  },
  {
    is: /(?:contextlib\.)?\bsuppress\(\s*(?:AssertionError|Exception|BaseException)\b/,
    weight: 'blocks',
    says: 'failures-suppressed',
  },
  { is: /\bcatch_unwind\s*\(/, weight: 'blocks', says: 'panic-caught' },
  { is: /\brecover\(\)/, weight: 'named', says: 'panic-recovered' },
  {
    is: /\bjest\.retryTimes\(|\bthis\.retries\(|\bflaky\(|@(?:Repeated|Retry|Flaky)\w*|\bretries?\s*:\s*[1-9]|mark\.flaky/,
    weight: 'named',
    says: 'run-until-passing',
  },
];

/** A failing assertion whose error is caught and ignored. */
export function failureSwallowed({ files, pairs }: TamperContext): readonly Found[] {
  return files
    .filter(holdsTests)
    .flatMap((file) => [...caught(file, pairs), ...rowsIn(file, 'failure-swallowed', ROWS)]);
}

interface Caught {
  readonly from: number;
  readonly to: number;
  /** The body of the handler. */
  readonly handler: string;
  readonly line: number;
}

function caught(file: AnalyzedFile, pairs: readonly Pair[]): readonly Found[] {
  const { after } = file;
  if (!after) return [];
  const fresh = new Set(newLines(file).map(({ line }) => line));
  const { units, shared } = testsIn(after);
  const assertions = [...units.flatMap((unit) => unit.assertions), ...shared];
  return (after.language.name === 'python' ? pythonTries(after) : tries(after)).flatMap((block): readonly Found[] => {
    const inside = assertions.some(({ at }) => at > block.from && at < block.to);
    // A handler that asserts something, or a body that fails if nothing is thrown, tests for errors.
    const body = after.code.slice(block.from, block.to);
    const usesError =
      /\bthrow\b|\braise\b|\bfail\w*\b|\bexpect\b|\bassert\w*\b|\breject\b|\bdone\(|\bnext\(|\bt\.\w+|\bself\.\w*|\bskip|\bFail\(/;
    const expectsThrow = /\bfail\w*\s*\(|\bthrow\b|\braise\b|\bassert\.fail|\bt\.fail|unreachable|DidNotThrow/.test(
      body,
    );
    if (!inside || usesError.test(block.handler) || expectsThrow || !fresh.has(block.line)) return [];
    const because = saying('failures-dropped-here');
    // Whether it is in a test that existed before.
    const was = pairs.some(({ file: of, after: { from, to } }) => of === file && from <= block.from && block.to <= to);
    return [
      { file: file.path, line: block.line, kind: 'failure-swallowed', weight: was ? 'blocks' : 'named', because },
    ];
  });
}

function tries(source: Source): readonly Caught[] {
  return [...source.code.matchAll(/\btry\s*\{/g)].flatMap(({ index, 0: head }): readonly Caught[] => {
    const from = index + head.length - 1;
    const to = source.closeOf(from);
    const handler = /^\s*catch\s*(?:\([^)]*\))?\s*\{/.exec(source.code.slice(to + 1, to + 300));
    if (!handler) return [];
    const open = to + handler[0].length;
    return [{ from, to, handler: source.code.slice(open, source.closeOf(open)), line: source.lineAt(open) }];
  });
}

function pythonTries(source: Source): readonly Caught[] {
  return [...source.code.matchAll(/^([ \t]*)try:[ \t]*$/gm)].flatMap(
    ({ index, 0: head, 1: indent = '' }): readonly Caught[] => {
      const from = index + head.length;
      const rest = source.code.slice(from, from + 20_000);
      const handler = new RegExp(
        `\\n${indent}except\\b(?:[^\\n]*?(?:AssertionError|Exception)[^\\n]*)?:([^\\n]*(?:\\n(?:${indent}[ \\t]+[^\\n]*|[ \\t]*(?=\\n|$)))*)`,
      ).exec(rest);
      if (!handler) return [];
      const at = from + handler.index + 1;
      return [{ from, to: at, handler: handler[1] ?? '', line: source.lineAt(at) }];
    },
  );
}
