import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliCommands } from '../../src/cli/commands/index.js';
import { threadCommands } from '../../src/workflows/instant.js';
import { ROOT, runCrew } from '../build/crew.js';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What stands in the shell blocks of a page, a line each. */
const commandsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

describe('README', () => {
  it('names the commands that start the embedded GitHub and install crew', () => {
    expect(commandsOf('README.md')).toContain('npm ci && npm start');
    expect(commandsOf('README.md')).toContainEqual(expect.stringContaining('bin/crew.mjs init'));
  });

  it('has at most 200 lines', () => expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200));

  it('shows pictures of less than 200 kB', () => {
    const pictures = [...read('README.md').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file);
    expect(pictures).toHaveLength(2);
    for (const file of pictures) expect(statSync(path.join(ROOT, file)).size).toBeLessThan(200_000);
  });

  it.each(commandsOf('README.md'))('`%s` is something that there is', (line) => {
    const script = /npm (?:run )?(start|test|\w+)$/.exec(line)?.[1];
    const crew = /bin\/crew\.mjs (\w+)/.exec(line)?.[1];
    expect(script ? scripts[script] : cliCommands.find(({ name }) => name === crew)).toBeDefined();
  });

  it('shows every command of the terminal as its own help has it', async () => {
    const { out } = await runCrew(['help']);
    for (const { usage } of cliCommands) {
      expect(out).toContain(usage);
      expect(read('README.md')).toContain(usage.replaceAll('|', '\\|'));
    }
  });
});

describe('where a command can be asked for', () => {
  const inThreads = /only (.*) belong to a thread/.exec(read('README.md'))?.[1]?.match(/\w+(?=`)/g) ?? [];

  it.each(inThreads)('is a thread alone for %s, as README says', async (name) => {
    const { code, out, err } = await runCrew([name]);
    expect(code).not.toBe(0);
    expect(out + err).toContain('found a terminal');
  });

  it('is named for more than one command', () => expect(inThreads.length).toBeGreaterThan(1));

  it.each(commandsOf('docs/guides/fix.md'))('is a terminal for `%s`', (line) => {
    const name = /^crew (\w+)/.exec(line)?.[1] ?? '';
    expect([...cliCommands, ...threadCommands()].map((each) => each.name)).toContain(name);
    expect(inThreads).not.toContain(name);
  });
});

describe.each([
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/guides/fix.md',
  'docs/guides/check.md',
])('%s', (page) => {
  it('leads nowhere that is not', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to = '']) => to);
    const named = [...read(page).matchAll(/`((?:src|scripts|test|docs|templates)\/[\w./-]+)`/g)].map(
      ([, to = '']) => `/${to}`,
    );
    const lost = [
      ...links.map((to) => path.resolve(path.dirname(path.join(ROOT, page)), to)),
      ...named.map((to) => path.join(ROOT, to)),
    ];
    expect(lost.filter((each) => !/NAME/.test(each) && !existsSync(each))).toEqual([]);
  });
});

describe('AGENTS.md', () => {
  it('fits into 4 kB', () => {
    expect(Buffer.byteLength(read('AGENTS.md'))).toBeLessThanOrEqual(4096);
  });
});

describe('the glossary', () => {
  it('has at most 60 lines', () => {
    expect(read('docs/glossary.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });
});
