// What a Scout says must be there to be seen: a citation that leads nowhere goes back to it.

/** A place in a file of the tree, or a span of a verification's log; lines count from 1. */
export type Citation =
  | { readonly file: string; readonly line: number; readonly to?: number | undefined }
  | { readonly run_id: string; readonly log: string; readonly from: number; readonly to: number };

/** How many lines a file has, or a log of a run; null when there is none. */
export type Look = (file: string, run_id?: string) => number | null;

/** Whoever cites more than this shows nothing. */
export const LONGEST_SPAN = 200;

/** What is wrong with citations, a sentence each; empty when all of them resolve. Nothing cited is wrong too. */
export function unresolved(citations: readonly Citation[], look: Look): readonly string[] {
  if (citations.length === 0)
    return ['Nothing is cited. Name a file and a line, or a span of a log, for what you say.'];
  return citations.flatMap((citation) => {
    const why = wrongWith(citation, look);
    return why === null ? [] : [`${shown(citation)}: ${why}`];
  });
}

const spanOf = (citation: Citation): { readonly from: number; readonly to: number } =>
  'file' in citation
    ? { from: citation.line, to: citation.to ?? citation.line }
    : { from: citation.from, to: citation.to };

function wrongWith(citation: Citation, look: Look): string | null {
  const { from, to } = spanOf(citation);
  const place = 'file' in citation ? citation.file : citation.log;
  if (!isPlain(place)) return 'that is no path below the root.';
  if (![from, to].every((line) => Number.isSafeInteger(line) && line >= 1)) return 'lines are whole numbers from 1.';
  if (to < from) return 'it ends before it begins.';
  const lines = 'file' in citation ? look(place) : look(place, citation.run_id);
  if (lines === null) return 'file' in citation ? 'there is no such file.' : 'that run has no such log.';
  if (to > lines) return `it has ${lines} ${lines === 1 ? 'line' : 'lines'} only.`;
  return to - from >= LONGEST_SPAN ? `that is more than ${LONGEST_SPAN} lines; cite the ones that show it.` : null;
}

/** Relative, in its plain spelling: a place has one name. */
const isPlain = (path: string): boolean =>
  path !== '' && !/[\\\0\n\r]/.test(path) && path.split('/').every((step) => !['', '.', '..'].includes(step));

function shown(citation: Citation): string {
  const { from, to } = spanOf(citation);
  const place = 'file' in citation ? citation.file : `${citation.run_id}/${citation.log}`;
  return `${JSON.stringify(place).slice(1, -1)}:${from === to ? from : `${from}-${to}`}`;
}
