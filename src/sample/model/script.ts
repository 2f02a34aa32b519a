// The format of a script for the scripted model, and its parser. Used by the other files of this folder. For example:
//
//   parts:
//     - name: editor                        # the first part whose `when` matches answers the conversation
//       when: { system: You are the Editor }
//       turns:
//         - text: I look at it.             # turns without `when` are used in order, one for each answer
//           tools: [{ name: read, input: { path: a.ts } }]
//         - when: { tool: { matches: 'exit [1-9]' } }   # a turn with `when` is used whenever it matches
//           text: It failed.
//         - text: Done.
//           fault: { kind: status, status: 529, retry_after: 1 }   # once, then the turn is answered
//     - name: decomposer
//       when: { system: You are the Decomposer }
//       captures: { cmd: '(cmd_\d+)' }        # {{cmd}} in texts and tool calls is the group of the first message
//       turns: [{ tools: [{ name: work-write, input: { path: 'work/{{cmd}}/plan.md' } }] }]
//     # `requests` answers the numbered requests of a review. The pseudo tool `requests` becomes the tool calls of all known requests,
//     # `requests: answers` one answer to each request. If no known request has edits, the turns `none` answer (review-requests.ts).
//     - name: editor, reviewed
//       requests: { known: [{ matches: 'add a test', tools: [...], text: It has one. }], unknown: I only know tests., none: [{ text: No. }] }
//       turns: [{ tools: [{ name: requests }] }, { tools: [{ name: answer, input: { requests: answers } }] }]
//   turns: [text: hello]                    # a last part, for every other conversation

import { isMap, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { UserError } from '../../ports/errors.js';

/** A condition on a text. A plain string means "contains". */
const textMatch = z.union([
  z.string().min(1),
  z.strictObject({ contains: z.string().min(1) }),
  z.strictObject({ matches: z.string().refine(isPattern, 'is no regular expression') }),
]);

/** Conditions on what stays the same during a conversation. They select a part: all that are given must hold. */
const partWhen = z.strictObject({
  /** A part of the model's id. */
  model: z.string().min(1).optional(),
  /** The system prompt. */
  system: textMatch.optional(),
  /** The text of the first user message. */
  first: textMatch.optional(),
  /** The name of a tool that the request offers. */
  offers: z.string().min(1).optional(),
});

/** Conditions that select a turn. All that are given must hold. */
const turnWhen = z.strictObject({
  ...partWhen.shape,
  /** The text of the last user message that has text; tool results are no text. */
  user: textMatch.optional(),
  /** The tool results in the last user message. */
  tool: textMatch.optional(),
  /** The number of the answer in the conversation, from 1. */
  turn: z
    .union([
      z.int().min(1),
      z.strictObject({ from: z.int().min(1).default(1), to: z.int().min(1).default(Number.MAX_SAFE_INTEGER) }),
    ])
    .optional(),
});

/** How often the fault occurs when the same conversation is sent again. */
const times = z.union([z.int().min(1), z.literal('always')]).default(1);
/** The number of bytes of the answer's body that are sent before the fault. */
const after = z.int().min(0).default(0);

/** Ways in which the real service fails. */
const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().optional(),
    /** Seconds. */
    retry_after: z.number().min(0).optional(),
    retry_after_ms: z.number().min(0).optional(),
    should_retry: z.boolean().optional(),
    times,
  }),
  /** With streaming, an error event after this many events; else status 529. */
  z.strictObject({ kind: z.literal('overloaded'), after_events: z.int().min(1).default(2), times }),
  /** The answer ends early: with `clean` as if it were complete, else by dropping the connection. */
  z.strictObject({ kind: z.literal('cut'), after, clean: z.boolean().default(false), times }),
  /** A text, or else invalid UTF-8, is inserted. */
  z.strictObject({ kind: z.literal('garbage'), after, text: z.string().min(1).optional(), times }),
  /** A pause of `ms` milliseconds; without `ms`, until the client disconnects. */
  z.strictObject({ kind: z.literal('stall'), after, ms: z.int().min(0).optional(), times }),
  /** The input of the last tool call is cut in half. */
  z.strictObject({ kind: z.literal('malformed_tool_json'), times }),
  /** The last text or tool call is cut in half, and the stop reason is `max_tokens`. */
  z.strictObject({ kind: z.literal('max_tokens'), times }),
]);

const stopReason = z.enum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

const count = z.int().min(0).optional();
const usage = z.strictObject({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
});

const toolCall = z.strictObject({
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()).default({}),
});

const turn = z
  .strictObject({
    when: turnWhen.optional(),
    thinking: z.string().min(1).optional(),
    text: z.string().min(1).optional(),
    /** Sent as the text. */
    json: z.unknown().optional(),
    tools: z.array(toolCall).default([]),
    stop_reason: stopReason.optional(),
    /** Replaces counted tokens. */
    usage: usage.optional(),
    /** Milliseconds before the answer begins. */
    delay: z.int().min(0).default(0),
    /** Milliseconds between two events of a stream. */
    pace: z.int().min(0).default(0),
    fault: z.union([fault.transform((one) => [one]), z.array(fault)], { error: describeFault }).default([]),
  })
  .refine((it) => it.text === undefined || it.json === undefined, { path: ['json'], message: 'stands beside text' })
  .refine((it) => it.tools.length > 0 || !it.fault.some((one) => one.kind === 'malformed_tool_json'), {
    path: ['fault'],
    message: 'malformed_tool_json needs a tool call to spoil',
  });

