import { html, type Piece, wrap } from '../html/html.js';
import type { Ink } from './ink.js';

// One pass over a text: whatever matches first, from left to right. Each part is bounded or begins at a word's start,
// so that no text makes it slow.
const spoken = new RegExp(
  [
    String.raw`(?<address>https?:\/\/[^\s<>"'\x60]{0,2000}[^\s<>"'\x60.,;:!?)\]}*_~])`,
    String.raw`(?<command>(?<=^|\n)\/[a-z][a-z-]{0,38}(?=\s|$)[^\n]*)`,
    String.raw`(?<![\w/@.-])@(?<login>[A-Za-z\d](?:[A-Za-z\d-]{0,38}))(?![\w@/]|\.\w)`,
    String.raw`(?<![\w/.&#-])(?<repository>[\w.-]{1,100}\/[\w.-]{1,100})?#(?<number>\d{1,9})(?!\w)`,
    String.raw`~~(?=\S)(?<struck>[^~\n]{1,1000})~~`,
    String.raw`(?<line>\n)`,
  ].join('|'),
  'g',
);

/** A text with what GitHub sees in it: addresses, mentions, issues, strokes through words, a line's end; and slash commands. */
export function words(text: string, ink: Ink): Piece {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(spoken)) {
    pieces.push(text.slice(at, found.index), pieceOf(found, ink));
    at = found.index + found[0].length;
  }
  pieces.push(text.slice(at));
  return pieces;
}

function pieceOf({ 0: whole, groups = {} }: RegExpMatchArray, ink: Ink): Piece {
  const { address, command, login, repository, number, struck } = groups;
  if (groups.line !== undefined) return html`<br>`;
  if (struck !== undefined) return wrap('del', words(struck, ink));
  if (command !== undefined) return html`<code class="command">${command.trimEnd()}</code>`;
  if (login !== undefined) return html`<span class="mention">@${login}</span>`;
  if (ink.inLink) return whole;
  if (address !== undefined) return html`<a href="${address}" rel="nofollow noopener noreferrer">${address}</a>`;
  const target = ink.references.find({ repository: repository ?? null, number: Number(number) });
  return target === null
    ? whole
    : html`<a class="reference" href="${target.path}" title="${target.title}">${target.isHere ? `#${number}` : whole}</a>`;
}
