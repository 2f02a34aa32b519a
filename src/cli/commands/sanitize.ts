// `crew sanitize` and `crew redact`: print the text of standard input without what must not reach a prompt, or without secrets.
import { redact } from '../../text/redact.js';
import { sanitize } from '../../text/sanitize.js';
import type { CliCommand } from '../flags.js';

/** `crew sanitize`: removes content that must not reach a prompt. */
export const sanitizeInput: CliCommand = async ({ input }) => {
  const { text, removed } = sanitize(await input());
  return { text, json: { text, removed }, exit: 0 };
};

/** `crew redact`: replaces secrets. */
export const redactInput: CliCommand = async ({ input, env }) => {
  const { text, redactions } = redact(await input(), { secrets: env.secrets });
  return { text, json: { text, redactions }, exit: 0 };
};
