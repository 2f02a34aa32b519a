import { randomUUID } from 'node:crypto';

/** One output in GitHub's own form; the delimiter is random, so that no value can end it early and set another. */
export function heredoc(name: string, value: string): string {
  const end = `crew_${randomUUID()}`;
  return `${name}<<${end}\n${value}\n${end}\n`;
}
