// The rules for tests that are skipped, or excluded because another test is marked as the only one. Three of the rules of ../index.ts.
import { type AnalyzedFile, type Line, linesOf } from '../change.js';
import { conditionsAround, isSettled } from '../conditions.js';
import { changesSources, holdsTests, type Pair, type TamperContext } from '../context.js';
import { type Found, saying, type Weight } from '../finding.js';
import type { Source } from '../source.js';
import { type Skip, testsIn } from '../tests/index.js';
import { newLines, uncommented } from './line-patterns.js';

/** A test that ran before and is skipped now: by a mark, a call, a `return`, or a condition around it. */
export function testSkipped(context: TamperContext): readonly Found[] {
  const compiled = conditionsOfSources(context.files);
  return context.pairs
    .flatMap((pair) => [...marked(pair, compiled), ...wrapped(pair)])
    .filter((found) => found.weight === 'blocks' || !changesSources(context) || asksEnvironment(context, found));
}

/**
 * Whether a skip depends on a variable of the environment, which hides it from some runs. Beside changed sources, other conditions (a platform, a
 * version, a feature) are usual, and a test that they skip here is reported by its result.
 */
function asksEnvironment({ files }: TamperContext, { file, line }: Found): boolean {
  const { after } = files.find(({ path }) => path === file) ?? {};
  return ENVIRONMENT.test(
    after
      ? linesOf(after, Math.max(1, line - 1), 3)
          .map(({ text }) => text)
          .join('\n')
      : '',
  );
}

const ENVIRONMENT =
  /\benviron\b|[gG]etenv\(|\bprocess\.env\b|\bimport\.meta\.env\b|\benv::var|option_env!|\bCI\b|testing\.Short\(\)/;

function marked({ file, before, after }: Pair, compiled: string): readonly Found[] {
  const had = new Set(before.skips.map(keyOf));
  if (before.skips.some(({ conditional }) => !conditional)) return [];
  const replaced = before.skips.filter((skip) => !after.skips.some((each) => keyOf(each) === keyOf(skip)));
  const isOfSources = (skip: Skip) =>
    [skip, ...replaced].some(({ how }) => compiled.includes(predicateOf(how) ?? NONE));
  return after.skips
    .filter((skip) => !had.has(keyOf(skip)) && !(skip.conditional && isOfSources(skip)))
    .map((skip) => ({
      file: file.path,
      line: skip.line,
      kind: 'test-skipped',
      weight: skip.conditional ? 'named' : 'blocks',
      because: saying(skip.conditional ? 'ran-and-is-skipped-where' : 'ran-and-is-skipped', after.path, skip.how),
    }));
}

const NONE = '\0';

/** `feature = "unicode"` of `#[cfg(feature = "unicode")]`, without spaces. */
function predicateOf(how: string): string | undefined {
  return /^(?:#\[\s*)?cfg\s*\((.*)\)\s*\]?$/s.exec(how)?.[1]?.replace(/\s+/g, '');
}

/** Where the change edits the conditions of compilation in sources, its tests follow. Returns these lines without spaces. */
function conditionsOfSources(files: readonly AnalyzedFile[]): string {
  const lines = files
    .filter(({ role }) => role === 'source')
    .flatMap((file) => [...outsideTests(file.before, file.removed), ...outsideTests(file.after, file.added)]);
  return lines
    .filter(({ code }) => /\bcfg!?\s*\(/.test(code))
    .map(({ text }) => text.replace(/\s+/g, ''))
    .join('\n');
}

function outsideTests(source: Source | null, lines: readonly Line[]): readonly Line[] {
  const units = source ? testsIn(source).units : [];
  return lines.filter(({ at }) => !units.some(({ from, to }) => from <= at && at < to));
}

const keyOf = ({ how, conditional }: Skip): string => `${how}\0${conditional}`;

function wrapped({ file, before, after }: Pair): readonly Found[] {
  if (!file.before || !file.after) return [];
  const had = conditionsAround(file.before, before.from);
  const now = conditionsAround(file.after, after.from).filter(({ text }) => !had.some((old) => old.text === text));
  return now.map(({ line, text }) => {
    return {
      file: file.path,
      line,
      kind: 'test-skipped',
      weight: isSettled(text) ? 'blocks' : 'named',
      because: saying('only-there-where', after.path, text),
    };
  });
}

/** Skipped tests in languages that are read line by line: RSpec, minitest, ExUnit. */
export function testMarked({ files }: TamperContext): readonly Found[] {
  return files.filter(({ path, role }) => role === 'test' && /\.(?:rb|exs)$/.test(path)).flatMap(markedIn);
}

const TITLE = /(['"])(?<title>.+?)\1/;
const SKIPPED =
  /^\s*(?:x(?:it|describe|context|specify|example|feature|scenario)|pending|skip)\b|,\s*(?::(?:skip|pending)\b|(?:skip|pending):\s*(?!false|nil))|^\s*@(?:module|describe)?tag\s+(?::skip\b|skip:)/;
const ONLY = /^\s*f(?:it|describe|context|specify|example)\b|,\s*(?::focus\b|focus:\s*true)/;

/** Blocks if the test existed without the mark; otherwise the finding is only named. */
function markedIn(file: AnalyzedFile): readonly Found[] {
  if (!file.before) return [];
  const ran = new Set(file.removed.filter((line) => !SKIPPED.test(line.text)).map(titleOf));
  return newLines(file).flatMap((line): readonly Found[] => {
    const said = uncommented(line);
    const finding = { file: file.path, line: line.line };
    if (ONLY.test(said))
      return [{ ...finding, kind: 'test-narrowed', weight: 'blocks', because: saying('only-this', said.trim()) }];
    if (!SKIPPED.test(said)) return [];
    const title = titleOf(line);
    const weight: Weight = title !== undefined && ran.has(title) ? 'blocks' : 'named';
    return [{ ...finding, kind: 'test-skipped', weight, because: saying('skipped-now', said.trim()) }];
  });
}

const titleOf = (line: Line): string | undefined => TITLE.exec(line.text)?.groups?.title;

/** A test marked as the only one to run. */
export function testNarrowed({ files }: TamperContext): readonly Found[] {
  return files.filter(holdsTests).flatMap(({ path, before, after }) => {
    const had = before ? onlyIn(before) : 0;
    const lines = after ? testsIn(after).units.flatMap(({ only, path: name }) => (only ? [{ only, name }] : [])) : [];
    return lines.slice(had).map(
      ({ only, name }): Found => ({
        file: path,
        line: only,
        kind: 'test-narrowed',
        weight: 'blocks',
        because: saying('only-this', name),
      }),
    );
  });
}

function onlyIn(source: Parameters<typeof testsIn>[0]): number {
  return testsIn(source).units.filter(({ only }) => only).length;
}
