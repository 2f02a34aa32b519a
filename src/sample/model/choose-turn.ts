// Finds the turn of a script that answers a conversation. Used by answer.ts.
import { type Conversation, type Message, textOf, toolTextOf } from './request.js';
import { turnsWithAnswers } from './review-requests.js';
import type { Script, Part as ScriptPart, TextMatch, Turn, When } from './script.js';

/** A part with the turns of this conversation. */
type Part = Omit<ScriptPart, 'turns'> & { readonly turns: readonly Turn[] };

export type Choice =
  | { readonly found: true; readonly part: string; readonly number: number; readonly turn: Turn }
  | { readonly found: false; readonly why: string };

/**
 * The turn of a script that answers a conversation: of the first part that matches, the first turn whose `when` holds, else the next turn
 * without `when`. If that part has no turn left, the next part that matches answers. Which one is next depends on the messages only, so a restarted client that sends them again gets the same answer.
 */
export function chooseTurn(script: Script, conversation: Conversation): Choice {
  const parts = script.parts
    .filter(({ when }) => isFulfilled(when, conversation))
    .map((each) => ({ ...each, turns: turnsWithAnswers(each, firstText(conversation)) }));
  for (const part of parts) {
    const chosen = turnWithCondition(part, conversation) ?? nextInOrder(part, conversation);
    if (!chosen) continue;
    const number = part.turns.indexOf(chosen) + 1;
    return { found: true, part: part.name, number, turn: withCaptures(chosen, part, conversation) };
  }

  const [part] = parts;
  if (!part) return noTurn(script, conversation, `none of the parts ${list(script.parts)} fits`);
  const ordered = part.turns.filter(({ when }) => when === undefined).length;
  const reason = `part "${part.name}" has ${ordered} turns in order, all used, and none of its conditions holds`;
  return noTurn(script, conversation, reason);
}

const firstText = ({ messages }: Conversation): string => textOf(messages.find(({ role }) => role === 'user')?.content);

/** The turn with `{{name}}` in its texts and tool calls replaced by what its part captures from the first message. */
function withCaptures(turn: Turn, { captures }: Part, conversation: Conversation): Turn {
  const first = firstText(conversation);
  const found = Object.entries(captures).map(([name, pattern]) => {
    return [`{{${name}}}`, new RegExp(pattern, 'u').exec(first)?.[1] ?? ''] as const;
  });
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return found.reduce((text, [mark, by]) => text.replaceAll(mark, by), value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return found.length === 0 ? turn : ({ ...turn, text: fill(turn.text), tools: fill(turn.tools) } as Turn);
}

function turnWithCondition(part: Part, conversation: Conversation): Turn | undefined {
  return part.turns.find(({ when }) => when !== undefined && isFulfilled(when, conversation));
}

/** The next turn without `when`. The turns that are used up are counted by replaying the conversation. */
function nextInOrder(part: Part, conversation: Conversation): Turn | undefined {
  const used = earlierConversations(conversation).filter((past) => turnWithCondition(part, past) === undefined).length;
  return part.turns.filter(({ when }) => when === undefined)[used];
}

/** The conversation as it was before each of the model's answers. */
function earlierConversations(conversation: Conversation): Conversation[] {
  return conversation.messages.flatMap(({ role }, index) =>
    role === 'assistant' ? [{ ...conversation, messages: conversation.messages.slice(0, index) }] : [],
  );
}

function isFulfilled(when: When, conversation: Conversation): boolean {
  const { model, offers, turn } = when;
  const spoken = conversation.messages.filter(({ role }) => role === 'user');
  return (
    (model === undefined || conversation.model.includes(model)) &&
    (offers === undefined || (conversation.tools ?? []).some(({ name }) => name === offers)) &&
    (turn === undefined || isWithin(turn, earlierConversations(conversation).length + 1)) &&
    matchesText(when.system, textOf(conversation.system)) &&
    matchesText(when.first, textOf(spoken[0]?.content)) &&
    matchesText(when.user, lastText(spoken)) &&
    matchesText(when.tool, toolTextOf(spoken.at(-1)?.content))
  );
}

/** The last message of the user that has text. Messages with tool results only are skipped. */
function lastText(spoken: readonly Message[]): string {
  return textOf(spoken.findLast(({ content }) => textOf(content) !== '')?.content);
}

function isWithin(turn: NonNullable<When['turn']>, number: number): boolean {
  return typeof turn === 'number' ? number === turn : number >= turn.from && number <= turn.to;
}

function matchesText(match: TextMatch | undefined, text: string): boolean {
  if (match === undefined) return true;
  if (typeof match === 'string') return text.includes(match);
  return 'contains' in match ? text.includes(match.contains) : new RegExp(match.matches, 'u').test(text);
}

function noTurn(script: Script, conversation: Conversation, reason: string): Choice {
  const spoken = conversation.messages.filter(({ role }) => role === 'user');
  const seen = [
    `model ${conversation.model}`,
    `turn ${earlierConversations(conversation).length + 1}`,
    `last user text ${quote(lastText(spoken))}`,
    `last tool text ${quote(toolTextOf(spoken.at(-1)?.content))}`,
  ];
  return { found: false, why: `script "${script.name}" has no turn for this request (${seen.join(', ')}): ${reason}` };
}

function list(parts: readonly ScriptPart[]): string {
  return parts.map(({ name }) => `"${name}"`).join(', ');
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
