// The roles of a fix, as data and as the story reads them.
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { filesOfRole, loadRole } from '../../../src/agent/load-role.js';
import { editorAnswer, scoutAAnswer, scoutBAnswer } from '../../../src/workflows/fix/rules/schemas.js';

const ROLES = [
  ['editor', editorAnswer],
  ['scout-a', scoutAAnswer],
  ['scout-b', scoutBAnswer],
] as const;

describe('the roles of a fix', () => {
  it.each(ROLES)('%s answers alone as it does in a fix', (name, answer) => {
    const { $schema, ...schema } = z.toJSONSchema(answer, { io: 'input' });
    const { behavior } = JSON.parse(filesOfRole(name).agent) as { behavior: { answer: unknown } };
    expect(behavior.answer).toEqual(schema);
    expect(loadRole(name).prompt).toContain('You are');
  });

  it('let only the Editor write', () => {
    const writers = ROLES.filter(([name]) => loadRole(name).tools.some((tool) => ['edit', 'write'].includes(tool)));
    expect(writers.map(([name]) => name)).toEqual(['editor']);
    expect(loadRole('scout-a').tools).not.toContain('shell');
  });
});
