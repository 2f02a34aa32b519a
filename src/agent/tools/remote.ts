import * as z from 'zod';
import type { RemoteTool } from '../../ports/index.js';
import type { Open } from '../gate.js';

/** Longer descriptions are cut: they stand before every turn. */
const MOST_WORDS = 1_000;

/** A tool of a server of the configuration. Nobody here knows what it does, so only a rule of the guard lets it run. */
export const remote = ({ name, description, input, call }: RemoteTool): Open<Record<string, unknown>> => ({
  name,
  description: description.slice(0, MOST_WORDS) || 'A tool of a server of this repository.',
  input: schemaOf(input),
  reads: false,
  touches: (args) => [{ tool: name, command: JSON.stringify(args) }],
  async act(args, { signal }) {
    signal.throwIfAborted();
    const { text, failed } = await call(args);
    return { text: text.trim() === '' ? '(no text)' : text, ...(failed && { failed }) };
  },
});

/** As the server says it, where that can be read; else whatever is given goes to the server, which judges it itself. */
function schemaOf(schema: RemoteTool['input']): z.ZodType<Record<string, unknown>> {
  try {
    const read = z.fromJSONSchema({ ...schema, type: 'object' });
    // What the model is shown must be sayable again.
    z.toJSONSchema(read, { io: 'input' });
    return read as z.ZodType<Record<string, unknown>>;
  } catch {
    return z.record(z.string(), z.unknown());
  }
}
