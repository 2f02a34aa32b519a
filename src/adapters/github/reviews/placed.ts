// GitHub takes a remark only beside a part of the difference, and refuses a whole review for one that is not. Pure.

/** A remark beside a line of the head, or beside several. */
export interface Remark {
  readonly path: string;
  readonly from?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** A file of a pull request. Without a patch (bytes, or too long to show) nothing stands beside its lines. */
export interface Changed {
  readonly filename: string;
  readonly patch?: string | undefined;
}

/** The remarks that have a place beside the difference, and those that have none. */
export function placed<One extends Remark>(
  remarks: readonly One[],
  files: readonly Changed[],
): { readonly beside: readonly One[]; readonly apart: readonly One[] } {
  const hunks = new Map(files.map(({ filename, patch = '' }) => [filename, hunksOf(patch)]));
  const fits = ({ path, line, from = line }: One) =>
    from <= line && (hunks.get(path) ?? []).some(([first, last]) => first <= from && line <= last);
  return { beside: remarks.filter(fits), apart: remarks.filter((one) => !fits(one)) };
}

/** The first and the last line that each part shows of the new text. */
const hunksOf = (patch: string): readonly (readonly [number, number])[] =>
  [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, count = '1']) => {
    const first = Number(from);
    return [first, first + Number(count) - 1];
  });

/**
 * A review's words, followed by the remarks that found no place beside the difference. What is hidden in the last line stays the
 * last: by that whoever wrote it knows it again.
 */
export function withApart(body: string, apart: readonly Remark[]): string {
  const [, words = body, hidden = ''] = /^([\s\S]*?)(\n\n<!-- [^\n]* -->)?$/.exec(body) ?? [];
  const placeless = apart.map(
    ({ path, from, line, body: said }) => `\`${path.replaceAll('`', "'")}:${spanOf(from, line)}\`\n\n${said}`,
  );
  return [words, ...placeless].join('\n\n') + hidden;
}

const spanOf = (from: number | undefined, line: number): string =>
  from === undefined || from === line ? String(line) : `${from}-${line}`;
