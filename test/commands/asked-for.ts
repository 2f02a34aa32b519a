import type { ParsedCommand } from '../../src/commands/parse.js';

/** What was asked, as plain data: a command with its arguments, or what is wrong. */
export function plain(asked: ParsedCommand): unknown {
  if ('wrong' in asked) return { wrong: asked.wrong.found, why: asked.wrong.why };
  const written = Object.entries(asked.command.args).filter(([, value]) => !isAbsent(value));
  return { [asked.command.name]: Object.fromEntries(written) };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
