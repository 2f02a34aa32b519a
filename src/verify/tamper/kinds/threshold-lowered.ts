import type { Looked } from '../change.js';
import { type Found, saying } from '../finding.js';
import { type Ground, whereWas } from '../ground.js';
import { STARTS } from '../role.js';
import type { Source } from '../source.js';

/** What has to be reached: more is stricter. Of `LIMIT`, less is. */
const GOAL =
  /(?<![\w-])["']?(branches|functions|lines|statements|fail[_-]under|cov-fail-under|threshold|target|minimum|min[_-]?coverage|line[_-]?coverage|break|high|low|minimum[_-]?coverage|coverage[_-]?threshold|check-coverage|perFile|COVERAGE_MIN\w*|MIN_COVERAGE\w*|COVERAGE|--?coverage)["']?\s*(?:[:=]|\s)\s*["']?(\d+(?:\.\d+)?)\s*%?/g;
const LIMIT =
  /(?<![\w-])["']?(max-?warnings|maxWarnings|max[_-]?complexity|complexity|maxSize|limit)["']?\s*(?:[:=]|\s)\s*(?:\[\s*["']\w+["']\s*,\s*)?["']?(\d+(?:\.\d+)?)/g;
const ABOUT_COVERAGE = /coverage|threshold|fail[_-]under|jacoco|nyc|c8\b|tarpaulin|stryker|mutation/i;

/** A bar that is lower than it was, or gone. */
export function thresholdLowered({ files }: Ground): readonly Found[] {
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

/** A little lower is what maintainers do as well. */
const fallsFar = (was: number, is: number): boolean => Math.min(was, is) < 0.75 * Math.max(was, is);

interface Bar {
  readonly key: string;
  readonly value: number;
  readonly line: number;
}

function inFile(file: Looked): readonly Found[] {
  const { before, after } = file;
  if (!before) return [];
  return [
    ...(ABOUT_COVERAGE.test(before.text) ? moved(file, GOAL, (was, is) => is < was) : []),
    ...moved(file, LIMIT, (was, is) => is > was).filter(() => after !== null),
  ];
}

function moved(file: Looked, pattern: RegExp, lower: (was: number, is: number) => boolean): readonly Found[] {
  const [old, now] = [barsIn(file.before, pattern), barsIn(file.after, pattern)];
  return [...new Set(old.map(({ key }) => key))].flatMap((key): readonly Found[] => {
    const [was, is] = [old, now].map((bars) => bars.filter((bar) => bar.key === key));
    return (was ?? []).flatMap((bar, nth): readonly Found[] => {
      const other = is?.[nth];
      if (!other && pattern === LIMIT) return [];
      if (other && !lower(bar.value, other.value)) return [];
      const line = other?.line ?? whereWas(file, bar.line);
      const because = other
        ? saying('bar-lower', key, String(bar.value), String(other.value))
        : saying('bar-gone', key, String(bar.value));
      return [
        {
          file: file.path,
          line,
          kind: 'threshold-lowered',
          weight: other && fallsFar(bar.value, other.value) ? 'blocks' : 'named',
          because,
        },
      ];
    });
  });
}

function barsIn(source: Source | null, pattern: RegExp): readonly Bar[] {
  if (!source) return [];
  return source.text.split('\n').flatMap((text, at) => {
    const start = source.startOf(at + 1);
    const said =
      source.comments.slice(start, start + text.length).trim() === ''
        ? text
        : source.code.slice(start, start + text.length);
    return [...said.slice(0, 2000).matchAll(pattern)].map(
      ([, key = '', value]): Bar => ({ key, value: Number(value), line: at + 1 }),
    );
  });
}
