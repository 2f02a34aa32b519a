// Renders diffs: changed files for the commit and pull request pages, and the excerpt above a review comment in the timeline.

import type { FileChange } from '../../github/git/commits.js';
import { type Html, html, type Piece } from '../html/html.js';
/** What the page of a pull request adds to each line of a diff. */
export type LineParts = {
  /** The cell with the line number of the new side; a link where the viewer may comment. */
  numberCell(path: string, line: number): Piece;
  /** Table rows below a line, such as its comments. */
  rowsBelow(path: string, line: Line): Piece;
};

const plainLines: LineParts = { numberCell: (_, line) => line, rowsBelow: () => null };

/** The changes of each file. */
export function diff(changes: readonly FileChange[], parts: LineParts = plainLines): Piece {
  if (changes.length === 0) return html`<p class="quiet">No changes to show.</p>`;
  return changes.map((change) => fileDiff(change, parts));
}

/** Total additions and deletions. */
export function totalCounts(changes: readonly FileChange[]): Html {
  const of = (name: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[name], 0);
  return counts({ additions: of('additions'), deletions: of('deletions') });
}

function counts({ additions, deletions }: Pick<FileChange, 'additions' | 'deletions'>): Html {
  return html`<span class="counts"><span class="is-added">+${additions}</span> <span class="is-removed">−${deletions}</span></span>`;
}

const statusWords = { added: 'new', removed: 'deleted', modified: null } as const;

function fileDiff(change: FileChange, parts: LineParts): Html {
  const { path } = change;
  const word = statusWords[change.status];
  const rows = linesOf(change.patch).map((line) => [
    lineRow(line, parts.numberCell(path, line.new)),
    parts.rowsBelow(path, line),
  ]);
  return html`<details class="file" id="file-${path}" open><summary><code>${path}</code>${word !== null && html` <span class="badge">${word}</span>`} ${counts(change)}</summary>
  ${change.patch === '' ? html`<p class="quiet">Binary file not shown.</p>` : html`<div class="diff"><table>${rows}</table></div>`}</details>`;
}

/** The last lines of a hunk, shown above a review comment. */
export function excerpt(hunk: string): Html {
  const lines = linesOf(hunk).filter(({ kind }) => kind !== 'hunk');
  return html`<div class="diff"><table>${lines.slice(-4).map((line) => lineRow(line, line.new))}</table></div>`;
}

/** A line of a patch. `old` and `new` are its numbers on both sides; an added line has only a new one, a removed line only an old one. */
export type Line = {
  readonly kind: 'hunk' | 'added' | 'removed' | 'same';
  readonly old: number;
  readonly new: number;
  readonly text: string;
};

const kindByPrefix = new Map([
  ['+', 'added'],
  ['-', 'removed'],
  [' ', 'same'],
] as const);

/** The lines of a patch with their old and new numbers. */
export function linesOf(patch: string): Line[] {
  let at = { old: 0, new: 0 };
  return patch.split('\n').flatMap((text): Line[] => {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) {
      at = { old: Number(hunk[1]), new: Number(hunk[2]) };
      return [{ kind: 'hunk', ...at, text }];
    }
    const kind = [...kindByPrefix].find(([mark]) => text.startsWith(mark))?.[1];
    // "\ No newline at end of file" is not a line of the file.
    if (kind === undefined) return [];
    const line = { kind, ...at, text: text.slice(1) };
    at = { old: at.old + (kind === 'added' ? 0 : 1), new: at.new + (kind === 'removed' ? 0 : 1) };
    return [line];
  });
}

const SIGNS = { added: '+', removed: '−', same: '', hunk: '' } as const;

function lineRow({ kind, text, old }: Line, number: Piece): Html {
  if (kind === 'hunk') return html`<tr class="is-hunk"><td colspan="4">${text}</td></tr>`;
  return html`<tr class="is-${kind}"><td class="n">${kind !== 'added' && old}</td><td class="n">${kind !== 'removed' && number}</td><td class="sign">${SIGNS[kind]}</td><td><code>${text}</code></td></tr>`;
}
