// What is allowed does what the tables say: the kernel is asked.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { readFlags } from '../../src/guard/commands/grammar.js';
import { commandFamilies } from '../../src/guard/commands/index.js';
import { itWith } from '../build/only-with.js';
import { type Chance, chanceOf } from './build/chance.js';
import { readRows } from './build/corpus.js';
import { MORE } from './build/more.js';
import { copyOf, newPlace, newProject } from './build/project.js';
import { canTrace, trace } from './build/trace.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a command starts of its own; everything else would be somebody's. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  bash: ['check.sh', 'sh'],
  which: ['sh', 'dash'],
  egrep: ['grep', 'sh'],
  fgrep: ['grep', 'sh'],
};

function knownFor(command: string): readonly string[] {
  const [name = ''] = command.replace(/['"\\]/g, '').split(/\s+/);
  return ['bash', path.basename(name), ...(OWN[name] ?? (name.includes('/') ? ['sh', 'check.sh'] : []))];
}

const log = path.join(place, 'trace');

itWith(
  { need: 'strace', there: canTrace },
  'an allowed row starts, writes and connects nothing that is not known',
  async () => {
    const { root, home, place: put } = copyOf(project);
    const rows = readRows(path.resolve(import.meta.dirname, '..')).filter(
      ({ verdict, tool, rules }) => verdict === 'allow' && tool === 'Bash' && !rules,
    );
    const strange: string[] = [];
    const ran = new Set<string>();
    for (const { command, cwd } of [...rows, ...MORE.allow.map((each) => ({ command: each, cwd: undefined }))]) {
      const { started, written, connected } = trace(put(cwd ? `cd ${cwd} && ${command}` : command), {
        root,
        home,
        log,
      });
      for (const program of started) ran.add(program);
      strange.push(
        ...started
          .filter((program) => !knownFor(command).includes(program))
          .map((program) => `${command}: started ${program}`),
        ...written
          .filter((file) => !file.startsWith(`${root}/`) && file !== '/dev/null')
          .map((file) => `${command}: wrote ${file}`),
        ...connected.map((call) => `${command}: ${call}`),
      );
    }
    expect(strange).toEqual([]);
    expect(ran.size).toBeGreaterThan(15);
  },
);

const WORDS = [
  'src',
  'src/a.ts',
  'README.md',
  '../outside/secret',
  'out/secret',
  '/etc/hosts',
  '-o',
  'new.txt',
  '1',
  '.',
  '.env',
  '-',
  'x',
  '--',
  '../outside',
  'out',
  'HEAD',
  '-1',
  '*.ts',
  '@src/opts',
];
const commands = commandFamilies.flatMap((family) => (family.title === 'GitHub' ? [] : family.commands));

/** A call from the tables' own flags, with words behind them that nobody should get to. */
function madeUp(chance: Chance): string {
  const { name, form } = chance.one(commands);
  const flags = [
    ...readFlags(
      form
        .split(/\s+/)
        .filter(
          (word) =>
            /^--?[^=[\]\s]+(?:\[?=[a-z]+\]?)?$/.test(word) &&
            !/=(?!name|read|file|tree|search|write|text|number)/.test(word),
        )
        .join(' '),
    ),
  ];
  const some = Array.from({ length: chance.below(4) }, () => {
    if (flags.length === 0) return '';
    const [flag, { takes }] = chance.one(flags);
    const value = chance.one(WORDS);
    const glue = flag.startsWith('--') ? '=' : '';
    if (takes === 'nothing') return flag;
    return takes === 'attached' ? `${flag}${glue}${value}` : chance.one([`${flag} ${value}`, `${flag}${glue}${value}`]);
  });
  const quoted = [...some, ...Array.from({ length: chance.below(4) }, () => chance.one(WORDS))]
    .join(' ')
    .replaceAll('*.ts', "'*.ts'");
  return `${name} ${quoted}`.replace('-#', '-3');
}

itWith(
  { need: 'strace', there: canTrace },
  'nor does any call that somebody makes up from the tables, and none reads outside',
  async () => {
    const { root, home, gate } = copyOf(project);
    mkdirSync(path.join(root, '../outside'));
    writeFileSync(path.join(root, '../outside/secret'), 'canary\n');
    symlinkSync('../outside', path.join(root, 'out'));
    const ask = gate();
    const chance = chanceOf(process.env.CREW_LONG ? 5 : 3);
    const lines = new Set(Array.from({ length: process.env.CREW_LONG ? 100_000 : 1500 }, () => madeUp(chance)));
    const allowed = [...lines]
      .filter((command) => ask({ tool: 'Bash', command }).verdict === 'allow')
      .slice(0, process.env.CREW_LONG ? 1500 : 80);
    expect(allowed.length).toBeGreaterThan(40);
    const strange = allowed.flatMap((command) => {
      const { started, opened, written, connected } = trace(command, { root, home, log });
      const secret = opened.filter((file) => /^\/etc\/hosts$|\/outside\/secret$/.test(file) || file === `${root}/.env`);
      const outside = written.filter((file) => !file.startsWith(`${root}/`) && !/^\/dev\/(?:null|tty)$/.test(file));
      const changed = written.filter((file) => file.startsWith(`${root}/`) && !/^(?:git|mkdir|touch) /.test(command));
      return [
        ...started.filter((program) => !knownFor(command).includes(program)),
        ...secret,
        ...outside,
        ...changed,
        ...connected,
      ].map((what) => `${command}: ${what}`);
    });
    expect(strange).toEqual([]);
  },
);
