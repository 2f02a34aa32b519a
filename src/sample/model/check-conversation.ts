import { type Block, blocksOf, type Conversation, digest, type Message } from './request.js';

const MAX_BREAKPOINTS = 4;

/**
 * The error of the first rule of the Messages API that a conversation breaks, in the API's words.
 * Two messages of the same role in a row are refused, although the API joins them: in crew's client it always means a lost message.
 */
export function checkConversation(conversation: Conversation): string | undefined {
  const turns = conversation.messages
    .map((message, index): Place => ({ message, index }))
    .filter(({ message }) => message.role !== 'system');
  return checkRoles(turns) ?? checkTools(turns) ?? checkBlocks(turns) ?? checkBreakpoints(conversation);
}

interface Place {
  readonly message: Message;
  readonly index: number;
}

function checkRoles(turns: readonly Place[]): string | undefined {
  if (turns[0]?.message.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [n, { message }] of turns.entries()) {
    if (message.role === turns[n - 1]?.message.role) {
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`;
    }
  }
  if (turns.at(-1)?.message.role === 'user') return undefined;
  return 'This model does not support assistant message prefill. The conversation must end with a user message.';
}

/** Every call has exactly one result, in the next message, and no result answers a call that was not made. */
function checkTools(turns: readonly Place[]): string | undefined {
  for (const [n, { message, index }] of turns.entries()) {
    const calls = message.role === 'assistant' ? idsOf(message, 'tool_use', 'id') : [];
    const results = idsOf(turns[n + 1]?.message, 'tool_result', 'tool_use_id');
    const problem = checkCalls({ calls, results, index }) ?? checkResults({ turns, n });
    if (problem) return problem;
  }
  return undefined;
}

function checkCalls(it: { calls: readonly string[]; results: readonly string[]; index: number }): string | undefined {
  const twice = it.calls.find((id, at) => it.calls.indexOf(id) !== at);
  if (twice) return `messages.${it.index}: \`tool_use\` ids must be unique`;
  const open = it.calls.filter((id) => !it.results.includes(id));
  if (open.length === 0) return undefined;
  return (
    `messages.${it.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  );
}

function checkResults({ turns, n }: { turns: readonly Place[]; n: number }): string | undefined {
  const place = turns[n];
  if (place?.message.role !== 'user') return undefined;
  const calls = idsOf(turns[n - 1]?.message, 'tool_use', 'id');
  const results = idsOf(place.message, 'tool_result', 'tool_use_id');
  const stray = results.find((id) => !calls.includes(id));
  if (stray !== undefined) {
    return (
      `messages.${place.index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. ` +
      'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
    );
  }
  const twice = results.find((id, at) => results.indexOf(id) !== at);
  if (twice === undefined) return undefined;
  return `messages.${place.index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
}

function checkBlocks(turns: readonly Place[]): string | undefined {
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

/** Thinking blocks are signed. A changed one is refused, as the real service does. */
function checkBlock(block: Block): string | undefined {
  if (block.type === 'text' && block.text === '') return 'text content blocks must be non-empty';
  if (block.type !== 'thinking') return undefined;
  const genuine = typeof block.thinking === 'string' && block.signature === digest(block.thinking);
  return genuine ? undefined : 'Invalid `signature` in `thinking` block';
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
