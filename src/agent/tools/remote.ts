// Makes tools of MCP servers available to an agent.

import * as z from 'zod';
import type { RemoteTool } from '../../ports/index.js';
import type { GuardedTool } from '../guarded-tool.js';

/** Longer descriptions are cut, because they are sent with every turn. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** A tool of a configured MCP server. crew does not know what it does, so the guard allows it only by a rule of the configuration. */
export const remote = ({ name, description, input, call }: RemoteTool): GuardedTool<Record<string, unknown>> => ({
  name,
  description:
    description.slice(0, MAX_DESCRIPTION_CHARACTERS) || 'A tool of an MCP server that this repository configures.',
  input: schemaOf(input),
  isReadOnly: false,
  touches: (args) => [{ tool: name, command: JSON.stringify(args) }],
  async run(args, { signal }) {
    signal.throwIfAborted();
    const { text, failed } = await call(args);
    return { text: text.trim() === '' ? '(no text)' : text, ...(failed && { failed }) };
  },
});

/** The server's schema. If it cannot be converted, any input is passed on, and the server checks it. */
function schemaOf(schema: RemoteTool['input']): z.ZodType<Record<string, unknown>> {
  try {
    const converted = z.fromJSONSchema({ ...schema, type: 'object' });
    // The model gets a JSON schema, so the conversion back must work too.
    z.toJSONSchema(converted, { io: 'input' });
    return converted as z.ZodType<Record<string, unknown>>;
  } catch {
    return z.record(z.string(), z.unknown());
  }
}
