import type { Commit, FileChange } from '../../github/git/commits.js';
import { fullName, type Repository } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import type { Scene, View } from '../scene.js';
import { writer } from './commits.js';
import { when } from './small.js';
import { reference } from './thread-lines.js';

/** What a pull request adds to the lines of a file. */
export type LineParts = {
  /** The number of a line of the new side, such as a link. */
  number(path: string, line: number): Piece;
  /** Rows below a line. */
  below(path: string, line: Line): Piece;
};

const plain: LineParts = { number: (_, line) => line, below: () => null };

/** The changes of each file. */
export function diff(changes: readonly FileChange[], parts: LineParts = plain): Piece {
  if (changes.length === 0) return html`<p class="quiet">No changes to show.</p>`;
  return changes.map((change) => file(change, parts));
}

/** Total additions and deletions. */
export function sum(changes: readonly FileChange[]): Html {
  const of = (name: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[name], 0);
  return counts({ additions: of('additions'), deletions: of('deletions') });
}

function counts({ additions, deletions }: Pick<FileChange, 'additions' | 'deletions'>): Html {
  return html`<span class="counts"><span class="is-added">+${additions}</span> <span class="is-removed">−${deletions}</span></span>`;
}

const words = { added: 'new', removed: 'deleted', modified: null } as const;

function file(change: FileChange, parts: LineParts): Html {
  const { path } = change;
  const word = words[change.status];
  const rows = linesOf(change.patch).map((line) => [row(line, parts.number(path, line.new)), parts.below(path, line)]);
  return html`<details class="file" id="file-${path}" open><summary><code>${path}</code>${word !== null && html` <span class="badge">${word}</span>`} ${counts(change)}</summary>
  ${change.patch === '' ? html`<p class="quiet">Binary file not shown.</p>` : html`<div class="diff"><table>${rows}</table></div>`}</details>`;
}

/** The last lines of a hunk, shown above a review comment. */
export function excerpt(hunk: string): Html {
  const lines = linesOf(hunk).filter(({ kind }) => kind !== 'hunk');
  return html`<div class="diff"><table>${lines.slice(-4).map((line) => row(line, line.new))}</table></div>`;
}

export type Line = {
  readonly kind: 'hunk' | 'added' | 'removed' | 'same';
  readonly old: number;
  readonly new: number;
  readonly text: string;
};

const kinds = new Map([
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
    const kind = [...kinds].find(([mark]) => text.startsWith(mark))?.[1];
    // "\ No newline at end of file" is not a line of the file.
    if (kind === undefined) return [];
    const line = { kind, ...at, text: text.slice(1) };
    at = { old: at.old + (kind === 'added' ? 0 : 1), new: at.new + (kind === 'removed' ? 0 : 1) };
    return [line];
  });
}

const signs = { added: '+', removed: '−', same: '', hunk: '' } as const;

function row({ kind, text, old }: Line, number: Piece): Html {
  if (kind === 'hunk') return html`<tr class="is-hunk"><td colspan="4">${text}</td></tr>`;
  return html`<tr class="is-${kind}"><td class="n">${kind !== 'added' && old}</td><td class="n">${kind !== 'removed' && number}</td><td class="sign">${signs[kind]}</td><td><code>${text}</code></td></tr>`;
}

type Given = {
  readonly repository: Repository;
  readonly commit: Commit;
  readonly changes: readonly FileChange[];
};

/** The page of a commit. */
export function commitPage(scene: Scene, { repository, commit, changes }: Given): View {
  const { sha, message, author } = commit;
  const [title = '', ...rest] = message.split('\n');
  const body = rest.join('\n').trim();
  const pulls = [...(repository.pullsByCommit.get(sha) ?? [])];
  const main = html`
<div id="issue-head" class="issue-head">
  <h1>${title}</h1>
  ${body !== '' && html`<pre class="message">${body}</pre>`}
  <p class="quiet"><code>${sha.slice(0, 10)}</code> by <strong>${writer(scene, commit)?.login ?? author.name}</strong> ${when(author.date, scene.now)} · ${sum(changes)}${pulls.length > 0 && html` · of ${pulls.map(reference)}`}</p>
</div>
<div id="files" class="files">${diff(changes)}</div>`;
  return { title: `${title} · ${fullName(repository)}`, main, repository, tab: 'pulls' };
}
