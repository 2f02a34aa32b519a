// The conversation, as a function of what happened. Pure. It only grows at its end: a prefix that changed would have to be
// paid for again, and thinking in it would be refused.
import type { Block, Message } from '../ports/model.js';
import { recapOf } from './recap.js';
import { blocksToGiveBack, type Note, type TurnRecord } from './turn-record.js';
import { afresh } from './words.js';

/** The beats of the conversation as it is now: after an overflow it is another one. */
export function sinceAfresh(beats: readonly TurnRecord[]): readonly TurnRecord[] {
  return beats.slice(1 + beats.findLastIndex(({ told }) => told.turn.stop === 'overflow'));
}

/** All messages up to the next turn. */
export function messagesOf(it: {
  task: string;
  common?: string | undefined;
  pictures?: readonly Block[] | undefined;
  beats: readonly TurnRecord[];
  notes: readonly Note[];
  /** The model that is asked, where it is not the role's own. */
  to?: string | undefined;
}): readonly Message[] {
  const { task, common, pictures = [], beats, notes, to } = it;
  const now = sinceAfresh(beats);
  const before = beats.slice(0, beats.length - now.length);
  const first: readonly Block[] = common === undefined ? [] : [{ kind: 'text', text: common, cached: true }];
  const asked = [...first, ...pictures, text(task)];
  const opening = before.length === 0 ? asked : [...asked, text(`${afresh}\n${recapOf(before)}`)];
  const said: Message[] = [{ role: 'user', blocks: opening }];
  for (const { told, results } of now) {
    said.push({ role: 'user', blocks: notesAs(told.notes) });
    said.push({ role: 'assistant', blocks: withWords(blocksToGiveBack(told, to)) });
    said.push({ role: 'user', blocks: results });
  }
  return joined([...said, { role: 'user', blocks: notesAs(notes) }]);
}

const text = (words: string): Block => ({ kind: 'text', text: words });

const notesAs = (notes: readonly Note[]): readonly Block[] => notes.map((note) => text(note.text));

/** A turn of thinking alone says nothing, and cannot be given back. */
function withWords(blocks: readonly Block[]): readonly Block[] {
  return blocks.some(({ kind }) => kind !== 'thinking') ? blocks : [];
}

/** Roles must alternate: neighbours become one message, and empty ones vanish. */
function joined(messages: readonly Message[]): readonly Message[] {
  const out: Message[] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (message.blocks.length === 0) continue;
    if (last?.role !== message.role) out.push(message);
    else out[out.length - 1] = { role: last.role, blocks: [...last.blocks, ...message.blocks] };
  }
  return out;
}
