// Reads a role: the description of an agent in two files, agent.json and prompt.md. Pure. Used by load-role.ts, by the agent loop
// (agent.ts), and by the workflows that run agents.
import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import { parseJson } from '../text/json.js';
import { TIERS, type Tier } from './cost.js';
import type { Limits } from './limits.js';

/** A role: prompt, tools, limits, and the schema of its answer. */
export interface Role {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly tier: Tier;
  readonly limits: Limits;
  /** Names of its tools. The model does not see others. */
  readonly tools: readonly string[];
  readonly capabilities: readonly string[];
  readonly prompt: string;
  /** The schema of its answer. */
  readonly answer: z.ZodType;
}

/** The files of a role. `path` is for messages only. */
export interface RoleFiles {
  readonly path: string;
  readonly agent: string;
  readonly prompt: string;
}

const limits = z
  .strictObject({
    turns: z.int().min(1).max(1000).default(50),
    usd: z.number().positive().max(1000).default(2),
    minutes: z.number().positive().max(600).default(30),
  })
  .prefault({});

/** The default schema of an answer: some text. */
const someText = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 } },
  required: ['text'],
  additionalProperties: false,
} as const;

/** The part of agent.json that describes a role for a model. workflows/facilitate/rules/agents.ts reads the rest. */
const behavior = z.strictObject({
  systemPromptPath: z.literal('prompt.md'),
  tier: z.enum(TIERS).default('sonnet'),
  allowedTools: z.array(z.string().regex(/^[a-z][a-z-]*$/)),
  limits,
  answer: z.record(z.string(), z.unknown()).default(someText).transform(schemaOf),
});

const agent = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  displayName: z.string().optional(),
  description: z.string().min(1),
  actions: z.looseObject({ types: z.array(z.string()).default([]) }).prefault({}),
  behavior,
});

/** Whether an agent.json describes a role for a model, and not a workflow or an agent of another tool. */
export function isRole(text: string): boolean {
  return z.looseObject({ behavior: z.looseObject({ systemPromptPath: z.string() }) }).safeParse(parseJson(text))
    .success;
}

/** Reads a role from its files. Throws UserError if they are invalid. */
export function readRole({ path, agent: text, prompt }: RoleFiles): Role {
  const parsed = agent.safeParse(parseJson(text));
  if (!parsed.success) throw invalidRole(path, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  if (prompt.trim() === '') throw invalidRole(path, 'an empty prompt.md');
  const { name, displayName = name, description, actions, behavior } = parsed.data;
  const folder = path.split(/[\\/]/).at(-1);
  // A role is found by its folder, so both names must be the same.
  if (name !== folder) throw invalidRole(path, `one that is called ${name}, in a folder that is called ${folder}`);
  const { tier, limits, allowedTools: tools, answer } = behavior;
  return { name, displayName, description, tier, limits, tools, capabilities: actions.types, prompt, answer };
}

function schemaOf(schema: Readonly<Record<string, unknown>>, issues: z.RefinementCtx): z.ZodType {
  try {
    if (schema.type === 'object') return z.fromJSONSchema(schema);
    issues.addIssue({ code: 'custom', message: 'must be the JSON schema of an object' });
  } catch (error) {
    issues.addIssue({
      code: 'custom',
      message: `is no JSON schema: ${error instanceof Error ? error.message : error}`,
    });
  }
  return z.never();
}

const invalidRole = (path: string, found: string): UserError =>
  new UserError({
    expected: `a role in ${path}`,
    found,
    remedy: "Make it like one of crew's own in .agent/: agent.json with a `behavior`, and prompt.md.",
  });
