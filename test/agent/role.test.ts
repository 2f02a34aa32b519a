import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadRole, roleNames } from '../../src/agent/load-role.js';
import { isRole, readRole } from '../../src/agent/role.js';
import { runAgent } from '../../src/agent/run.js';
import { ownFile } from '../../src/files/own-file.js';
import { UserError } from '../../src/ports/errors.js';
import { discover } from '../../src/workflows/facilitate/rules/agents.js';
import { newFolder } from '../build/folder.js';
import { jobOf, role, scripted } from './at-work.js';

const minimal = {
  name: 'counter',
  description: 'Counts',
  behavior: { systemPromptPath: 'prompt.md', allowedTools: ['read'] },
};
const read = (agent: unknown, prompt = 'You count.') =>
  readRole({ path: '.agent/counter', agent: JSON.stringify(agent), prompt });
const refusal = (agent: unknown, prompt?: string): string => {
  try {
    read(agent, prompt);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'none';
};

describe('crew’s own roles', () => {
  const folders = readdirSync(ownFile('.agent'), { withFileTypes: true }).filter(({ name }) =>
    existsSync(ownFile(`.agent/${name}/agent.json`)),
  );
  const fileOf = (name: string) => readFileSync(ownFile(`.agent/${name}/agent.json`), 'utf8');

  it.each(folders.map(({ name }) => name))(
    '%s is an agent that the facilitator can discover, under the name of its folder',
    (name) => {
      const { agents, problems } = discover([{ path: name, text: fileOf(name) }], '2026-11-18T12:00:00Z');
      expect(problems).toEqual([]);
      expect(agents).toMatchObject([{ name }]);
    },
  );

  // Roles that get no tools, and whose answers a workflow types, have neither in their files.
  it.each(roleNames())('%s is a whole role: prompt, limits, and an answer that has a schema', (name) => {
    const role = loadRole(name);
    expect(role.name).toBe(name);
    expect(role.prompt).toMatch(/^You /);
    expect(role.limits.turns).toBeGreaterThan(0);
    expect(role.answer.safeParse({}).success).toBe(false);
  });

  it('are all roles but the facilitator, who is a workflow', () => {
    expect(roleNames()).toContain('explorer');
    expect(roleNames()).not.toContain('facilitator');
  });

  it('has an explorer who only reads, and answers with places', () => {
    const { tools, answer } = loadRole('explorer');
    expect(tools).toEqual(['read', 'list', 'glob', 'search']);
    const place = { file: 'src/a.ts', line: 3, shows: 'It is here.' };
    expect(answer.safeParse({ answer: 'Here.', evidence: [place], open: [] }).success).toBe(true);
    expect(answer.safeParse({ answer: 'Here.', evidence: [{ ...place, line: 0 }], open: [] }).success).toBe(false);
    expect(answer.safeParse({ answer: '', evidence: [], open: [] }).success).toBe(false);
  });
});

describe('a role', () => {
  it('needs a name, a description, a prompt and its tools; the rest has defaults', () => {
    const role = read(minimal);
    expect(role).toMatchObject({
      name: 'counter',
      displayName: 'counter',
      tier: 'sonnet',
      limits: { turns: 50, usd: 2, minutes: 30 },
      tools: ['read'],
      capabilities: [],
      prompt: 'You count.',
    });
    expect(role.answer.safeParse({ text: 'three' }).success).toBe(true);
  });

  it('may say more than crew reads, but nothing unknown of its behavior', () => {
    expect(read({ ...minimal, version: '1.0.0', github: { enabled: true } }).name).toBe('counter');
    expect(refusal({ ...minimal, behavior: { ...minimal.behavior, temperature: 1 } })).toContain(
      'Unrecognized key: "temperature"',
    );
  });

  const behavior = minimal.behavior;
  it.each([
    ['a name with a path in it', { ...minimal, name: '../x' }, 'at name'],
    ['no description', { name: 'counter', behavior }, 'at description'],
    [
      'another prompt file',
      { ...minimal, behavior: { ...behavior, systemPromptPath: '/etc/passwd' } },
      'at behavior.systemPromptPath',
    ],
    ['a tier that there is not', { ...minimal, behavior: { ...behavior, tier: 'best' } }, 'at behavior.tier'],
    ['no limit at all', { ...minimal, behavior: { ...behavior, limits: { turns: 0 } } }, 'at behavior.limits.turns'],
    [
      'an answer that is no object',
      { ...minimal, behavior: { ...behavior, answer: { type: 'string' } } },
      'must be the JSON schema of an object',
    ],
    [
      'an answer that is no schema',
      { ...minimal, behavior: { ...behavior, answer: { type: 'object', properties: { a: { type: 'wat' } } } } },
      'is no JSON schema',
    ],
    ['no JSON', undefined, 'expected object'],
  ])('with %s is refused, and told where', (_, agent, reason) => {
    expect(refusal(agent)).toContain('crew needs a role in .agent/counter');
    expect(refusal(agent)).toContain(reason);
  });

  it('without a prompt is refused', () => {
    expect(refusal(minimal, ' \n')).toContain('an empty prompt.md');
  });

  it('is told from an agent that is somebody else’s', () => {
    expect(isRole(JSON.stringify(minimal))).toBe(true);
    expect(isRole('{"name":"x"}')).toBe(false);
    expect(isRole('{"name":')).toBe(false);
  });
});

describe('loading a role', () => {
  const write = async (folder: string, name: string, agent: unknown, prompt = 'You are the Counter.') => {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'agent.json'), JSON.stringify(agent));
    await writeFile(path.join(folder, name, 'prompt.md'), prompt);
  };

  it('takes crew’s own before the repository’s, which never replaces it', async () => {
    const folder = await newFolder();
    await write(folder, 'counter', minimal);
    await write(folder, 'explorer', { ...minimal, name: 'explorer' }, 'You are another one.');
    expect(loadRole('counter', [folder]).prompt).toBe('You are the Counter.');
    expect(loadRole('explorer', [folder]).prompt).toBe(loadRole('explorer').prompt);
    expect(roleNames([folder])).toEqual([...new Set([...roleNames(), 'counter'])].sort());
  });

  it('that is no JSON is said by its file, and hides no other', async () => {
    const folder = await newFolder();
    await write(folder, 'counter', minimal);
    await write(folder, 'broken', minimal);
    await writeFile(path.join(folder, 'broken', 'agent.json'), '{ "name": "broken", }');
    expect(() => loadRole('broken', [folder])).toThrow(/crew needs JSON in .*broken\/agent\.json, but found .*JSON/s);
    expect(loadRole('counter', [folder]).name).toBe('counter');
    expect(roleNames([folder])).not.toContain('broken');
  });

  it('whose name is not its folder’s is refused: nobody would know which to type', async () => {
    const folder = await newFolder();
    await write(folder, 'teller', minimal);
    expect(() => loadRole('teller', [folder])).toThrow(/called counter, in a folder that is called teller/);
  });

  it('that may use what is no tool is a mistake of whoever wrote it, and told which there are', async () => {
    const able = { ...role, tools: ['look', 'wirte'] };
    const refused = jobOf({ model: scripted([]), role: able }).then((job) => runAgent(job));
    await expect(refused).rejects.toBeInstanceOf(UserError);
    await expect(refused).rejects.toMatchObject({ found: '"wirte"', remedy: expect.stringContaining('look, write') });
  });

  it('names those that there are when there is none of that name, and looks nowhere else', () => {
    for (const name of ['nobody', '../explorer', 'facilitator', '']) {
      expect(() => loadRole(name, ['/nowhere'])).toThrow(
        /crew needs the name of a role, but found .*There are: .*explorer/s,
      );
    }
  });
});
