// The registry of agents, read from agent.json files, and the command that calls an agent. Used by build-report.ts, decide.ts, options.ts,
// recommend.ts and score.ts. An invalid file becomes a problem in the report and never stops a scan.
import type { AgentInfo, ParameterInfo } from '../../../ports/report.js';

export type { AgentInfo } from '../../../ports/report.js';

export interface AgentRegistry {
  readonly agents: readonly AgentInfo[];
  readonly discoveredAt: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  /** The agents with a capability, without those whose actions are disabled. */
  getByCapability(capability: string): readonly AgentInfo[];
  getByName(name: string): AgentInfo | undefined;
}

interface AgentFile {
  readonly path: string;
  readonly text: string;
  /** Whether it is one of crew's own roles. */
  readonly own?: true | undefined;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Builds the registry. The repository's agents take precedence: one of crew's own roles with the same name is not listed. */
export function discover(files: readonly AgentFile[], discoveredAt: string): AgentRegistry {
  const agents = new Map<string, AgentInfo>();
  const problems: Problem[] = [];
  for (const { path, text, own } of [...files.filter((each) => !each.own), ...files.filter((each) => each.own)]) {
    const read = readAgent(text);
    if ('message' in read) problems.push({ path, message: read.message });
    else if (!agents.has(read.agent.name)) {
      agents.set(read.agent.name, own ? { ...read.agent, own } : read.agent);
      problems.push(...read.problems.map((message) => ({ path, message })));
    } else if (!own) problems.push({ path, message: `another agent is already called ${read.agent.name}` });
  }
  const list = [...agents.values()].sort((a, b) => a.name.localeCompare(b.name));
  return {
    agents: list,
    discoveredAt,
    problems,
    getByCapability: (capability) =>
      list.filter(({ capabilities, disabled }) => !disabled && capabilities.includes(capability)),
    getByName: (name) => agents.get(name),
  };
}

type Json = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined;

/** A valid name of an agent. */
const NAME = /^[a-z][a-z0-9-]*$/;

type ReadAgent = { readonly agent: AgentInfo; readonly problems: readonly string[] } | { readonly message: string };

function readAgent(file: string): ReadAgent {
  const parsed = parse(file);
  if (!parsed) return { message: 'it is not a JSON object' };
  const name = textOf(parsed.name);
  if (!name || !NAME.test(name))
    return {
      message: `its name must be lower-case letters, digits and hyphens; found ${JSON.stringify(parsed.name ?? null)}`,
    };
  const description = textOf(parsed.description) ?? '';
  const { parameters, problems } = parametersOf(parsed.parameters);
  const actions = [objectOf(parsed.actions), objectOf(objectOf(parsed.runner).actions)];
  const declared = [...new Set(actions.flatMap(typesIn))];
  const inferred = declared.length === 0 ? inferredFrom(description) : [];
  const agent: AgentInfo = {
    name,
    displayName: textOf(parsed.displayName) ?? name,
    description,
    parameters,
    capabilities: declared.length > 0 ? declared : inferred,
    ...(inferred.length > 0 ? { inferred: true } : {}),
    ...(actions.some(({ enabled }) => enabled === false) ? { disabled: true } : {}),
    ...(textOf(parsed.command) ? { command: textOf(parsed.command) } : {}),
  };
  return { agent, problems };
}

function parse(file: string): Json | null {
  try {
    const value: unknown = JSON.parse(file);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** The action types of an `actions` object. Older agent.json files have it at `actions`, newer ones at `runner.actions`; both count. */
const typesIn = ({ types }: Json): readonly string[] =>
  Array.isArray(types) ? types.flatMap((type) => textOf(type) ?? []) : [];

/** Capabilities inferred from a few unambiguous words of the description. */
function inferredFrom(description: string): readonly string[] {
  return [
    ...(/\b(implement|develop|cod(?:e|ing)|fix(?:es)?|write code)/i.test(description) ||
    /実装|開発|修正/.test(description)
      ? ['issue-action']
      : []),
    ...(/\breview/i.test(description) || /レビュー/.test(description) ? ['review-action'] : []),
  ];
}

/** The types that a parameter may have. */
const PARAMETER_TYPES = ['string', 'number', 'boolean', 'array'] as const;

/** Reads the parameters. An unknown type or a missing flag is reported as a problem; the agent stays listed. */
function parametersOf(value: unknown): { parameters: Record<string, ParameterInfo>; problems: readonly string[] } {
  const parameters: Record<string, ParameterInfo> = {};
  const problems: string[] = [];
  for (const [name, each] of Object.entries(objectOf(value))) {
    const { type, cli, required, description, default: fallback, validation } = objectOf(each);
    const knownType = PARAMETER_TYPES.find((each) => each === type);
    const flag = /^--[a-z][a-z0-9-]*$/.test(textOf(cli) ?? '') ? textOf(cli) : undefined;
    if (!knownType) problems.push(`its parameter ${name} has the unknown type ${JSON.stringify(type ?? null)}`);
    if (!flag) problems.push(`its parameter ${name} has no flag (cli), such as --${name}`);
    parameters[name] = {
      type: knownType ?? 'unknown',
      ...(flag === undefined ? {} : { cli: flag }),
      required: required === true,
      ...(textOf(description) === undefined ? {} : { description: textOf(description) }),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(validation === undefined ? {} : { validation: objectOf(validation) }),
    };
  }
  return { parameters, problems };
}

/** The values that a command pattern can use: `{issue}`, `{project}`, `{name}`. */
interface Values {
  readonly issue?: string | undefined;
  readonly project?: string | undefined;
  readonly name: string;
}

/** A word that a shell reads literally. */
const SAFE = /^[\w./:@%+=,-]+$/;

/** Quotes a value as one word for a POSIX shell. */
export function quoted(value: string): string {
  return value !== '' && SAFE.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** The complete command that calls an agent, or why there is none. */
export function commandOf(
  agent: AgentInfo,
  values: Values,
  template: string | undefined,
): { readonly command: string } | { readonly why: string } {
  const pattern = agent.command ?? template;
  if (pattern === undefined)
    return { why: `no command is known: give ${agent.name} a "command", or set facilitate.command-template` };
  const missing = [...pattern.matchAll(/\{(\w+)\}/g)].flatMap(([, key = '']) =>
    valueFor(values, key) === undefined ? [key] : [],
  );
  if (missing.length > 0) return { why: `its command needs ${missing.join(', ')}` };
  const invalid = invalidParameterOf(agent, values, pattern);
  if (invalid !== undefined) return { why: `its parameter ${invalid} does not take what would be given` };
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => quoted(valueFor(values, key) ?? ''));
  const added = argumentsOf(agent, values, pattern);
  return 'why' in added ? added : { command: [filled, ...added.words].join(' ') };
}

/** The name of a declared parameter whose value for its placeholder is not valid; undefined if all are valid. */
function invalidParameterOf({ parameters }: AgentInfo, values: Values, pattern: string): string | undefined {
  return Object.entries(parameters).find(([name, parameter]) => {
    const value = pattern.includes(`{${name}}`) ? valueFor(values, name) : undefined;
    return value !== undefined && !isValid(value, parameter);
  })?.[0];
}

function valueFor(values: Values, key: string): string | undefined {
  return key === 'issue' || key === 'project' || key === 'name' ? values[key] : undefined;
}

/** The required parameters that the pattern lacks, as flags with their known value or their default; or why that is not possible. */
function argumentsOf(
  agent: AgentInfo,
  values: Values,
  pattern: string,
): { readonly words: readonly string[] } | { readonly why: string } {
  const words: string[] = [];
  for (const [name, parameter] of Object.entries(agent.parameters)) {
    const { cli } = parameter;
    const isInPattern = pattern.includes(`{${name}}`) || (cli !== undefined && pattern.split(/[\s=]/).includes(cli));
    if (!parameter.required || isInPattern) continue;
    const value = valueFor(values, name) ?? (parameter.default === undefined ? undefined : String(parameter.default));
    if (value === undefined || cli === undefined || !isValid(value, parameter))
      return { why: `its required parameter ${name} is not known here` };
    words.push(cli, quoted(value));
  }
  return { words };
}

/** Whether a value is valid for a parameter, by its type and its `validation`. */
function isValid(value: string, { type, validation = {} }: ParameterInfo): boolean {
  if (type === 'unknown') return false;
  if (type === 'boolean' && value !== 'true' && value !== 'false') return false;
  const { min, max, pattern, enum: allowed } = validation;
  if (type === 'number') {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return false;
    if ((typeof min === 'number' && number < min) || (typeof max === 'number' && number > max)) return false;
  }
  if (Array.isArray(allowed) && !allowed.some((each) => String(each) === value)) return false;
  return typeof pattern !== 'string' || matchesPattern(value, pattern);
}

/** Matches `validation.pattern`. An invalid pattern, or one that is so long that it might match very slowly, accepts no value. */
function matchesPattern(value: string, pattern: string): boolean {
  if (pattern.length > 200) return false;
  try {
    return new RegExp(pattern).test(value.slice(0, 200));
  } catch {
    return false;
  }
}
