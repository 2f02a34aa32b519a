// Agents, from the files that describe them. Both generations of agent.json are read; a broken one is a problem, never a stop.

import type { AgentInfo, ParameterInfo } from '../../report.js';

export type { AgentInfo, ParameterInfo } from '../../report.js';

export interface AgentRegistry {
  readonly agents: readonly AgentInfo[];
  readonly discoveredAt: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  getByCapability(capability: string): readonly AgentInfo[];
  getByName(name: string): AgentInfo | undefined;
}

export interface AgentFile {
  readonly path: string;
  readonly text: string;
  /** One of crew's own, from its own package. */
  readonly own?: true | undefined;
}

/** A registry of what was found. */
export function discover(files: readonly AgentFile[], discoveredAt: string): AgentRegistry {
  const agents = new Map<string, AgentInfo>();
  const problems: { path: string; message: string }[] = [];
  for (const { path, text, own } of files) {
    const read = readAgent(text);
    if ('message' in read) problems.push({ path, message: read.message });
    else if (agents.has(read.name)) problems.push({ path, message: `the name ${read.name} is taken by another agent` });
    else agents.set(read.name, own ? { ...read, own } : read);
  }
  const list = [...agents.values()].sort((a, b) => a.name.localeCompare(b.name));
  return {
    agents: list,
    discoveredAt,
    problems,
    getByCapability: (capability) => list.filter(({ capabilities }) => capabilities.includes(capability)),
    getByName: (name) => agents.get(name),
  };
}

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined;

const NAME = /^[a-z][a-z0-9-]*$/;

function readAgent(file: string): AgentInfo | { readonly message: string } {
  const parsed = parse(file);
  if (!parsed) return { message: 'it is no JSON object' };
  const name = text(parsed.name);
  if (!name || !NAME.test(name))
    return {
      message: `its name must be lower-case letters, digits and hyphens; found ${JSON.stringify(parsed.name ?? null)}`,
    };
  const description = text(parsed.description) ?? '';
  const parameters = parametersOf(parsed.parameters);
  if ('message' in parameters) return parameters;
  const capabilities = typesOf(parsed);
  const inferred = capabilities.length === 0 ? inferredFrom(description) : [];
  return {
    name,
    displayName: text(parsed.displayName) ?? name,
    description,
    parameters: parameters.found,
    capabilities: capabilities.length > 0 ? capabilities : inferred,
    ...(inferred.length > 0 ? { inferred: true } : {}),
    ...(text(parsed.command) ? { command: text(parsed.command) } : {}),
  };
}

function parse(file: string): Json | null {
  try {
    const value: unknown = JSON.parse(file);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** Where the two generations keep what an agent can do: `actions.types`, `runner.actions.types`. */
function typesOf(agent: Json): readonly string[] {
  const types = record(agent.actions).types ?? record(record(agent.runner).actions).types;
  return Array.isArray(types) ? [...new Set(types.flatMap((type) => text(type) ?? []))] : [];
}

/** Only the plainest words: a guess that is wrong sends people the wrong way. */
function inferredFrom(description: string): readonly string[] {
  return [
    ...(/\b(implement|develop|cod(?:e|ing)|fix(?:es)?|write code)/i.test(description) ? ['issue-action'] : []),
    ...(/\breview/i.test(description) ? ['review-action'] : []),
  ];
}

const TYPES = ['string', 'number', 'boolean', 'array'] as const;

function parametersOf(
  value: unknown,
): { readonly found: Record<string, ParameterInfo> } | { readonly message: string } {
  const found: Record<string, ParameterInfo> = {};
  for (const [name, each] of Object.entries(record(value))) {
    const { type, cli, required, description, default: fallback, validation } = record(each);
    const known = TYPES.find((one) => one === type);
    const flag = text(cli);
    if (!known || !flag || !/^--[a-z][a-z0-9-]*$/.test(flag))
      return { message: `its parameter ${name} needs a type and a flag such as --${name}` };
    found[name] = {
      type: known,
      cli: flag,
      required: required === true,
      description: text(description),
      default: fallback,
      validation: validation === undefined ? undefined : record(validation),
    };
  }
  return { found };
}