/** How a part answers the numbered requests of a review (review-requests.ts). */
const reviewRequests = z.strictObject({
  known: z.array(
    z.strictObject({
      /** A regular expression for the request with its place. Its named groups are `{{name}}` or `{{name|default}}` in `tools` and `text`. */
      matches: z.string().refine(isPattern, 'is no regular expression'),
      /** The edits. Without any, the request is a question, and `text` answers it. */
      tools: z.array(toolCall).default([]),
      /** What the edits do, in a few words; `{{did}}` in texts of the part's turns is the list of these words. */
      did: z.string().min(1).optional(),
      /** What was changed for it, or the answer. */
      text: z.string().min(1),
    }),
  ),
  /** The answer to every other request. */
  unknown: z.string().min(1),
  /** The turns if no known request has edits. */
  none: z.array(turn).min(1),
});

const part = z.strictObject({
  name: z.string().min(1),
  when: partWhen.default({}),
  requests: reviewRequests.optional(),
  captures: z.record(z.string(), z.string().refine(isPattern, 'is no regular expression')).default({}),
  turns: z.array(turn).min(1),
});

/** The whole format. Unknown keys are refused: a misspelt `when` would match everything. */
const scriptSchema = z
  .strictObject({
    name: z.string().min(1).default('script'),
    models: z.array(z.string().min(1)).min(1).optional(),
    /** Tokens. A shorter prompt prefix is not cached. */
    cache_minimum: z.int().min(0).default(0),
    max_request_bytes: z
      .int()
      .min(1)
      .default(32 * 1024 * 1024),
    parts: z.array(part).default([]),
    turns: z.array(turn).min(1).optional(),
  })
  .refine((it) => it.parts.length > 0 || it.turns !== undefined, { message: 'needs turns, or parts with turns' })
  .transform(({ turns, ...rest }) => ({
    ...rest,
    parts:
      turns === undefined
        ? rest.parts
        : [...rest.parts, { name: 'main', when: {}, captures: {}, requests: undefined, turns }],
  }));

export type Script = z.output<typeof scriptSchema>;
export type Part = Script['parts'][number];
export type Turn = Part['turns'][number];
export type When = z.output<typeof turnWhen>;
export type TextMatch = z.output<typeof textMatch>;
export type Fault = z.output<typeof fault>;
export type StopReason = z.output<typeof stopReason>;

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The error message for an invalid `fault`: the first problem of the kind that the script names. */
function describeFault(issue: { readonly input?: unknown }): string {
  const given = Array.isArray(issue.input) ? issue.input : [issue.input];
  for (const one of given) {
    const problem = fault.safeParse(one).error?.issues[0];
    if (problem) return [...problem.path, problem.message].join(': ');
  }
  return 'is a fault or a list of faults';
}

interface ScriptProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** The error for an invalid script, with all of its problems. */
export class ScriptError extends UserError {
  readonly problems: readonly ScriptProblem[];

  constructor(name: string, problems: readonly ScriptProblem[]) {
    const found = problems.map(({ line, field, message }) => `${name}:${line}: ${field && `${field}: `}${message}`);
    super({ expected: 'a script for the model', found: found.join('\n'), remedy: 'Mend the lines named.' });
    this.name = 'ScriptError';
    this.problems = problems;
  }
}

/** Reads a script from YAML or JSON; throws a ScriptError that names line and field of each problem. */
export function parseScript(text: string, name = 'script'): Script {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      field: '',
      message: message.split('\n')[0] ?? message,
    }));
    throw new ScriptError(name, problems);
  }

  const checked = scriptSchema.safeParse(document.toJS());
  if (checked.success) return checked.data;

  const lineOf = (path: readonly PropertyKey[]) => lines.linePos(offsetOf(document, path)).line;
  const problems = checked.error.issues.map(({ path, message }) => ({
    line: lineOf(path),
    field: path.map(String).join('.'),
    message,
  }));
  throw new ScriptError(name, problems);
}

/** The position of a field in the file; of a missing field, that of its nearest ancestor. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const offset = startOf(parent, path[depth - 1]) ?? rangeStart(document.getIn(path.slice(0, depth), true));
    if (offset !== undefined) return offset;
  }
  return rangeStart(document.contents) ?? 0;
}

/** An entry of a map starts at its key; the value may start a line later. */
function startOf(parent: unknown, key: PropertyKey | undefined): number | undefined {
  if (!isMap(parent)) return undefined;
  return rangeStart(parent.items.find((item) => String(item.key) === String(key))?.key);
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}
