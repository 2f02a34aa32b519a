// The messages of the conversation, computed from the turn records. Pure. The conversation only grows at its end: a changed prefix would
// not be read from the cache, and the service rejects changed thinking blocks.
import type { Block, Call, CallResult, Message } from '../ports/model.js';
import { personAnswer, restartNote } from './prompt-texts.js';
import { blocksToSend, callsOf, type Note, type TurnWithResults } from './turn-record.js';

/** The turns of the current conversation. After an overflow a new one begins. */
export function currentConversation(records: readonly TurnWithResults[]): readonly TurnWithResults[] {
  return records.slice(1 + records.findLastIndex(({ reply }) => reply.turn.stop === 'overflow'));
}

/** All messages of the request for the next turn. */
export function messagesOf(input: {
  task: string;
  common?: string | undefined;
  pictures?: readonly Block[] | undefined;
  records: readonly TurnWithResults[];
  notes: readonly Note[];
  /** The model that is asked, if it is not the role's own. */
  to?: string | undefined;
}): readonly Message[] {
  const { task, common, pictures = [], records, notes, to } = input;
  const current = currentConversation(records);
  const earlier = records.slice(0, records.length - current.length);
  const commonBlocks: readonly Block[] = common === undefined ? [] : [{ kind: 'text', text: common, cached: true }];
  const firstBlocks = [...commonBlocks, ...pictures, text(task)];
  const opening = earlier.length === 0 ? firstBlocks : [...firstBlocks, text(`${restartNote}\n${recapOf(earlier)}`)];
  const messages: Message[] = [{ role: 'user', blocks: opening }];
  for (const { reply, results } of current) {
    messages.push({ role: 'user', blocks: notesAs(reply.notes) });
    messages.push({ role: 'assistant', blocks: unlessOnlyThinking(blocksToSend(reply, to)) });
    messages.push({ role: 'user', blocks: results });
  }
  return joined([...messages, { role: 'user', blocks: notesAs(notes) }]);
}

const text = (words: string): Block => ({ kind: 'text', text: words });

const notesAs = (notes: readonly Note[]): readonly Block[] => notes.map((note) => text(note.text));

/** The service rejects a message that consists of thinking only; such a message is left out. */
function unlessOnlyThinking(blocks: readonly Block[]): readonly Block[] {
  return blocks.some(({ kind }) => kind !== 'thinking') ? blocks : [];
}

/** Joins consecutive messages of one role, because roles must alternate, and drops empty ones. */
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

/** The start of a result with a person's answer. The summary includes all of these, however old they are. */
const ANSWER_PREFIX = personAnswer('');

/** The most calls that the summary lists. */
const MAX_CALLS = 80;
/** The longest text of each part, in characters. */
const MAX_TEXT_LENGTH = 2000;
/** The number of last results that are shown. */
const LAST_RESULTS = 3;

/** A summary of the work so far for a new conversation, from the record: one line per call, then the last text and results. */
function recapOf(records: readonly TurnWithResults[]): string {
  const calls = records.flatMap(({ reply, results }) =>
    callsOf(reply.turn).flatMap((call, n) => {
      const result = results[n];
      return result ? [{ call, result }] : [];
    }),
  );
  const lines = calls.map(lineOf);
  const shown = lines.slice(-MAX_CALLS);
  return [
    ...(lines.length > shown.length ? [`(${lines.length - shown.length} earlier calls are left out)`] : []),
    ...shown,
    ...calls
      .filter(({ result }) => result.text.startsWith(ANSWER_PREFIX))
      .map(({ call, result }) => `- ${call.tool} ${shortInput(call.input)}\n${short(result.text)}`),
    ...lastTexts(records),
    ...calls.slice(-LAST_RESULTS).map(({ call, result }) => `What \`${call.tool}\` last gave:\n${short(result.text)}`),
  ].join('\n');
}

const lineOf = ({ call, result }: { call: Call; result: CallResult }): string =>
  `- ${call.tool} ${shortInput(call.input)}${result.failed ? ': failed' : ''}`;

/** The short values of an input, such as a path or a command. Long ones are replaced by their length. */
function shortInput(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const shownValues = values.flatMap(([name, value]) => {
    const shown = JSON.stringify(value) ?? '';
    return shown.length <= 200 ? [`${name}=${shown}`] : [`${name}=(${shown.length} characters)`];
  });
  return shownValues.join(' ');
}

function lastTexts(records: readonly TurnWithResults[]): readonly string[] {
  const words = records
    .flatMap(({ reply }) => reply.turn.blocks)
    .findLast((block) => block.kind === 'text' && block.text.trim() !== '');
  return words?.kind === 'text' ? [`What you said last:\n${short(words.text)}`] : [];
}

const short = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)} […]`;
