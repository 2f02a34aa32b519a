// Writes the tables of docs/guard.md from the tables of the guard. Used by scripts/write-guard.mjs, and by a test.
import { ASKED } from './commands/asked-commands.js';
import { GH_ASKED } from './commands/gh.js';
import { GIT_ASKED } from './commands/git.js';
import { commandFamilies } from './commands/index.js';
import { forbiddenUses } from './forbidden/index.js';
import {
  LIKELY_SECRETS,
  type ListedPath,
  PROTECTED,
  SECRETS,
  SECRETS_OUTSIDE,
  SENSITIVE_TO_WRITE,
} from './paths/path-lists.js';
import { INTERPRETERS } from './plain-command.js';

/** The generated parts of the page, by the name of their marks. */
export function guardTables(): Readonly<Record<string, string>> {
  return {
    allowed: commandFamilies
      .map(
        ({ title, commands }) =>
          `### ${title}\n\n${table(
            ['command', 'does', 'flags and operands'],
            commands.map(({ name, does, form }) => [
              code(name),
              does,
              code(form.slice(name.length).replace(/\s+/g, ' ').trim() || '(no words)'),
            ]),
          )}`,
      )
      .join('\n\n'),
    scripts: table(
      ['interpreter', 'flags'],
      Object.entries(INTERPRETERS).map(([name, letters]) => [
        code(name),
        [...letters].map((letter) => code(`-${letter}`)).join(' '),
      ]),
    ),
    asked: table(
      ['the command …', 'commands'],
      ASKED.map(({ why, names }) => [why, names.map(code).join(' ')]),
    ),
    subcommands: table(['command', 'asked because it …'], [...rowsOf('git', GIT_ASKED), ...rowsOf('gh', GH_ASKED)]),
    denied: forbiddenUses.map(({ description }) => `- ${description}`).join('\n'),
    secrets: pathTable(SECRETS),
    outside: pathTable(SECRETS_OUTSIDE),
    likely: pathTable(LIKELY_SECRETS),
    protected: pathTable(PROTECTED),
    delicate: pathTable(SENSITIVE_TO_WRITE),
  };
}

const rowsOf = (program: string, record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([name, why]) => [code(`${program} ${name}`), why]);

/** A table of paths with one row for each reason. */
function pathTable(all: readonly ListedPath[]): string {
  const reasons = [...new Set(all.map(({ why }) => why))];
  return table(
    ['paths', 'because each …'],
    reasons.map((why) => [
      all
        .filter((listed) => listed.why === why)
        .map(({ glob }) => code(glob))
        .join(' '),
      why,
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Replaces the text between the marks; the rest of the page stays. */
export function withTables(page: string): string {
  let text = page;
  for (const [name, table] of Object.entries(guardTables())) {
    const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
    const [from, to] = [text.indexOf(open) + open.length, text.indexOf(close)];
    if (from < open.length || to === -1) throw new Error(`the page has no marks for ${name}`);
    text = `${text.slice(0, from)}\n${table}\n${text.slice(Math.max(to, from - 1))}`;
  }
  return text;
}
