import * as z from 'zod';

const cacheControl = z.looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish();
const block = z.looseObject({ type: z.string(), cache_control: cacheControl });
const content = z.union([z.string(), z.array(block)]);
const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content });

/** What the conversation itself consists of; `count_tokens` takes no more than this. */
export const conversationSchema = z.looseObject({
  model: z.string().min(1),
  system: content.optional(),
  tools: z.array(z.looseObject({ name: z.string().min(1), cache_control: cacheControl })).optional(),
  messages: z.array(message).min(1),
  cache_control: cacheControl,
});

/** The body of `POST /v1/messages`, as far as an answer can depend on it; the rest passes through unread. */
export const requestSchema = conversationSchema.extend({
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
});

export type Conversation = z.output<typeof conversationSchema>;
export type ModelRequest = z.output<typeof requestSchema>;
export type Message = Conversation['messages'][number];
export type Block = z.output<typeof block>;

/** Content has two spellings on the wire; everything past this function knows one. */
export function blocksOf(value: Message['content'] | undefined): readonly Block[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

/** The words in some content: its text blocks, one a line. */
export function textOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .flatMap((one) => (one.type === 'text' && typeof one.text === 'string' ? [one.text] : []))
    .join('\n');
}

/** The words that tools answered with in some content. */
export function toolTextOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .filter((one) => one.type === 'tool_result')
    .map((one) => textOf(content.optional().catch(undefined).parse(one.content)))
    .join('\n');
}
