import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commands } from '../../src/commands/index.js';
import { parseComment } from '../../src/commands/parse.js';

/** The commands as users write them. */
const contract = [
  '/crew help [COMMAND]',
  '/crew status',
  '/crew facilitate',
  '/crew quiet',
  '/crew wake',
  '/crew ask TEXT',
  '/crew plan [what]',
  '/crew fix [--dry-run] [--scope GLOB]… [--base BRANCH] [--budget USD] [what]',
  '/crew review',
  '/crew apply [HASH]',
  '/crew build [what]',
  '/crew write [what]',
  '/crew task [what]',
  '/crew select A|B|C [remark]',
  '/crew answer [ID] text',
  '/crew approve ID… [as TEXT|replace|condition TEXT|retire]',
  '/crew reject ID…|--category C [why]',
  '/crew defer ID…',
  '/crew profile keep|review|clear',
  '/crew forget NAME|--all --yes',
  '/crew continue [+USD]',
  '/crew retry',
  '/crew cancel [RUN]',
  '/crew retrospect [RUN]',
];

const folder = new URL('../../src/commands/', import.meta.url);
const defining = readdirSync(folder).filter(
  (file) => file !== 'define.ts' && readFileSync(new URL(file, folder), 'utf8').includes('define({'),
);

describe('the list of commands', () => {
  it('is the contract’s, word for word and in its order', () => {
    expect(commands.map(({ usage }) => usage)).toEqual(contract);
  });

  it('has a file of the same name for each, and none that is not listed', () => {
    expect(commands.map(({ name }) => `${name}.ts`).sort()).toEqual(defining.sort());
  });

  it('names none twice', () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('lets anybody ask for help and status, and nothing else', () => {
    expect(commands.filter(({ access }) => access === 'anyone').map(({ name }) => name)).toEqual(['help', 'status']);
  });
});

describe.each(commands.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  it('is summed up in both languages, in seventy characters at most', () => {
    for (const summary of [kind.summary.en, kind.summary.ja]) {
      expect(summary).toMatch(/^\S.{2,68}[^\s.。]$/);
      expect(summary).not.toMatch(/[|`\n]/);
    }
  });

  it('is in Japanese for Japanese readers, and in English for the others', () => {
    expect(kind.summary.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(kind.summary.en).toMatch(/^[\x20-\x7e]+$/);
  });

  it('is done by a workflow there is, or will be', () => {
    expect([
      'answer',
      'signal',
      'facilitate',
      'ask',
      'fix',
      'build',
      'write',
      'task',
      'review',
      'retrospect',
    ]).toContain(kind.workflow);
  });

  it('names every flag that takes a word, and nothing else, as such', () => {
    // `crew write --review FILE` is for the terminal: usage in threads does not show it.
    const shown = kind.valued.filter((flag) => flag !== '--review');
    const written = [...kind.usage.matchAll(/(--[a-z-]+) [A-Z]+/g)].map(([, flag]) => flag);
    expect(shown.sort()).toEqual(written.sort());
  });

  it('explains every flag of its usage, in both languages', () => {
    const flags = [...kind.usage.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
    const explained = kind.explained.map(({ name }) => name.split(' ')[0]);
    expect(flags.filter((flag) => !explained.includes(flag))).toEqual([]);
    for (const { en, ja } of kind.explained) {
      expect(en).toMatch(/^[\x20-\x7e]+\.$/);
      expect(ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff].*。$/);
    }
  });

  it('has an example that is read as this command', () => {
    const [asked, ...more] = parseComment(kind.example);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ command: { name: kind.name } });
  });
});
