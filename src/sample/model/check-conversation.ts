// The rules of the Messages API for conversations: order of roles, tool results, signatures, cache breakpoints. Used by answer.ts.
import { type Block, blocksOf, type Conversation, digest, type Message } from './request.js';

const MAX_BREAKPOINTS = 4;

/**
 * The API's error message for the first rule that a conversation breaks; undefined if it breaks none. Unlike the API, which joins them, this
 * refuses two messages of the same role in a row: crew's client never sends them on purpose, so a message was lost.
 */
export function checkConversation(conversation: Conversation): string | undefined {
  const turns = conversation.messages
    .map((message, index): IndexedMessage => ({ message, index }))
    .filter(({ message }) => message.role !== 'system');
  return checkRoles(turns) ?? checkTools(turns) ?? checkBlocks(turns) ?? checkBreakpoints(conversation);
}

interface IndexedMessage {
  readonly message: Message;
  /** The index in `messages` of the request, for error messages. */
  readonly index: number;
}

function checkRoles(turns: readonly IndexedMessage[]): string | undefined {
  if (turns[0]?.message.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [n, { message }] of turns.entries()) {
    if (message.role === turns[n - 1]?.message.role) {
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`;
    }
  }
  if (turns.at(-1)?.message.role === 'user') return undefined;
  return 'This model does not support assistant message prefill. The conversation must end with a user message.';
}

/** Each call must have exactly one result, in the next message, and each result must belong to a call of the message before it. */
function checkTools(turns: readonly IndexedMessage[]): string | undefined {
  for (const [n, { message, index }] of turns.entries()) {
    const calls = message.role === 'assistant' ? idsOf(message, 'tool_use', 'id') : [];
    const results = idsOf(turns[n + 1]?.message, 'tool_result', 'tool_use_id');
    const problem = checkCalls({ calls, results, index }) ?? checkResults({ turns, n });
    if (problem) return problem;
  }
  return undefined;
}

function checkCalls(it: { calls: readonly string[]; results: readonly string[]; index: number }): string | undefined {
  const duplicate = it.calls.find((id, at) => it.calls.indexOf(id) !== at);
  if (duplicate) return `messages.${it.index}: \`tool_use\` ids must be unique`;
  const withoutResult = it.calls.filter((id) => !it.results.includes(id));
  if (withoutResult.length === 0) return undefined;
  return (
    `messages.${it.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${withoutResult.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  );
}

function checkResults({ turns, n }: { turns: readonly IndexedMessage[]; n: number }): string | undefined {
  const place = turns[n];
  if (place?.message.role !== 'user') return undefined;
  const calls = idsOf(turns[n - 1]?.message, 'tool_use', 'id');
  const results = idsOf(place.message, 'tool_result', 'tool_use_id');
  const withoutCall = results.find((id) => !calls.includes(id));
  if (withoutCall !== undefined) {
    return (
      `messages.${place.index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${withoutCall}. ` +
      'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
    );
  }
  const duplicate = results.find((id, at) => results.indexOf(id) !== at);
  if (duplicate === undefined) return undefined;
  return `messages.${place.index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${duplicate}`;
}

function checkBlocks(turns: readonly IndexedMessage[]): string | undefined {
  for (const { message, index } of turns) {
    const blocks = blocksOf(message.content);
    if (blocks.length === 0) return `messages.${index}: all messages must have non-empty content`;
    for (const [at, block] of blocks.entries()) {
      const problem = checkBlock(block);
      if (problem) return `messages.${index}.content.${at}: ${problem}`;
    }
  }
  return undefined;
}

/** Checks one block. A thinking block has a signature, so that the API can refuse a changed one. */
function checkBlock(block: Block): string | undefined {
  if (block.type === 'text' && block.text === '') return 'text content blocks must be non-empty';
  if (block.type !== 'thinking') return undefined;
  const isUnchanged = typeof block.thinking === 'string' && block.signature === digest(block.thinking);
  return isUnchanged ? undefined : 'Invalid `signature` in `thinking` block';
}

function checkBreakpoints({ tools = [], system, messages, cache_control }: Conversation): string | undefined {
  const blocks = [...tools, ...blocksOf(system), ...messages.flatMap(({ content }) => blocksOf(content))];
  const found = blocks.filter((block) => block.cache_control).length + (cache_control ? 1 : 0);
  if (found <= MAX_BREAKPOINTS) return undefined;
  return `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${found}.`;
}

function idsOf(message: Message | undefined, type: string, key: string): string[] {
  return blocksOf(message?.content).flatMap((block) => {
    const id = block[key];
    return block.type === type && typeof id === 'string' ? [id] : [];
  });
}
