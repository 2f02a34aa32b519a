import type { AnalyzedFile } from '../change.js';
import { type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { STARTS } from '../role.js';
import type { Source } from '../source.js';

/** Thresholds where more is stricter (GOAL), and limits where less is stricter (LIMIT). */
const GOAL =
  /(?<![\w-])["']?(branches|functions|lines|statements|fail[_-]under|cov-fail-under|threshold|target|minimum|min[_-]?coverage|line[_-]?coverage|break|high|low|minimum[_-]?coverage|coverage[_-]?threshold|check-coverage|perFile|COVERAGE_MIN\w*|MIN_COVERAGE\w*|COVERAGE|--?coverage)["']?\s*(?:[:=]|\s)\s*["']?(\d+(?:\.\d+)?)\s*%?/g;
const LIMIT =
  /(?<![\w-])["']?(max-?warnings|maxWarnings|max[_-]?complexity|complexity|maxSize|limit)["']?\s*(?:[:=]|\s)\s*(?:\[\s*["']\w+["']\s*,\s*)?["']?(\d+(?:\.\d+)?)/g;
const ABOUT_COVERAGE = /coverage|threshold|fail[_-]under|jacoco|nyc|c8\b|tarpaulin|stryker|mutation/i;

/** A threshold that was lowered or removed. */
export function thresholdLowered({ files }: TamperContext): readonly Found[] {
  const candidates = files.filter(
    ({ role, path }) =>
      role === 'judge' ||
      role === 'manifest' ||
      /\.(?:ya?ml|toml|cfg|ini|json|properties|sh)$|coverage|stryker/i.test(path),
  );
  return candidates
    .filter(({ role }) => role !== 'lock' && role !== 'record')
    .filter(({ path }) => !STARTS.test(path))
    .flatMap(inFile);
}

/** Small reductions are common maintenance. */
const fallsFar = (was: number, is: number): boolean => Math.min(was, is) < 0.75 * Math.max(was, is);

interface Threshold {
  readonly key: string;
  readonly value: number;
  readonly line: number;
}

function inFile(file: AnalyzedFile): readonly Found[] {
  const { before, after } = file;
  if (!before) return [];
  return [
    ...(ABOUT_COVERAGE.test(before.text) ? moved(file, GOAL, (was, is) => is < was) : []),
    ...moved(file, LIMIT, (was, is) => is > was).filter(() => after !== null),
  ];
}

function moved(file: AnalyzedFile, pattern: RegExp, lower: (was: number, is: number) => boolean): readonly Found[] {
  const [old, now] = [thresholdsIn(file.before, pattern), thresholdsIn(file.after, pattern)];
  return [...new Set(old.map(({ key }) => key))].flatMap((key): readonly Found[] => {
    const [was, is] = [old, now].map((thresholds) => thresholds.filter((threshold) => threshold.key === key));
    return (was ?? []).flatMap((threshold, nth): readonly Found[] => {
      const other = is?.[nth];
      if (!other && pattern === LIMIT) return [];
      if (other && !lower(threshold.value, other.value)) return [];
      const line = other?.line ?? whereWas(file, threshold.line);
      const because = other
        ? saying('bar-lower', key, String(threshold.value), String(other.value))
        : saying('bar-gone', key, String(threshold.value));
      return [
        {
          file: file.path,
          line,
          kind: 'threshold-lowered',
          weight: other && fallsFar(threshold.value, other.value) ? 'blocks' : 'named',
          because,
        },
      ];
    });
  });
}

function thresholdsIn(source: Source | null, pattern: RegExp): readonly Threshold[] {
  if (!source) return [];
  return source.text.split('\n').flatMap((text, at) => {
    const start = source.startOf(at + 1);
    const said =
      source.comments.slice(start, start + text.length).trim() === ''
        ? text
        : source.code.slice(start, start + text.length);
    return [...said.slice(0, 2000).matchAll(pattern)].map(
      ([, key = '', value]): Threshold => ({ key, value: Number(value), line: at + 1 }),
    );
  });
}
