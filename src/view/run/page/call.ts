import { lineOf } from '../../board/line.js';
import { type Markup, markup, type Piece } from '../../board/page/markup.js';
import { argumentOf } from '../argument.js';
import type { Deed, Part } from '../talk.js';
import { replaced, written } from './changes.js';
import { prose } from './prose.js';
import { block, seen } from './seen.js';
import type { Showing } from './showing.js';

type Call = Extract<Part, { kind: 'call' }>;

/** Where a call stands: whether its agent went on after it. */
export interface Place {
  readonly last: boolean;
}

/** One call in a line; unfolded, what went in and what came out. */
export function callOf(call: Call, place: Place, of: Showing): Markup {
  const { tool, input, deed } = call;
  const { mark, kind } = markOf(deed, tool);
  const facts = factsOf(deed, of);
  const note = noteOf(call, place, of);
  return markup`<details class="call ${kind}"><summary><span class="mark">${mark}</span><code class="tool">${seen(tool.slice(0, 60))}</code>
<span class="argument">${lineOf(argumentOf(input, 120))}</span>${facts !== '' && markup`<span class="soft">${facts}</span>`}</summary>
<div class="inside">${inputOf(call, of)}${outputOf(deed, of)}${note !== '' && markup`<p class="soft">${note}</p>`}</div></details>`;
}

function markOf(deed: Deed, tool: string): { readonly mark: string; readonly kind: string } {
  if (deed.is === 'done') return deed.failed ? { mark: '✗', kind: 'is-failed' } : { mark: '✓', kind: '' };
  if (tool === 'answer' && deed.is === 'void') return { mark: '➤', kind: 'is-answer' };
  return { mark: '–', kind: 'is-void' };
}

function factsOf(deed: Deed, { say }: Showing): string {
  if (deed.is !== 'done') return '';
  const lines = deed.text === '' ? 0 : deed.text.replace(/\n$/, '').split('\n').length;
  return `${say.lines(lines)} · ${say.took(deed.ms)}`;
}

function noteOf({ tool, deed }: Call, { last }: Place, { view, say }: Showing): string {
  if (deed.is === 'begun') return say.deed.begun;
  if (deed.is === 'done') return '';
  if (deed.why !== undefined) return `${say.deed.void} ${seen(deed.why.slice(0, 500))}`;
  if (tool === 'answer') return last ? (view.status === 'succeeded' ? say.deed.handedIn : '') : say.deed.sentBack;
  return last ? say.deed.never : say.deed.void;
}

function outputOf(deed: Deed, of: Showing): Piece {
  if (deed.is !== 'done') return null;
  const { say, room } = of;
  const answer = deed.answered;
  return [
    markup`<h5>${say.output}</h5>${deed.text === '' ? markup`<p class="soft">${say.nothing}</p>` : block(deed.text, room.text, of)}`,
    answer !== undefined && markup`<h5>${say.person}</h5>${block(answer, room.text, of)}`,
  ];
}

function inputOf({ tool, input }: Call, of: Showing): Piece {
  const fields = Object.entries(typeof input === 'object' && input !== null ? input : {});
  if (fields.length === 0) return null;
  const shown = fields.slice(0, of.room.items).map(([name, value]) => fieldOf({ tool, name, value }, of));
  return markup`<h5>${of.say.input}</h5><dl class="fields">${shown}</dl>`;
}

function fieldOf({ tool, name, value }: { tool: string; name: string; value: unknown }, of: Showing): Markup {
  const shown =
    changeIn({ tool, name, value }, of) ??
    (tool === 'answer' && typeof value === 'string' ? prose(value, of.room.text, of) : fieldValue(value, of));
  return markup`<div><dt>${seen(name.slice(0, 60))}</dt><dd>${shown}</dd></div>`;
}

/** What an edit or a new file changes, as a change; anything else is nothing. */
function changeIn({ tool, name, value }: { tool: string; name: string; value: unknown }, of: Showing): Piece {
  if (tool === 'write' && name === 'content' && typeof value === 'string') return written(value, of);
  if (tool !== 'edit' || name !== 'edits' || !Array.isArray(value)) return null;
  return value.slice(0, of.room.items).map((each: unknown) => {
    const { old, new: young } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    return typeof old === 'string' && typeof young === 'string' ? replaced(old, young, of) : fieldValue(each, of);
  });
}

function fieldValue(value: unknown, of: Showing): Markup {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= 100 && !text.includes('\n')) return markup`<code>${seen(text)}</code>`;
  return block(typeof value === 'string' ? value : JSON.stringify(value, null, 2), of.room.text, of);
}
