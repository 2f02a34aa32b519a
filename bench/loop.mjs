// The baseline: a minimal agent loop on the SDK for the same work, without journal and limits.
import Anthropic from '@anthropic-ai/sdk';

const [url] = process.argv.slice(2);
const client = new Anthropic({ baseURL: url, apiKey: 'a-key', logLevel: 'off' });

const tools = [
  {
    name: 'echo',
    description: 'Says a word.',
    input_schema: {
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    },
  },
];
const run = { echo: async ({ word }) => word };

const messages = [{ role: 'user', content: 'Echo five words, one after the other.' }];
const began = performance.now();
let turns = 0;

for (;;) {
  const stream = client.messages.stream({
    model: 'claude-sonnet-5-5',
    max_tokens: 32_000,
    system: 'You are the Echo. You say the words that you are asked for, one a turn.',
    cache_control: { type: 'ephemeral' },
    tools,
    messages,
  });
  const { content, stop_reason } = await stream.finalMessage();
  turns += 1;
  messages.push({ role: 'assistant', content });
  if (stop_reason !== 'tool_use') break;
  const calls = content.filter(({ type }) => type === 'tool_use');
  const results = await Promise.all(
    calls.map(async ({ id, name, input }) => {
      try {
        return { type: 'tool_result', tool_use_id: id, content: await run[name](input) };
      } catch (error) {
        return { type: 'tool_result', tool_use_id: id, content: String(error), is_error: true };
      }
    }),
  );
  messages.push({ role: 'user', content: results });
}

const ms = performance.now() - began;
console.log(JSON.stringify({ turns, ms, megabytes: process.resourceUsage().maxRSS / 1024 }));
