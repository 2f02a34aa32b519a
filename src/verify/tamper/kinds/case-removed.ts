import type { AnalyzedFile } from '../change.js';
import { changesSources, holdsTests, type Pair, type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';

/** A removed or changed row of a table of cases. */
export function caseRemoved(context: TamperContext): readonly Found[] {
  const { pairs, files, gone } = context;
  const tables = pairs.flatMap((pair) => tableOf(context, pair));
  const reported = new Set([...tables.map(({ file }) => file), ...gone.map(({ file }) => file.path)]);
  return [...tables, ...files.filter((file) => holdsTests(file) && !reported.has(file.path)).flatMap(looseRows)];
}

function tableOf(context: TamperContext, { file, before, after }: Pair): readonly Found[] {
  const lost = without(before.cases, after.cases);
  const more = without(after.cases, before.cases);
  if (lost.length === 0 || before.cases.length === 0) return [];
  const shrinks = lost.length > more.length;
  // The table is gone without fewer cases: the test was rewritten, and the assertion rules apply.
  if (after.cases.length === 0 && !shrinks) return [];
  if (!shrinks && changesSources(context)) return [];
  return [
    {
      file: file.path,
      line: lineOfFirst(file, lost) ?? after.line,
      kind: shrinks ? 'case-removed' : 'expectation-changed',
      weight: shrinks && more.length === 0 && !changesSources(context) ? 'blocks' : 'named',
      because: shrinks
        ? saying('cases-less', after.path, String(lost.length - more.length), short(lost[0]))
        : saying('case-other', after.path, short(lost[0]), short(more[0])),
    },
  ];
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const each of other) left.set(each, (left.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(each) ?? 0;
    if (count > 0) left.set(each, count - 1);
    return count === 0;
  });
}

function lineOfFirst(file: AnalyzedFile, lost: readonly string[]): number | undefined {
  const [first = ''] = lost;
  const line = file.removed.find(({ text }) => text.replace(/\s+/g, ' ').includes(first.slice(0, 60)))?.line;
  return line === undefined ? undefined : whereWas(file, line);
}

const short = (text = ''): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** A list, object or pair on its own line, such as tests iterate over. */
const ROW = /^\s*(?:[[({].*[\])}]|['"`\w.-]+\s*:\s*\S.*)\s*,\s*$/;

function looseRows(file: AnalyzedFile): readonly Found[] {
  return file.hunks.flatMap(({ removed, added, line }): readonly Found[] => {
    const rows = removed.filter(({ text, code }) => ROW.test(text) && /^\s*[[({]/.test(code));
    const isAllRows = rows.length > 0 && rows.length === removed.filter(({ text }) => text.trim() !== '').length;
    const moved = rows.some(({ text }) => file.added.some((other) => other.text.trim() === text.trim()));
    if (!isAllRows || moved || added.some(({ text }) => text.trim() !== '')) return [];
    return [
      {
        file: file.path,
        line,
        kind: 'case-removed',
        weight: 'named',
        because: saying('rows-gone', String(rows.length), short(rows[0]?.text.trim())),
      },
    ];
  });
}
