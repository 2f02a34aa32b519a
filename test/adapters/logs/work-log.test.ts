import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readWorkLogs, workLogOf } from '../../../src/adapters/clone/work-logs.js';
import { newFolder } from '../../build/folder.js';

const PATH = 'tmp/logs/agents/iterator/session-1.jsonl';
const line = (minute: number, message: string, metadata: object = {}, level = 'info') =>
  JSON.stringify({
    step: minute,
    timestamp: `2026-11-18T10:0${minute}:00.000Z`,
    level,
    message,
    correlationId: 'c',
    metadata,
  });
const read = (...lines: string[]) => workLogOf({ path: PATH, repo: 'acme/app', text: lines.join('\n') });

describe('a work log', () => {
  it('is about the issue of its metadata, by the agent whose folder it lies in', () => {
    expect(read(line(0, 'start', { issue: 3 }), line(1, 'thinking'))).toEqual({
      path: PATH,
      agent: 'iterator',
      issue: 'acme/app#3',
      startedAt: '2026-11-18T10:00:00Z',
      lastAt: '2026-11-18T10:01:00Z',
      ended: undefined,
    });
  });

  it.each([['iterator --issue 12 --resume'], ['iterator --issue=12'], ['iterator --issue #12']])(
    'is about the issue of the command that started it: %s',
    (command) => {
      expect(read(line(0, command))?.issue).toBe('acme/app#12');
      expect(read(line(0, 'start', { argv: command.split(' ') }))?.issue).toBe('acme/app#12');
    },
  );

  it('may be about an issue of another repository, and may be about none', () => {
    expect(read(line(0, 'start', { issue: 'acme/lib#4' }))?.issue).toBe('acme/lib#4');
    expect(read(line(0, 'start'))).toBeNull();
    expect(read(line(0, 'start', { issue: 'none' }))).toBeNull();
  });

  it.each([
    ['ended', {}, 'info', true],
    ['Session completed', {}, 'info', true],
    ['end', { success: false }, 'info', false],
    ['end', { exitCode: 0 }, 'info', true],
    ['end', { exitCode: 2 }, 'info', false],
    ['end', { status: 'failed' }, 'info', false],
    ['run failed', {}, 'info', false],
    ['stopped', {}, 'error', false],
  ])('that ends with "%s" %j %s ended well: %s', (message, metadata, level, well) => {
    const log = read(line(0, 'start', { issue: 3 }), line(2, message, metadata, level));
    expect(log?.ended).toEqual({ at: '2026-11-18T10:02:00Z', well });
  });

  it('whose last line was torn says what stood before it', () => {
    expect(read(line(0, 'start', { issue: 3 }), line(1, 'on'), line(2, 'end').slice(0, 40))).toMatchObject({
      lastAt: '2026-11-18T10:01:00Z',
      ended: undefined,
    });
  });

  it('never fails, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
        read(...lines);
      }),
    );
  });
});

it('logs are read where they lie in a clone, long ones by their ends, and links are not followed', async () => {
  const root = await newFolder();
  const folder = path.join(root, 'tmp/logs/agents/iterator');
  await mkdir(folder, { recursive: true });
  const long = Array.from({ length: 5000 }, (_, n) => line(1, `step ${n}`));
  await writeFile(path.join(folder, 'a.jsonl'), [line(0, 'start', { issue: 3 }), ...long, line(5, 'ended')].join('\n'));
  await writeFile(path.join(root, 'elsewhere.jsonl'), line(0, 'start', { issue: 4 }));
  await symlink(path.join(root, 'elsewhere.jsonl'), path.join(folder, 'b.jsonl'));
  const { logs, unread } = await readWorkLogs(root, 'acme/app');
  expect(unread).toEqual([]);
  expect(logs).toMatchObject([
    { issue: 'acme/app#3', startedAt: '2026-11-18T10:00:00Z', ended: { at: '2026-11-18T10:05:00Z', well: true } },
  ]);
  expect(await readWorkLogs(path.join(root, 'nothing'), 'acme/app')).toEqual({ logs: [], unread: [] });
});
