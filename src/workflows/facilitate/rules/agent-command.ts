// The command of a suggestion. It holds every required parameter with a valid value, and every value is quoted for a shell.
import type { AgentInfo, ParameterInfo } from './agents.js';

export interface Values {
  readonly issue?: string | undefined;
  readonly project?: string | undefined;
  readonly name: string;
}

const SAFE = /^[\w./:@%+=,-]+$/;

/** Quotes a value as one word of a POSIX shell. */
export function quoted(value: string): string {
  return value !== '' && SAFE.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** The command that calls an agent, or why there is none. */
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
  const refused = misfitOf(agent, values, pattern);
  if (refused !== undefined) return { why: `its parameter ${refused} does not take what would be given` };
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => quoted(valueFor(values, key) ?? ''));
  const more = argumentsOf(agent, values, pattern);
  return 'why' in more ? more : { command: [filled, ...more.words].join(' ') };
}

/** The name of a declared parameter whose value, filled in for its placeholder, is not valid. */
function misfitOf({ parameters }: AgentInfo, values: Values, pattern: string): string | undefined {
  return Object.entries(parameters).find(([name, parameter]) => {
    const value = pattern.includes(`{${name}}`) ? valueFor(values, name) : undefined;
    return value !== undefined && !isValid(value, parameter);
  })?.[0];
}

function valueFor(values: Values, key: string): string | undefined {
  return key === 'issue' || key === 'project' || key === 'name' ? values[key] : undefined;
}

/** The required parameters that the pattern does not name, as flags: by their known value, else by their default. */
function argumentsOf(
  agent: AgentInfo,
  values: Values,
  pattern: string,
): { readonly words: readonly string[] } | { readonly why: string } {
  const words: string[] = [];
  for (const [name, parameter] of Object.entries(agent.parameters)) {
    const { cli } = parameter;
    const isThere = pattern.includes(`{${name}}`) || (cli !== undefined && pattern.split(/[\s=]/).includes(cli));
    if (!parameter.required || isThere) continue;
    const value = valueFor(values, name) ?? (parameter.default === undefined ? undefined : String(parameter.default));
    if (value === undefined || cli === undefined || !isValid(value, parameter))
      return { why: `its required parameter ${name} is not known here` };
    words.push(cli, quoted(value));
  }
  return { words };
}

/** Whether a parameter takes a value, by its type and its `validation`. */
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
  return typeof pattern !== 'string' || fits(value, pattern);
}

/** Tries `validation.pattern`. An invalid or very long pattern accepts nothing; long patterns could take very long to match. */
function fits(value: string, pattern: string): boolean {
  if (pattern.length > 200) return false;
  try {
    return new RegExp(pattern).test(value.slice(0, 200));
  } catch {
    return false;
  }
}
