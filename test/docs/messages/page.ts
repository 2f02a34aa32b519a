// docs/messages.md: every message of crew with sample data, in both languages.
import { checks } from './checks.js';
import { errors } from './errors.js';
import { pages } from './pages.js';
import { pulls } from './pulls.js';
import type { Entry, Part } from './samples.js';
import { terminal } from './terminal.js';
import { threads } from './threads.js';

const sections: readonly (readonly [string, readonly Part[]])[] = [
  ['Thread', threads],
  ['Pull request', pulls],
  ['Check', checks],
  ['Job summary, board page and run page', pages],
  ['Terminal', terminal],
  ['Errors', errors],
];

export const parts: readonly Part[] = sections.flatMap(([, all]) => all);

const HEAD = `# Messages

Everything that crew says, with sample data, in English and Japanese. This page is generated: \`node scripts/write-messages.mjs\` writes it,
and \`npm test\` compares it. Samples stand in \`test/docs/messages/\`; a message without a sample is a type error.`;

export const messagesPage = (): string =>
  `${[
    HEAD,
    sections
      .map(
        ([title]) =>
          `- [${title}](#${title
            .toLowerCase()
            .replace(/[^a-z ]/g, '')
            .replaceAll(' ', '-')})`,
      )
      .join('\n'),
    ...sections.flatMap(([title, all]) => [`## ${title}`, ...all.map(partText)]),
  ].join('\n\n')}\n`;

const isLong = ({ en, ja }: Entry): boolean => en.includes('\n') || ja.includes('\n');

function partText({ title, file, entries }: Part): string {
  const rows = entries
    .filter((entry) => !isLong(entry))
    .map(
      ({ name, en, ja }, n, all) => `| ${name === all[n - 1]?.name ? '' : code(name)} | ${cell(en)} | ${cell(ja)} |`,
    );
  return [
    `### ${title}`,
    `[${file}](../${file})`,
    ...(rows.length > 0 ? [['| message | English | 日本語 |', '|---|---|---|', ...rows].join('\n')] : []),
    ...entries.filter(isLong).map(folded),
  ].join('\n\n');
}

const code = (name: string): string => `\`${name}\``;

/** As it is written, so that nothing of a sample links, closes or mentions. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const folded = ({ name, en, ja }: Entry): string =>
  `<details><summary>${code(name).replaceAll('`', '')}</summary>\n\n${fence(en)}\n\n${fence(ja)}\n\n</details>`;

function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}markdown\n${text}\n${ticks}`;
}
