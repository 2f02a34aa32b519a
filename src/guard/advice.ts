import type { Request } from '../gate.js';
import type { Finding } from './finding.js';

/** The end of a sentence: how this call could be let through, where that can be. */
export function adviceFor(
  { verdict, phase }: Finding,
  { words, request: { tool, command } }: { words: readonly string[] | undefined; request: Request },
): string {
  if (verdict === 'deny') return phase === 'rules' ? '' : '; nothing lifts this';
  if (phase === '2')
    return '; one plain command a call, with nothing for the shell to put in, may do without a question';
  if (phase === '5') return '; call it from a folder of the project';
  if (tool === 'Fetch') return '; put it there, and it may be fetched';
  if (phase === 'rules') return tool.startsWith('mcp__') ? `; \`${tool}\` in \`guard.allow\` would let it` : '';
  if (tool === 'Bash') return words ? `; ${rule(words)} in \`guard.allow\` would let it` : '';
  return /^[\w./ -]{1,80}$/.test(command) ? `; \`${tool}(${command})\` in \`guard.allow\` would let it` : '';
}

/** A rule for exactly these words, if somebody would want to copy it. */
function rule(words: readonly string[]): string {
  const line = `argv:${words.map(quoted).join(' ')}`;
  return line.length <= 120 && !/[`\r\n]/.test(line) ? `\`${line}\`` : 'an `argv:` rule with exactly its words';
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
