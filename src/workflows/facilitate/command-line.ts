// The command that a suggestion shows: it surely runs. Every required parameter is there and valid, every value quoted.
import type { AgentInfo, ParameterInfo } from './discover.js';

export interface Values {
  readonly issue?: string | undefined;
  readonly project?: string | undefined;
  readonly name: string;
}

const SAFE = /^[\w./:@%+=,-]+$/;

/** A value as one word of a shell. */
export function quoted(value: string): string {
  return value !== '' && SAFE.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** What an agent is called with, or why it cannot be said. */
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
  const more = requiredOf(agent, values, pattern);
  return 'why' in more ? more : { command: [filled, ...more.words].join(' ') };
}

/** A placeholder that stands for a declared parameter is held to what the agent says of it. */
function misfitOf({ parameters }: AgentInfo, values: Values, pattern: string): string | undefined {
  return Object.entries(parameters).find(([name, parameter]) => {
    const value = pattern.includes(`{${name}}`) ? valueFor(values, name) : undefined;
    return value !== undefined && !isValid(value, parameter);
  })?.[0];
}

function valueFor(values: Values, key: string): string | undefined {
  return key === 'issue' || key === 'project' || key === 'name' ? values[key] : undefined;
}

/** Required parameters that the pattern does not fill in: the ones that are known, or a default of their own. */
function requiredOf(
  agent: AgentInfo,
  values: Values,
  pattern: string,
): { readonly words: readonly string[] } | { readonly why: string } {
  const words: string[] = [];
  for (const [name, parameter] of Object.entries(agent.parameters)) {
    if (!parameter.required || pattern.includes(`{${name}}`) || pattern.split(/[\s=]/).includes(parameter.cli))
      continue;
    const value = valueFor(values, name) ?? (parameter.default === undefined ? undefined : String(parameter.default));
    if (value === undefined || !isValid(value, parameter))
      return { why: `its required parameter ${name} is not known here` };
    words.push(parameter.cli, quoted(value));
  }
  return { words };
}

function isValid(value: string, { type, validation = {} }: ParameterInfo): boolean {
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'number') {
    const number = Number(value);
    const { min, max } = validation;
    return (
      Number.isFinite(number) &&
      (typeof min !== 'number' || number >= min) &&
      (typeof max !== 'number' || number <= max)
    );
  }
  return !Array.isArray(validation.enum) || validation.enum.includes(value);
}
