import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { BOARD, PERMISSIONS } from '../../src/app/token.js';
import { cliCommands } from '../../src/cli/commands/index.js';
import { threadCommands } from '../../src/workflows/instant.js';
import { ROOT, runCrew } from '../build/crew.js';
import { messagesPage, parts } from './messages/page.js';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What stands in the shell blocks of a page, a line each. */
const commandsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

describe('README', () => {
  it('names the commands that start the embedded GitHub and install crew', () => {
    expect(commandsOf('README.md')).toContain('npm ci && npm start');
    expect(commandsOf('README.md')).toContain('crew init --from YOUR-ACCOUNT/crew@v1');
  });

  it('has at most 200 lines', () => expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200));

  it('shows pictures of less than 200 kB', () => {
    const pictures = [...read('README.md').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file);
    expect(pictures).toHaveLength(2);
    for (const file of pictures) expect(statSync(path.join(ROOT, file)).size).toBeLessThan(200_000);
  });

  it.each(commandsOf('README.md'))('`%s` is something that there is', (line) => {
    const script = /npm (?:run )?(start|test|\w+)$/.exec(line)?.[1];
    const crew = /^crew (\w+)/.exec(line)?.[1];
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
    expect(out + err).toContain('works only in a comment');
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

type Packages = Readonly<Record<string, { readonly engines?: { readonly node?: string }; readonly resolved?: string }>>;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };

describe('package-lock.json', () => {
  it('holds no package that wants a newer Node than the README promises', () => {
    const newer = Object.entries(packages)
      .filter(([, { engines }]) => /^\s*(?:>=|\^|~)?\s*v?2[1-9](?:\.\d+)*\s*$/.test(engines?.node ?? ''))
      .map(([name]) => name);
    expect(newer).toEqual([]);
  });

  it('holds no download addresses', () => {
    const addresses = Object.values(packages).flatMap(({ resolved }) => (resolved?.includes('://') ? [resolved] : []));
    expect(addresses).toEqual([]);
  });
});

describe('the manifests of the App', () => {
  const read = (file: string) => parse(readFileSync(path.join(ROOT, file), 'utf8'));

  describe('app.yml', () => {
    it('asks for exactly the permissions that tokens are minted with', () => {
      expect(read('app.yml').default_permissions).toEqual({ ...BOARD, ...PERMISSIONS });
    });
  });

  describe('action.yml', () => {
    const { inputs, outputs, runs } = read('action.yml');

    it('runs the bundle on Node 24', () => {
      expect(runs).toEqual({ using: 'node24', main: 'dist/action.js' });
    });

    it('has the inputs of the contract, none of them required', () => {
      const names =
        'command phase token project-token anthropic-api-key project project-owner label dry-run budget-usd config comments fail-on';
      expect(Object.keys(inputs)).toEqual(names.split(' '));
      expect(Object.values(inputs).some((input) => (input as { required?: boolean }).required)).toBe(false);
    });

    it('has the outputs of the contract', () => {
      const names =
        'proceed run-id status report pr-number check-run-id cost-usd tokens-in tokens-out next-agent target-issues';
      expect(Object.keys(outputs)).toEqual(names.split(' '));
    });
  });
});

describe('docs/messages.md', () => {
  it('has every message as the source writes it', () => {
    expect(readFileSync(path.join(ROOT, 'docs/messages.md'), 'utf8')).toBe(messagesPage());
  });
});

describe('every message', () => {
  const texts = parts.flatMap(({ title, entries }) =>
    entries.flatMap(({ name, en, ja }) => [
      { at: `${title}: ${name} (en)`, text: en },
      { at: `${title}: ${name} (ja)`, text: ja },
    ]),
  );

  it('has its data in it, and no empty place', () => {
    for (const { at, text } of texts)
      expect([at, text]).toEqual([at, expect.not.stringMatching(/undefined|\[object|NaN|\bnull\b|\$\{|=>/)]);
  });
});
